import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The suite that every kind of store runs; its tests are named there. */
const storeContract = "store/store-contract.ts";

type Line = Readonly<{ number: string; tests: readonly string[] }>;

const lines = linesOf(readFileSync(inProject("docs/behaviour.md"), "utf8"));

test("docs/behaviour.md numbers its lines B1, B2, B3 and so on", () => {
  expect(lines).not.toEqual([]);
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_line, place) => `B${place + 1}`));
});

test("every line of docs/behaviour.md names a test, and every test that it names exists", () => {
  expect(lines.flatMap(faultsOf)).toEqual([]);
});

/** A line is one list item, which may be wrapped; its tests stand in code marks after the arrow. */
function linesOf(page: string): Line[] {
  return page.split(/^- /m).flatMap((item) => {
    const [, number = "", text = ""] = /^\*\*(B\d+)\*\*([^]*?)(?:\n\n|$)/.exec(item) ?? [];
    const [, references = ""] = text.replaceAll(/\s+/g, " ").split("→");
    const tests = references.matchAll(/`([^`]+)`/g).map(([, reference = ""]) => reference);
    return number ? [{ number, tests: [...tests] }] : [];
  });
}

function faultsOf({ number, tests }: Line): string[] {
  if (tests.length === 0) return [`${number} names no test`];
  return tests.flatMap((reference) => {
    const fault = faultOf(reference);
    return fault ? [`${number}: ${fault}`] : [];
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
  return file.endsWith(".spec.ts") || file.endsWith(".test.ts") || file === storeContract;
}

/** A title is quoted as it stands in the source, with %s, $name or ${name} where a table or a loop fills it in. */
function hasTitle(source: string, title: string): boolean {
  return ['"', "'", "`"].some((quote) => source.includes(quote + title + quote));
}

function inProject(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
