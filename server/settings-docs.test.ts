import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BadSettings, readSettings, settingsHelp } from "./settings.ts";
import { defaultPalette } from "./pages/theme.ts";

const page = readFileSync(new URL("../docs/operating.md", import.meta.url), "utf8");

/** The name and default of each setting in `--help`. */
const helped = settingsHelp()
  .split("\n")
  .map((line) => {
    const [, name = "", defaultText = ""] = /^ {2}([A-Z_]+) .*?(?: \[(.*)\])?$/.exec(line) ?? [];
    return { name, defaultText };
  });

/** The name and default of each setting in the table of docs/operating.md, without code marks. */
const documented = page
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  .filter(([, name = ""]) => /^[A-Z]+(_[A-Z]+)*$/.test(name))
  .map(([, name, defaultText]) => ({ name, defaultText }));

test("docs/operating.md lists every setting that --help lists, in that order and with that default", () => {
  expect(helped).not.toEqual([]);
  expect(documented).toEqual(helped);
});

describe("the colours section of docs/operating.md", () => {
  const [, section = ""] = /^## Your own colours$([^]*?)^## /m.exec(page) ?? [];

  test("lists every colour of app/styles/tokens.css, in that order", () => {
    const names = section.matchAll(/^\| `([\w-]+)`/gm).map(([, name]) => name);
    expect([...names]).toEqual([...defaultPalette.light.keys()]);
  });

  test("gives an example that is a theme", () => {
    const [, example = ""] = /```sh\n([^]*?)```/.exec(section) ?? [];
    const { THEME_LIGHT, THEME_DARK } = readSettings({}, example);
    expect([THEME_LIGHT.size, THEME_DARK.size]).toEqual([8, 9]);
  });

  test("shows a refusal as the shop words it", () => {
    const [, theme, words] = /\$ THEME_LIGHT="(.*)" npm start\n([^]*?)\n```/.exec(section) ?? [];
    expect(() => readSettings({ THEME_LIGHT: theme })).toThrow(new BadSettings(words?.split("\n") ?? []));
  });
});
