// Makes a script that removes from a newer browser what the floor's browsers lack, by MDN's compatibility data.
import { isLacking, partsOf } from "../tools/browser-floor/support.ts";

/** Objects whose members are interfaces too. */
const namespaces = new Set(["Intl", "Temporal"]);

/**
 * The interfaces, members and constructors that one of the floor's browsers lacks, such as "Array.prototype.toSorted",
 * "URL.canParse" and "new CSSStyleSheet". It leaves out options of a call and other details of what a member does.
 */
function pathsAboveFloor(): readonly string[] {
  return ["api", "javascript.builtins"].flatMap((root) =>
    partsOf(root).flatMap(([name, feature]) => pathsOfInterface(name, feature)),
  );
}

function pathsOfInterface(path: string, feature: string): string[] {
  if (isLacking(feature)) return [path];
  const own = path.slice(path.lastIndexOf(".") + 1);
  if (namespaces.has(own)) return partsOf(feature).flatMap(([name, part]) => pathsOfInterface(`${path}.${name}`, part));
  const lacking = partsOf(feature).filter(([, part]) => isLacking(part));
  return lacking.flatMap(([name, part]) => {
    const member = name.replace(/_static$/, "").replace(/^@@/, "Symbol.");
    if (name === own) return [`new ${path}`];
    if (name.endsWith("_event")) return [`${path}.prototype.on${name.replace(/_event$/, "")}`];
    if (own === "Window") return [member];
    if (/^[a-z]/.test(own) || name.endsWith("_static")) return [`${path}.${member}`];
    // For JavaScript's built-ins, the data does not say which members are static.
    return [`${path}.prototype.${member}`, ...(part.startsWith("javascript") ? [`${path}.${member}`] : [])];
  });
}

/** A script to run before those of each document. It throws if it finds hardly anything to remove. */
export function removalOfNewInterfaces(): string {
  return `(${String(removeAll)})(${JSON.stringify(pathsAboveFloor())})`;
}

function removeAll(paths: readonly string[]): void {
  const removed: string[] = [];
  for (const path of paths) {
    const isConstructor = path.startsWith("new ");
    const names = path.replace(/^new /, "").split(/\.(?!\w+$)|(?<!Symbol)\./);
    const last = names.pop() ?? "";
    const key = last.startsWith("Symbol.") ? Reflect.get(Symbol, last.slice("Symbol.".length)) : last;
    const holder = names.reduce<unknown>(
      (object, name) => (isObject(object) ? Reflect.get(object, name) : undefined),
      globalThis,
    );
    for (const object of holder === globalThis ? [globalThis, Window.prototype] : [holder]) {
      if (!isObject(object) || key === undefined || !Object.hasOwn(object, key)) continue;
      if (isConstructor) {
        const construct = (): never => {
          throw new TypeError("Illegal constructor");
        };
        Reflect.defineProperty(object, key, { value: new Proxy(Reflect.get(object, key), { construct }) });
        removed.push(path);
      } else if (Reflect.deleteProperty(object, key)) removed.push(path);
    }
  }
  if (removed.length < 100) throw new Error(`Only ${removed.length} new interfaces were there to remove.`);

  function isObject(value: unknown): value is object {
    return (typeof value === "object" && value !== null) || typeof value === "function";
  }
}
