import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { insistOnProgram } from "../../tools/installed-programs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** Matches paths, relative to the root, that a clone does not have. */
const notInClone =
  /^\/(\.git|build|data|node_modules|test-results|niceties\.env|art\/\.(cache|renders)|\.installing-.*)$/;

/** Makes a repository in `folder` of these sources, committed or not. */
export function makeUpstream(folder: string): void {
  insistOnProgram("git");
  cpSync(root, folder, { recursive: true, filter: (path) => !notInClone.test(path.slice(root.length)) });
  git(folder, "init", "--quiet");
  commit(folder, "The shop");
}

/** Commits a version whose pages have other scripts and styles. */
export function publish(upstream: string, version: number): void {
  appendFileSync(join(upstream, "app/styles/app.css"), `.version-${version} {\n  color: rgb(${version} 0 0);\n}\n`);
  appendFileSync(join(upstream, "app/entry.client.tsx"), `performance.mark("version ${version}");\n`);
  commit(upstream, `Version ${version}`);
}

export function git(folder: string, ...args: string[]): void {
  execFileSync("git", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function commit(repository: string, words: string): void {
  git(repository, "add", "--all");
  git(repository, "-c", "user.name=Drill", "-c", "user.email=drill@example.org", "commit", "--quiet", "-m", words);
}
