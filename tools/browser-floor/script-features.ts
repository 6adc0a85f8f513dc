import { parseSync, transformWithOxc, Visitor, type ESTree } from "vite";
import { scriptFloor } from "../../app/shop/browser-floor.ts";
import { selectorFeatures } from "./style-features.ts";
import { featureAt, isLacking, partsOf } from "./support.ts";

/** All features by the name of a member or an event: a built script does not show which object they belong to. */
const members = new Map<string, string[]>();
const events = new Map<string, string[]>();

function addParts(owner: string): void {
  for (const [name, path] of partsOf(owner)) {
    const event = /^([a-z]+)_event$/.exec(name)?.[1];
    const member = /^([A-Za-z]+)(?:_static)?$/.exec(name)?.[1];
    if (event !== undefined) events.set(event, [...(events.get(event) ?? []), path]);
    if (member !== undefined) members.set(member, [...(members.get(member) ?? []), path]);
    // Some members have members themselves, such as Intl.Segmenter.
    if (/^[A-Z]/.test(name) && featureAt(path)?.__compat) addParts(path);
  }
}
for (const [, path] of partsOf("javascript.builtins")) addParts(path);
// A script reaches an interface that the floor lacks only through another missing feature, which is found by itself.
for (const [, path] of partsOf("api")) if (!isLacking(path)) addParts(path);

/** Whether a member of this name may be above the floor or not, depending on the object that it belongs to. */
export function isUnclear(name: string, own: ReadonlySet<string>): boolean {
  const paths = members.get(name) ?? [];
  return paths.some(isLacking) && (own.has(name) || !paths.every(isLacking));
}

/** The path of an interface's member, or of a static member of its constructor. */
export function memberOf(owner: string, name: string): string | undefined {
  const paths = ["api", "javascript.builtins"].map((of) => `${of}.${owner}.${name}`);
  return paths.flatMap((path) => [path, `${path}_static`]).find((path) => featureAt(path) !== undefined);
}

/** The path of a global that a script names without an owner. */
function globalPath(name: string): string | undefined {
  if (!/^\w+$/.test(name) || name === "__compat") return undefined;
  return [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`].find((path) => featureAt(path)?.__compat);
}

/** The names of members that scripts define themselves, which look like an interface's member of that name. */
export function ownNames(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (key: ESTree.Node, computed: boolean) => {
    if (!computed && key.type === "Identifier") names.add(key.name);
  };
  new Visitor({
    ObjectExpression: ({ properties }) => {
      for (const property of properties) if (property.type === "Property") add(property.key, property.computed);
    },
    MethodDefinition: ({ key, computed }) => add(key, computed),
    PropertyDefinition: ({ key, computed }) => add(key, computed),
    AssignmentExpression: ({ left, right }) => {
      const isFunction = right.type === "FunctionExpression" || right.type === "ArrowFunctionExpression";
      if (isFunction && left.type === "MemberExpression") add(left.property, left.computed);
    },
  }).visit(parseSync("script.js", code).program);
  return names;
}

/** The features above the floor that a script names. `own` are the names of members that scripts define themselves. */
export async function scriptFeatures(code: string, own: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { program, errors } = parseSync("script.js", code);
  if (errors[0]) throw new Error(errors[0].message);
  const found = new Set<string>();
  const notFree = new Set<ESTree.Node>();
  const patterns: string[] = [];
  const note = (path: string | undefined) => {
    if (path !== undefined && isLacking(path)) found.add(path);
  };
  const noteIfAllLack = (paths: readonly string[] | undefined) => {
    if (paths?.every(isLacking)) note(paths[0]);
  };
  const noteMember = (name: string) => {
    if (!own.has(name)) noteIfAllLack(members.get(name));
  };
  const noteText = (called: string | undefined, first: ESTree.Node | undefined) => {
    const text = textOf(first);
    if (called === undefined || text === undefined) return;
    if (called === "addEventListener") noteIfAllLack(events.get(text));
    if (/^(?:querySelector(?:All)?|closest|matches)$/.test(called))
      selectorFeatures(text).forEach((path) => found.add(path));
    if (called === "RegExp") patterns.push(text);
  };

  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      if (computed || property.type !== "Identifier") return;
      notFree.add(property);
      const owner = object.type === "Identifier" ? object.name : "";
      const exact = /^[A-Z]/.test(owner) ? memberOf(owner, property.name) : undefined;
      if (exact) note(exact);
      else if (["window", "self", "globalThis"].includes(owner)) note(globalPath(property.name));
      else noteMember(property.name);
    },
    ObjectPattern: ({ properties }) => {
      for (const property of properties) {
        if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") continue;
        notFree.add(property.key);
        noteMember(property.key.name);
      }
    },
    Property: ({ key, computed, shorthand }) => void (computed || shorthand || notFree.add(key)),
    MethodDefinition: ({ key, computed }) => void (computed || notFree.add(key)),
    PropertyDefinition: ({ key, computed, value, static: isStatic }) => {
      if (!computed) notFree.add(key);
      if (!isStatic && value && meetsFieldBug(value, code)) found.add("javascript.classes.public_class_fields");
    },
    Identifier: (node) => void (notFree.has(node) || note(globalPath(node.name))),
    CallExpression: ({ callee, arguments: [first] }) => noteText(calledName(callee), first),
    NewExpression: ({ callee, arguments: [first] }) => noteText(calledName(callee), first),
  }).visit(program);

  const literals = patterns.map((pattern) => `(/${pattern.replaceAll(/(?<!\\)\//g, "\\/")}/u);`);
  for (const part of [code, ...literals]) for (const syntax of await syntaxAboveFloor(part)) found.add(syntax);
  return found;
}

/** Syntax above the floor is what the compiler would change for it. Resolves to the first changed line, if any. */
async function syntaxAboveFloor(code: string): Promise<readonly string[]> {
  const [plain = [], lowered = []] = await Promise.all(["esnext", scriptFloor].map((target) => compile(code, target)));
  const line = plain.find((text, index) => text !== lowered[index]);
  return line === undefined ? [] : [`syntax: ${line.trim().slice(0, 80)}`];
}

async function compile(code: string, target: string | string[]): Promise<readonly string[]> {
  return (await transformWithOxc(code, "script.js", { target })).code.split("\n");
}

/** Safari before 16 may miss a variable in a class field's value that has a parenthesis: https://webkit.org/b/236843 */
function meetsFieldBug(value: ESTree.Node, code: string): boolean {
  const isFunction = value.type === "FunctionExpression" || value.type === "ArrowFunctionExpression";
  return !isFunction && code.slice(value.start, value.end).includes("(");
}

function calledName(callee: ESTree.Node): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : undefined;
}

function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
