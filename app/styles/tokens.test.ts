import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The style sheets that may not name a colour: all except tokens.css and the generated photographs.css. */
const folder = fileURLToPath(new URL("..", import.meta.url));
const sheets = globSync("**/*.css", { cwd: folder }).filter((file) => !/(^|\/)(tokens|photographs)\.css$/.test(file));

test("hand-written style sheets other than app/styles/tokens.css name no colours", () => {
  expect(sheets).toContain("styles/app.css");
  expect(sheets.flatMap((file) => literalColours(file, readFileSync(folder + file, "utf8")))).toEqual([]);
});

test.for([
  ["p { color: #fff }", ["a.css:1 color: #fff"]],
  ["p {\n  &:hover { color: red; }\n  margin: 0;\n  border: 1px solid RGB(0 0 0 / 50%);\n}", 2],
  ["@theme { --color-x: oklch(50% 0.1 20); }", 1],
  ["p { background: color-mix(in srgb, var(--color-ink), white 10%) }", 1],
  ["p { color: CanvasText }", 1],
  ["@media print { p { color: grey } }", 1],
  ["@media (forced-colors: active) { p { a { outline: 1px solid #123 } } } q { color: tan }", 2],
  ["p { background: color-mix(in oklch, var(--color-ink), transparent); transition: color 1s }", 0],
  ["p { grid-area: mark; view-transition-name: tan }", 0],
  ["/* white */ .red { white-space: pre; grid-area: tan-1; color: var(--black, transparent) }", 0],
  ['p { content: "#fff; red"; mask: url(a.svg#fff); fill: currentColor; background: url("data:white;") }', 0],
  ["@media (forced-colors: active) { p { border: 1px solid ButtonText } }", 0],
  ["@media print { p { color: black; background: #ffffff } }", 0],
] as const)("the check finds the literal colours in %j", ([css, found]) => {
  const colours = literalColours("a.css", css);
  if (typeof found === "number") expect(colours).toHaveLength(found);
  else expect(colours).toEqual(found);
});

/** Declarations with a literal colour. Forced colours may be system colours, and print may be black and white. */
function literalColours(file: string, css: string): string[] {
  return declarationsOf(css).flatMap(({ within, line, text }) => {
    const [, property = "", value = ""] = /^([^:]*):([^]*)$/.exec(text) ?? [];
    // The values of these properties are names that we chose.
    if (/^(animation|container|counter|font|grid|view-transition)/.test(property)) return [];
    const words = value.toLowerCase().match(/#[\da-f]+|[\w-]+\(?/g) ?? [];
    const colours = words.filter((word) => {
      if (systemColours.has(word)) return !within.includes("forced-colors");
      if (/^(black|white|#000|#fff|#000000|#ffffff)$/.test(word)) return !within.includes("print");
      return word.startsWith("#") || namedColours.has(word) || colourFunctions.has(word);
    });
    return colours.length > 0 ? [`${file}:${line} ${text.trim()}`] : [];
  });
}

/** Every declaration with its line, and with the selectors and at-rules around it. */
function declarationsOf(css: string) {
  const plain = css.replaceAll(/\/\*[^]*?\*\/|"[^"\n]*"|'[^'\n]*'|url\([^)"']*\)/g, blank);
  const declarations: { within: string; line: number; text: string }[] = [];
  const blocks: string[] = [];
  let line = 1;
  for (const [, gap = "", text = "", end] of plain.matchAll(/(\s*)([^{};]*)([{};]|$)/g)) {
    line += newlines(gap);
    if (end === "{") blocks.push(text);
    else if (blocks.length > 0 && text.includes(":")) declarations.push({ within: blocks.join(" "), line, text });
    if (end === "}") blocks.pop();
    line += newlines(text);
  }
  return declarations;
}

/** Replaces each character with a space, and keeps line ends. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

const colourFunctions = new Set([
  "rgb(",
  "rgba(",
  "hsl(",
  "hsla(",
  "hwb(",
  "lab(",
  "lch(",
  "oklab(",
  "oklch(",
  "color(",
]);

/** CSS Color 4, "System Colors". */
const systemColours = new Set(
  `
    accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext
    graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext
  `
    .trim()
    .split(/\s+/),
);

/** CSS Color 4, "Named Colors". */
const namedColours = new Set(
  `
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
    cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
    darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
    darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
    firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
    hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
    lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
    lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise
    mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange
    orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
    powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna
    silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet
    wheat white whitesmoke yellow yellowgreen
  `
    .trim()
    .split(/\s+/),
);
