import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The folders that each top-level folder may import from, besides itself. */
const below: Readonly<Record<string, readonly string[]>> = {
  program: [],
  catalogue: [],
  store: ["catalogue", "program"],
  operations: ["store", "catalogue", "program"],
  client: ["catalogue"],
  app: ["client", "catalogue"],
  server: ["app", "client", "operations", "store", "catalogue", "program"],
  cli: ["conform", "server", "operations", "store", "catalogue", "program"],
  conform: ["client", "catalogue"],
  bench: ["catalogue", "test", "tools"],
};

/** The folders of app/. Each may import from those before it; files directly in app/ may import from all. */
const appRooms = [
  "words",
  "shop",
  "calls",
  "links",
  "layout",
  "notices",
  "list",
  "photographs",
  "price-input",
  "search",
  "coffee",
  "live",
  "undo",
  "history",
  "home-list",
  "form",
  "board",
  "share",
  "without-scripts",
  "offline",
  "pages",
  "document",
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = globSync(`{${Object.keys(below).join(",")}}/**/*.{ts,tsx}`, { cwd: root });

/** A static or dynamic import of one of our files, or of its types. `+types/NAME` are the generated types of NAME.tsx. */
const imports = /(?:\bfrom |\bimport\(|^import )"(\.{1,2}\/[^"?]+\.tsx?|[./]*\/\+types\/[\w-]+)"/gm;

function importsOf(file: string): string[] {
  const source = readFileSync(posix.join(root, file), "utf8");
  return [...source.matchAll(imports)].map(([, path = ""]) => {
    const target = posix.join(posix.dirname(file), path);
    return target.includes("+types/") ? `${target.replace("+types/", "")}.tsx` : target;
  });
}

const edges = files
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => importsOf(file).map((target) => ({ file, target })));

test("imports between folders point one way", () => {
  const wrong = edges.filter(({ file, target }) => {
    const [from = "", to = ""] = [file.split("/")[0], target.split("/")[0]];
    return from !== to && !below[from]?.includes(to);
  });
  expect(edges.length).toBeGreaterThan(1_000);
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

/** A command parses its options, calls operations and prints. In a store it may only name or verify a place. */
test("commands reach the stores only through operations", () => {
  const commands = files.filter((file) => file.startsWith("cli/commands/") && !file.endsWith(".test.ts"));
  const values = /^import \{[^}]*\} from "\.\.\/\.\.\/store\/([^"]+)";$/gm;
  const reached = commands.flatMap((file) => {
    const source = readFileSync(posix.join(root, file), "utf8");
    return [...source.matchAll(values)].map(([, path = ""]) => `${file} imports store/${path}`);
  });
  expect(commands.length).toBeGreaterThan(10);
  expect(reached.filter((each) => !/ store\/(open-store|verify)\.ts$/.test(each))).toEqual([]);
});

test("imports between the folders of app/ point one way", () => {
  const inApp = edges.filter(({ file, target }) => file.startsWith("app/") && target.startsWith("app/"));
  const wrong = inApp.filter(({ file, target }) => placeOf(target) > placeOf(file));
  expect(inApp.length).toBeGreaterThan(300);
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("no file imports itself by way of others, not even for a type", () => {
  const targets = Map.groupBy(edges, ({ file }) => file);
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    else if (!finished.has(file))
      for (const { target } of targets.get(file) ?? []) if (target !== file) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

function placeOf(file: string): number {
  const [, room = "", inside] = file.split("/");
  return inside === undefined ? Infinity : appRooms.indexOf(room);
}
