import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(posix.join(root, "docs/architecture.md"), "utf8");
const drawings = [...page.matchAll(/^## (.+)\n\n```mermaid\n([^]*?)```/gm)].map(([, title = "", text = ""]) => {
  const files = new Map([...text.matchAll(/^ +(\w+)\["([^"<]+)/gm)].map(([, id = "", file = ""]) => [id, file]));
  const arrows = [...text.matchAll(/^ +(\w+) (-->|-\..+\.->) (\w+)$/gm)].map(([, from = "", arrow = "", to = ""]) => {
    return { from: files.get(from) ?? from, to: files.get(to) ?? to, isImport: arrow === "-->" };
  });
  return { title, files, arrows };
});

function imports(file: string, target: string): boolean {
  const source = readFileSync(posix.join(root, file), "utf8");
  const paths = [...source.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)];
  return paths.some(([, path = ""]) => posix.join(posix.dirname(file), path) === target);
}

test("docs/architecture.md draws a read, a write, a page, a photo and a copy", () => {
  expect(drawings.map(({ title }) => title)).toEqual([
    "A read: `GET /coffee`",
    "A write: a visitor saves an edit",
    "A page: `GET /coffee-details/{id}`",
    "A photo: `POST /-/photos`",
    "A photo on another host: `GET /-/copies`",
  ]);
});

test.for(drawings)(
  "in the drawing “$title” every file exists, and every solid arrow is an import",
  ({ files, arrows }) => {
    expect(arrows.length).toBeGreaterThan(5);
    expect([...files.values()].filter((file) => !existsSync(posix.join(root, file)))).toEqual([]);
    const wrong = arrows.filter(({ from, to, isImport }) => isImport && !imports(from, to));
    expect(wrong).toEqual([]);
  },
);

test("docs/architecture.md names only files and folders that exist", () => {
  const names = [...page.matchAll(/`((?:app|catalogue|cli|client|operations|server|store)\/[\w/.-]+)`/g)].map(
    ([, name = ""]) => name,
  );
  expect(names.filter((name) => !existsSync(posix.join(root, name)))).toEqual([]);
});
