import type { BrowserName } from "@mdn/browser-compat-data";
import { find, parse, walk, type CssNode, type Declaration } from "css-tree";
import { featureAt, lackedBy, partsOf } from "./support.ts";

/** A missing feature. Phones have the same engines, and lack only what phones do not need, as the look of a pointer. */
type Lack = Readonly<{ path: string; by: ReadonlySet<BrowserName> }>;

const vendor = /^-(?:webkit|moz|ms)-/;
const browsers: ReadonlySet<BrowserName> = new Set(["chrome", "firefox", "safari"]);
const nobody: ReadonlySet<BrowserName> = new Set();

/** Functions and units by name. For some units, the data name only a group, and list the units in its description. */
const types = new Map<string, string>();
function addTypes(of: string): void {
  for (const [name, path] of partsOf(of)) {
    const listed = featureAt(path)?.__compat?.description?.matchAll(/<code>([a-z]+)<\/code>/g) ?? [];
    const names = name.includes("_units") ? Array.from(listed, ([, unit = ""]) => unit) : [name];
    for (const own of names) if (!types.has(own)) types.set(own, path);
    addTypes(path);
  }
}
addTypes("css.types");

/** The features above the floor that a style sheet uses without a fallback that works at the floor. */
export function styleFeatures(sheet: string): ReadonlySet<string> {
  return new Set(lacksIn(parse(sheet, { parseCustomProperty: true }), nobody).map(({ path }) => path));
}

/** The features above the floor in a selector. For one of these, a browser drops the whole rule, or throws. */
export function selectorFeatures(selector: string): readonly string[] {
  return lacksInSelector(parse(selector, { context: "selectorList" })).map(({ path }) => path);
}

/** `excused` are the browsers that skip this node, because they fail the condition of an `@supports` around it. */
function lacksIn(node: CssNode, excused: ReadonlySet<BrowserName>, atRule = ""): readonly Lack[] {
  switch (node.type) {
    case "StyleSheet":
      return node.children.toArray().flatMap((child) => lacksIn(child, excused, atRule));
    case "Block": {
      const children = node.children.toArray();
      const declarations = children.filter((child) => child.type === "Declaration");
      const others = children.filter((child) => child.type !== "Declaration");
      return [
        ...lacksInDeclarations(declarations, atRule, excused),
        ...others.flatMap((child) => lacksIn(child, excused, atRule)),
      ];
    }
    case "Rule": {
      const isNested = node.block.children.some(({ type }) => type === "Rule");
      const nesting = isNested ? [lackOf("css.selectors.nesting")] : [];
      const isKeyframe = atRule.endsWith("keyframes");
      const selector = isKeyframe ? [] : lacksInSelector(node.prelude);
      return [...left([...selector, ...nesting], excused), ...lacksIn(node.block, excused, atRule)];
    }
    case "Atrule": {
      const name = node.name.replace(/^-[a-z]+-/, "");
      const own = left([lackOf(`css.at-rules.${name}`), ...lacksInPrelude(node.prelude, name)], excused);
      if (!node.block) return own;
      const more = name === "supports" && node.prelude ? failing(node.prelude) : nobody;
      const inner = ["supports", "media", "layer"].includes(name) ? atRule : name;
      return [...own, ...lacksIn(node.block, excused.union(more), inner)];
    }
    default:
      return [];
  }
}

/** Of a property's declarations, with or without a vendor prefix, a browser takes the last that it can parse. */
function lacksInDeclarations(
  declarations: readonly Declaration[],
  atRule: string,
  excused: ReadonlySet<BrowserName>,
): readonly Lack[] {
  const byProperty = Map.groupBy(declarations, ({ property }) => property.replace(vendor, ""));
  return [...byProperty].flatMap(([property, group]) => {
    const lacks = group.map((declaration) => lacksInDeclaration(declaration, property, atRule));
    const unhelped = browsers.difference(excused).intersection(union(lacks.flat()));
    for (const browser of unhelped) {
      // A browser takes every value with var(), and finds out that it is invalid too late to use the one before it.
      const lastRead = group.findLastIndex(
        (declaration, index) => holdsVariable(declaration) || !lacks[index]?.some(({ by }) => by.has(browser)),
      );
      if (lastRead !== -1 && !lacks[lastRead]?.some(({ by }) => by.has(browser))) unhelped.delete(browser);
    }
    return (lacks.at(-1) ?? []).filter(({ by }) => by.intersection(unhelped).size > 0);
  });
}

function holdsVariable({ property, value }: Declaration): boolean {
  return property.startsWith("--") || find(value, (node) => node.type === "Function" && node.name === "var") !== null;
}

function lacksInDeclaration(declaration: Declaration, property: string, atRule: string): readonly Lack[] {
  const [prefix] = vendor.exec(declaration.property) ?? [];
  const descriptor = `css.at-rules.${atRule}.${property}`;
  const path = featureAt(descriptor) ? descriptor : `css.properties.${property}`;
  const by = lackedBy(path, prefix).intersection(browsers);
  if (by.size > 0) return [{ path, by }];
  const lacks: Lack[] = [];
  walk(declaration.value, (node) => {
    if (node.type === "Identifier") lacks.push(lackOf(`${path}.${node.name}`));
    const type = node.type === "Function" ? node.name : node.type === "Dimension" ? node.unit : "";
    const typePath = types.get(type.toLowerCase());
    if (typePath) lacks.push(lackOf(typePath));
  });
  return lacks;
}

function lacksInSelector(selector: CssNode): readonly Lack[] {
  const lacks: Lack[] = [];
  walk(selector, (node) => {
    if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
      lacks.push(lackOf(`css.selectors.${node.name}`));
    if (node.type === "NestingSelector") lacks.push(lackOf("css.selectors.nesting"));
  });
  return lacks.filter(({ by }) => by.size > 0);
}

function lacksInPrelude(prelude: CssNode | null, atRule: string): readonly Lack[] {
  const lacks: Lack[] = [];
  if (!prelude || atRule === "supports") return lacks;
  walk(prelude, (node) => {
    if (node.type === "FeatureRange") lacks.push(lackOf(`css.at-rules.${atRule}.range_syntax`));
    if (node.type === "Feature") lacks.push(lackOf(`css.at-rules.${atRule}.${node.name.replace(/^(?:min|max)-/, "")}`));
  });
  return lacks;
}

/** The floor's browsers that fail the condition of an `@supports`. A condition with "not" counts as met by all. */
function failing(condition: CssNode): ReadonlySet<BrowserName> {
  const parts: ReadonlySet<BrowserName>[] = [];
  const words = new Set<string>();
  walk(condition, (node) => {
    if (node.type === "Identifier") words.add(node.name);
    if (node.type === "SupportsDeclaration") {
      const { property } = node.declaration;
      parts.push(union(lacksInDeclaration(node.declaration, property.replace(vendor, ""), "")));
    }
    if (node.type === "FeatureFunction") parts.push(union(lacksInSelector(node.value)));
  });
  if (words.has("not") || parts.length === 0) return nobody;
  return parts.reduce((all, one) => (words.has("or") ? all.intersection(one) : all.union(one)));
}

function lackOf(path: string): Lack {
  return { path, by: lackedBy(path).intersection(browsers) };
}

function left(lacks: readonly Lack[], excused: ReadonlySet<BrowserName>): readonly Lack[] {
  return lacks.filter(({ by }) => by.difference(excused).size > 0);
}

function union(lacks: readonly Lack[]): ReadonlySet<BrowserName> {
  return lacks.reduce((all, { by }) => all.union(by), nobody);
}
