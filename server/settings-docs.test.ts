import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsHelp } from "./settings.ts";

/** What `--help` says of each setting. */
const helped = settingsHelp()
  .split("\n")
  .map((line) => {
    const [, name = "", defaultText = ""] = /^ {2}([A-Z_]+) .*?(?: \[(.*)\])?$/.exec(line) ?? [];
    return { name, defaultText };
  });

/** What the table of docs/operating.md says of each, the default without its code marks. */
const documented = readFileSync(new URL("../docs/operating.md", import.meta.url), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  .filter(([, name = ""]) => /^[A-Z]+(_[A-Z]+)*$/.test(name))
  .map(([, name, defaultText]) => ({ name, defaultText }));

test("docs/operating.md lists every setting that --help lists, in that order and with that default", () => {
  expect(helped).not.toEqual([]);
  expect(documented).toEqual(helped);
});
