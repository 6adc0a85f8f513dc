import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hostileFamilies } from "../../drills/hostile/requests/families.ts";

/** The suite that every kind of store runs; its tests are named there. */
const storeContract = "test/store-contract/";
/** The steps of a visit count as tests, in every browser. */
const visit = "browsers/visit/";
/** Each family of hostile requests counts as a test. */
const families = "drills/hostile/requests/families.ts";

type Line = Readonly<{ text: string; tests: readonly string[] }>;

const behaviour = globSync("docs/behaviour/*.md", { cwd: inProject("") }).filter((file) => !file.endsWith("README.md"));

test.for(behaviour)("every line of %s names a test, and every test that it names exists", (file) => {
  const lines = linesOf(readFileSync(inProject(file), "utf8"));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.flatMap(faultsOf)).toEqual([]);
});

test("every row of a table of tests in docs/security.md names a test, and every test that the page names exists", () => {
  const page = readFileSync(inProject("docs/security.md"), "utf8");
  const rows = rowsOfTests(page);
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(shortFaultsOf(referencesIn(page))).toEqual([]);
});

test("every test that docs/accessibility.md quotes exists", () => {
  const quoted = referencesIn(readFileSync(inProject("docs/accessibility.md"), "utf8")).filter(
    (text) => text.split(" ").length > 3,
  );
  const files = globSync(["{app,e2e,server}/**/*.{test,spec}.ts"], { cwd: inProject("") });
  const sources = files.map((file) => readFileSync(inProject(file), "utf8"));
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((title) => !sources.some((source) => hasTitle(source, title)))).toEqual([]);
});

/** A line is one list item, which may be wrapped. Its tests are in backticks after the arrow. */
function linesOf(page: string): Line[] {
  const [, ...items] = page.split(/^- /m);
  return items.map((item) => {
    const [line = ""] = item.split("\n\n");
    const [text = "", references = ""] = line.replaceAll(/\s+/g, " ").split("→");
    return { text, tests: referencesIn(references) };
  });
}

/** The rows of all tables whose last column is headed "test". */
function rowsOfTests(page: string): Line[] {
  const tables = page.match(/^\|.*\|\n\|[-| ]+\|\n(?:\|.*\|\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [header = [], , ...rows] = table.split("\n").filter(Boolean).map(cellsOf);
    return header.at(-1) === "test"
      ? rows.map((cells) => ({ text: cells[0] ?? "", tests: referencesIn(cells.at(-1) ?? "") }))
      : [];
  });
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** The texts in backticks, which may be wrapped. */
function referencesIn(text: string): string[] {
  const marked = text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/`([^`]+)`/g);
  return marked.map(([, reference = ""]) => reference.replaceAll(/\s+/g, " ")).toArray();
}

/** docs/security.md may name a whole file, quotes only the beginning of a title, and writes … for the file before. */
function shortFaultsOf(references: readonly string[]): string[] {
  let file = "";
  return references.flatMap((reference) => {
    const [place = "", ...titles] = reference.split(" › ");
    if (/^[\w-]+\/\S+\.ts$/.test(place)) file = place;
    else if (place !== "…") return [];
    return shortFaultsOfTitles(file, titles);
  });
}

function shortFaultsOfTitles(file: string, titles: readonly string[]): string[] {
  if (!existsSync(inProject(file))) return [`there is no file ${file}`];
  if (titles.length > 0 && file !== families && !isTestFile(file)) return [`${file} is no file of tests`];
  const source = readFileSync(inProject(file), "utf8");
  const isThere = (title: string) =>
    file === families ? Object.hasOwn(hostileFamilies, title) : beginsTitle(source, title);
  return titles.filter((title) => !isThere(title)).map((title) => `${file} has no test "${title}"`);
}

function faultsOf({ text, tests }: Line): string[] {
  if (tests.length === 0) return [`${text} names no test`];
  return tests.flatMap((reference) => {
    const fault = faultOf(reference);
    return fault ? [`${text}: ${fault}`] : [];
  });
}

function faultOf(reference: string): string | undefined {
  const [file = "", ...titles] = reference.split(" › ");
  if (!isTestFile(file) || !existsSync(inProject(file))) return `there is no file of tests ${file}`;
  const source = readFileSync(inProject(file), "utf8");
  const missing = titles.filter((title) => !hasTitle(source, title));
  if (titles.length === 0 || missing.length > 0) return `${file} has no test "${missing.join(" › ")}"`;
  return undefined;
}

function isTestFile(file: string): boolean {
  return /(\.spec|\.test|-drill)\.ts$/.test(file) || file.startsWith(storeContract) || file.startsWith(visit);
}

/** A title is quoted as it stands in the source, with %s, $name or ${name} where a table or a loop fills it in. */
function hasTitle(source: string, title: string): boolean {
  return ['"', "'", "`"].some((quote) => source.includes(quote + title + quote));
}

function beginsTitle(source: string, beginning: string): boolean {
  return ['"', "'", "`"].some((quote) => source.includes(quote + beginning));
}

function inProject(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
