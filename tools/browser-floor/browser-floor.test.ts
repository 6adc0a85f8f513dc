import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { guardedTable } from "./guarded.ts";
import { memberFeatures } from "./member-features.ts";
import { ownNames, scriptFeatures } from "./script-features.ts";
import { styleFeatures } from "./style-features.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.for([
  ["a.toWellFormed()", "javascript.builtins.String.toWellFormed"],
  ["URL.canParse(a)", "api.URL.canParse_static"],
  ["Map.groupBy(a, b)", "javascript.builtins.Map.groupBy"],
  ["Object.groupBy(a, b)", "javascript.builtins.Object.groupBy"],
  ["a.toSorted()", "javascript.builtins.Array.toSorted"],
  ["a?.toReversed()", "javascript.builtins.Array.toReversed"],
  ["a.toSpliced(1)", "javascript.builtins.Array.toSpliced"],
  ["a.with(1, 2)", "javascript.builtins.Array.with"],
  ["a.findLast(b)", "javascript.builtins.Array.findLast"],
  ["Array.fromAsync(a)", "javascript.builtins.Array.fromAsync"],
  ["Promise.withResolvers()", "javascript.builtins.Promise.withResolvers"],
  ["a.union(b)", "javascript.builtins.Set.union"],
  ["new Intl.Segmenter()", "javascript.builtins.Intl.Segmenter"],
  ["AbortSignal.any([])", "api.AbortSignal.any_static"],
  ["AbortSignal.timeout(1)", "api.AbortSignal.timeout_static"],
  ["a.pipeThrough(new TextDecoderStream())", "api.TextDecoderStream"],
  ["a.ariaBusy = 'true'", "api.Element.ariaBusy"],
  ["const { ariaBusy } = a", "api.Element.ariaBusy"],
  ["a.inert = true", "api.HTMLElement.inert"],
  ["a.checkVisibility()", "api.Element.checkVisibility"],
  ["requestIdleCallback(a)", "api.Window.requestIdleCallback"],
  ["self.navigation", "api.Window.navigation"],
  ["a.addEventListener('scrollend', b)", "api.Document.scrollend_event"],
  ["a.querySelector('dialog:modal')", "css.selectors.modal"],
  ["a.closest(`p:has(b)`)", "css.selectors.has"],
  ["class A { a = b(c) }", "javascript.classes.public_class_fields"],
  ["a.replace(/(?<=b)c/, '')", 'syntax: a.replace(/(?<=b)c/, "");'],
  ["RegExp('(?<!b)/c')", "syntax: /(?<!b)\\/c/u;"],
  ["new RegExp(`(?<=b)c`, 'g')", "syntax: /(?<=b)c/u;"],
  ["/[a--b]/v", "syntax: /[a--b]/v;"],
  ["class A { static { b() } }", "syntax: class A {"],
])("the script %j is above the floor", async ([code = "", feature]) => {
  expect([...(await scriptFeatures(code, ownNames(code)))]).toContain(feature);
});

test.for([
  "a.at(-1); Object.hasOwn(a, 'b'); structuredClone(a); a ??= b; a?.b?.(); 1_000n",
  "await a; export class A { #a = 1; static b = 2; #c() { return #a in this } d = new Map; e = () => b(c) }",
  "navigator.locks.request(a, b); new BroadcastChannel(a); crypto.randomUUID(); new AbortController().abort()",
  "/(?<a>b)\\k<a>(?=c)(?!d)\\p{L}/suy; RegExp('(?:a)'); a.matches(':focus-visible'); b.addEventListener('scroll', c)",
  "new Map().size; a.map(b).filter(c).find(d); x.toISOString(); class B { toSorted() { return this.toSorted() } }",
])("the script %j is within the floor", async (code) => {
  expect([...(await scriptFeatures(code, ownNames(code)))]).toEqual([]);
});

test("the check distinguishes members of the same name by their type", () => {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(root, "test-results", "floor-"));
  try {
    const file = join(folder, "used.ts");
    const config = { extends: join(root, "tsconfig.json"), files: ["used.ts"], include: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(
      file,
      `const own = { toSorted: () => [] };
       export const found = [new URLSearchParams().size, new Map().size, own.toSorted(), [1].map(String)];
       export function more(list: readonly string[], { size }: URLSearchParams, { has }: Set<string>) {
         return [list.toSorted(), size, has, new Map().keys().map(String)];
       }`,
    );
    const found = memberFeatures(join(folder, "tsconfig.json"), [file], new Set(["toSorted"]));
    expect([...(found.get(file) ?? [])]).toEqual([
      "api.URLSearchParams.size",
      "javascript.builtins.Array.toSorted",
      "javascript.builtins.Iterator.map",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.for([
  ["@media (width >= 64rem) { a { b: c } }", "css.at-rules.media.range_syntax"],
  ["@container (max-width: 9rem) { a { color: red } }", "css.at-rules.container"],
  ["@property --a { syntax: '*'; inherits: false }", "css.at-rules.property"],
  ["@media (scripting: none) { a { color: red } }", "css.at-rules.media.scripting"],
  ["a { &:hover { color: red } }", "css.selectors.nesting"],
  ["a:has(b) { color: red }", "css.selectors.has"],
  ["a { width: 3cqi }", "css.types.length.container_query_length_units"],
  ["a { height: 3dvh }", "css.types.length.viewport_percentage_units_dynamic"],
  ["a { color: color-mix(in srgb, red, blue) }", "css.types.color.color-mix"],
  ["a { color: light-dark(red, blue) }", "css.types.color.light-dark"],
  ["a { color: oklch(1 0 0) }", "css.types.color.oklch"],
  ["a { --b: color-mix(in srgb, red, blue) }", "css.types.color.color-mix"],
  ["a { color: red; color: color-mix(in srgb, var(--b), blue) }", "css.types.color.color-mix"],
  ["a { rotate: 4deg }", "css.properties.rotate"],
  ["a { text-wrap: balance }", "css.properties.text-wrap"],
  ["a { field-sizing: content }", "css.properties.field-sizing"],
  ["a { content-visibility: auto }", "css.properties.content-visibility"],
  ["@supports (color: red) { a { height: 3dvh } }", "css.types.length.viewport_percentage_units_dynamic"],
  ["@supports not (height: 1dvh) { a { height: 3dvh } }", "css.types.length.viewport_percentage_units_dynamic"],
])("the style %j is above the floor", ([sheet = "", feature]) => {
  expect([...styleFeatures(sheet)]).toContain(feature);
});

test.for([
  "@layer a { dialog::backdrop { inset: 0; aspect-ratio: 4 / 5 } } a:focus-visible:not(:is(b, :where(c))) { gap: 1px }",
  "@media (min-width: 64rem) and (prefers-reduced-motion: reduce) { a { height: 3vh; color: rgb(0 0 0 / 5%) } }",
  "a { height: 3vh; height: 3dvh }",
  "a { -webkit-user-select: none; user-select: none }",
  "@supports (height: 1dvh) { a { --unit: 1dvh; height: calc(2dvh - var(--b)) } }",
  "@supports (color: color-mix(in lab, red, red)) { a { color: color-mix(in srgb, var(--b), blue) } }",
  "@supports selector(:has(a)) { a:has(b) { color: red } }",
  "@keyframes a { 50% { opacity: 0 } } @font-face { font-family: a; src: url(b.woff2); font-display: swap }",
])("the style %j is within the floor", (sheet) => {
  expect([...styleFeatures(sheet)]).toEqual([]);
});

test("docs/browsers.md lists every feature that pages can do without", () => {
  const docs = readFileSync(join(root, "docs", "browsers.md"), "utf8");
  const rows = cellsOf(docs).filter((row) => row.length === 5 && !/^-*$/.test(row[1] ?? ""));
  const wanted = cellsOf(guardedTable()).filter((row) => !/^-*$/.test(row[1] ?? ""));
  expect(rows, "tools/with-node node tools/browser-floor/check.ts --table prints it").toEqual(
    expect.arrayContaining(wanted),
  );
});

function cellsOf(table: string): readonly (readonly string[])[] {
  return table.split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
}
