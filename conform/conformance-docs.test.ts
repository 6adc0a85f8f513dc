import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "./rules.ts";

const page = readFileSync(new URL("../docs/conformance.md", import.meta.url), "utf8");

function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").map((cell) => cell.trim()));
}

test.for([
  ["The rules of the specification", rules.filter(({ level }) => level === "specification")],
  ["Extras", rules.filter(({ level, risk }) => level === "extra" && risk === undefined)],
  ["Risky extras", rules.filter(({ risk }) => risk !== undefined)],
] as const)("docs/conformance.md lists every rule under %s, with its source, title and risk", ([heading, expected]) => {
  const listed = rowsUnder(heading).map(([, ...cells]) => cells.filter((cell) => cell !== ""));
  expect(listed).not.toEqual([]);
  expect(listed).toEqual(
    expected.map(({ id, source, title, risk }) => [`\`${id}\``, source, title, ...(risk === undefined ? [] : [risk])]),
  );
});

test("docs/conformance.md says where every part of the contract is written", () => {
  const named = page.matchAll(/^\| (contract: [\w ]+?) +\|/gm).map(([, source]) => source);
  const sources = rules.filter(({ level }) => level === "extra").map(({ source }) => source);
  expect(new Set(named)).toEqual(new Set(sources));
});

test("every section of api.md that docs/conformance.md leads to exists", () => {
  const api = readFileSync(new URL("../docs/api.md", import.meta.url), "utf8");
  const anchors = api.matchAll(/^## (.+)$/gm).map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  const wanted = page.matchAll(/\(api\.md#([\w-]+)\)/g).map(([, anchor]) => anchor);
  expect([...anchors]).toEqual(expect.arrayContaining([...new Set(wanted)]));
});
