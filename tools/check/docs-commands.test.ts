import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/{,behaviour/}*.md", { cwd: root })];
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));

test.for(pages)("every command of %s names a script, a drill or a file that exists", (page) => {
  const text = read(page);
  const named = [...text.matchAll(/npm run (?:-\w+ )*([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const drills = [...text.matchAll(/npm run drill ([\w-]+)/g)].map(([, name = ""]) => name);
  expect(drills.filter((name) => globSync(`drills/*/${name}-drill.ts`, { cwd: root }).length === 0)).toEqual(
    drills.filter((name) => name === "NAME"),
  );
  const files = [...text.matchAll(/tools\/with-node \S.*?((?:[\w-]+\/)+[\w.-]+\.ts)/g)].map(([, file = ""]) => file);
  expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
});

test.for(pages)("%s starts programs with tools/with-node only", (page) => {
  expect(read(page)).not.toContain("npm exec");
});

function read(file: string): string {
  return readFileSync(`${root}/${file}`, "utf8");
}
