import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  contrast,
  defaultPalette,
  faintPairs,
  pointerPercent,
  readPalette,
  readTheme,
  shownColour,
  themeStyle,
} from "./theme.ts";

const none = new Map<string, string>();

describe("contrast", () => {
  test.for([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#ffffff", 8.59],
    ["#00ff00", "#000000", 15.3],
    ["#2b1a14", "#faf6ef", 15.5],
    ["#f3e9dc", "#1c120e", 15.3],
  ] as const)("of %s and %s is %f, either way round", ([one, other, ratio]) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  test("is computed to two decimal places", () => {
    expect(contrast("#777777", "#ffffff").toFixed(2)).toBe("4.48");
    expect(contrast("#000000", "#ffffff").toFixed(2)).toBe("21.00");
  });
});

test.for(["light", "dark"] as const)(
  "all pairs of colours in app/styles/tokens.css have enough contrast in %s",
  (scheme) => {
    expect(faintPairs(defaultPalette[scheme])).toEqual([]);
  },
);

test("every colour of app/styles/tokens.css is checked against another, except the shadow colour", () => {
  const allAlike = new Map([...defaultPalette.light.keys()].map((name) => [name, "#777777"]));
  const held = faintPairs(allAlike).flatMap((problem) =>
    [...problem.matchAll(/([\w-]+) \(#777777\)/g)].map((match) => match[1]),
  );
  expect([...allAlike.keys()].filter((name) => !held.includes(name))).toEqual(["shade"]);
});

test("buttons under the pointer mix in the share of paper that the contrast check assumes", () => {
  const sheets = ["base.css", "coffees.css"].map((sheet) =>
    readFileSync(new URL(`../../app/styles/${sheet}`, import.meta.url), "utf8"),
  );
  const hovers = sheets.flatMap((sheet) => [...sheet.matchAll(/&:hover \{\s*background: (color-mix.*);/g)]);
  const mixtures = hovers.map(([, mixture]) => mixture?.replace(/var\(--(?:color-gold|action-color)\)/, "its own"));
  expect(new Set(mixtures)).toEqual(new Set([`color-mix(in srgb, its own, var(--color-paper) ${pointerPercent}%)`]));
});

describe("the palette", () => {
  test("is read out of a style sheet that has other rules too", () => {
    const css = `
      /* --color-old: light-dark(#111111, #222222); */
      @theme { --color-*: initial; --radius: 4px;
        --color-ink:light-dark( #ABC , #DDEEFF );
        --color-on-gold: light-dark(#010203, #040506) }
      p { color: var(--color-ink); }`;
    expect(() => readPalette(css)).toThrow('"--color-ink:light-dark( #ABC , #DDEEFF )" is not light-dark(#rrggbb');
    expect(readPalette(css.replace("( #ABC , #DDEEFF )", "(#ABC, #DDEEFF)"))).toEqual({
      light: new Map([
        ["ink", "#aabbcc"],
        ["on-gold", "#010203"],
      ]),
      dark: new Map([
        ["ink", "#ddeeff"],
        ["on-gold", "#040506"],
      ]),
    });
  });

  test.for(["red", "#123456", "light-dark(#12345, #123456)", "light-dark(white, #123456)", "var(--color-ink)"])(
    "may not hold %s: a colour is one value in light and one in dark",
    (value) => {
      expect(() => readPalette(`:root { --color-line: ${value}; }`)).toThrow(
        `"--color-line: ${value}" is not light-dark(#rrggbb, #rrggbb).`,
      );
    },
  );

  test("may not be empty", () => {
    expect(() => readPalette(":root { --space: 4px; }")).toThrow("has no colours such as --color-ink");
  });

  test("must have every colour that is checked for contrast", () => {
    expect(() => faintPairs(new Map([["ink", "#000000"]]))).toThrow("app/styles/tokens.css has no colour paper.");
  });
});

describe("a theme", () => {
  test("names colours, separated by blanks or commas, in three or six digits", () => {
    const { colours, problems } = readTheme(" paper=#FFF8F0,ink=#210\n  gold=#D9a441 , ", defaultPalette.light);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(colours)).toEqual({ paper: "#fff8f0", ink: "#221100", gold: "#d9a441" });
  });

  test.for([
    ["paper=white", 'must be colours such as paper=#fff8f0 or ink=#210, and "paper=white" is none'],
    ["paper", 'must be colours such as paper=#fff8f0 or ink=#210, and "paper" is none'],
    ["paper=#ffff", 'must be colours such as paper=#fff8f0 or ink=#210, and "paper=#ffff" is none'],
    ["paper=#fff;color:red", 'must be colours such as paper=#fff8f0 or ink=#210, and "paper=#fff;color:red" is none'],
    ["papr=#fff", 'must name colours of the shop, and "papr" is none (is it paper?)'],
    ["Ink=#000", 'must name colours of the shop, and "Ink" is none (is it ink?)'],
    ["onGold=#000", 'must name colours of the shop, and "onGold" is none (is it on-gold?)'],
    ["ink=#000 ink=#111", "must name each colour once, and names ink again"],
  ] as const)("%s is refused, for it %s", ([text, problem]) => {
    expect(readTheme(text, defaultPalette.light).problems).toEqual([problem]);
  });

  test("with an unknown name is refused with all names of the shop's colours", () => {
    const [problem] = readTheme("constructor=#fff", defaultPalette.dark).problems;
    expect(problem).toBe(
      `must name colours of the shop, and "constructor" is none (they are ${[...defaultPalette.dark.keys()].join(", ")})`,
    );
  });

  test("is refused with each pair of low contrast, its place, its ratio and the ratio needed", () => {
    expect(readTheme("paper=#fff card=#eee soft=#949494", defaultPalette.light).problems).toEqual([
      "gives soft (#949494) on paper (#ffffff) a contrast of 3.03, and text needs 4.5",
      "gives soft (#949494) on card (#eeeeee) a contrast of 2.61, and text needs 4.5",
      "gives soft (#949494) on rule (#e0d4c1) a contrast of 2.07, and the cup drawn for a missing photo needs 3",
    ]);
    expect(readTheme("gold=#c0a080 on-gold=#fff", defaultPalette.dark).problems).toEqual([
      "gives on-gold (#ffffff) on gold (#c0a080) a contrast of 2.44, and text on a gold button needs 4.5",
      "gives on-gold (#ffffff) on gold under the pointer (#a98c70) a contrast of 3.14, and text on a gold button needs 4.5",
    ]);
    expect(readTheme("edit=#757575 on-edit=#fff", defaultPalette.light).problems).toEqual([
      "gives on-edit (#ffffff) on edit under the pointer (#888786) a contrast of 3.58, and what stands on an edit button needs 4.5",
    ]);
  });

  test("is checked together with the default colours that it keeps", () => {
    const { ink = "", card = "" } = Object.fromEntries(defaultPalette.light);
    expect(readTheme(`card=${ink}`, defaultPalette.light).problems).toContain(
      `gives ink (${ink}) on card (${ink}) a contrast of 1.00, and text needs 4.5`,
    );
    expect(readTheme(`line=${card}`, defaultPalette.light).problems).toContain(
      `gives line (${card}) on card (${card}) a contrast of 1.00, and the border of a control needs 3`,
    );
  });

  test("just below the required contrast is refused, and not rounded up", () => {
    expect(contrast("#66798a", "#ffffff")).toBeCloseTo(4.4998, 4);
    const [problem] = readTheme("paper=#fff card=#fff soft=#66798a", defaultPalette.light).problems;
    expect(problem).toContain("a contrast of 4.49, and text needs 4.5");
  });

  test("adds only the colours that it replaces to the pages", () => {
    const light = new Map(Object.entries({ gold: "#d9a441", ink: "#000000" }));
    const dark = new Map([["ink", "#ffffff"]]);
    const inLight =
      "@media print, (prefers-color-scheme: light) { :root { --color-gold: #d9a441; --color-ink: #000000; } }";
    const inDark = "@media screen and (prefers-color-scheme: dark) { :root { --color-ink: #ffffff; } }";
    expect(themeStyle({ light, dark })).toBe(`${inLight} ${inDark}`);
    expect(themeStyle({ light: none, dark })).toBe(inDark);
    expect(themeStyle({ light: none, dark: none })).toBe("");
    expect(shownColour("gold", { light, dark })).toEqual({ light: "#d9a441", dark: defaultPalette.dark.get("gold") });
  });
});
