// Runs before each test file, after Stryker's own setup file, in the process that runs the file.
import childProcess from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, inject } from "vitest";
import { activeMutantVariable, hitsFolderVariable, testVariable, type Hits } from "./stryker-globals.ts";

declare module "vitest" {
  interface ProvidedContext {
    mode: "dry-run" | "mutant";
    activeMutant: string;
  }
}

handDown([activeMutantVariable, hitsFolderVariable, testVariable, "NODE_OPTIONS"]);
if (inject("mode") === "mutant") switchOn(inject("activeMutant"));
else recordHits();

/**
 * Switches the mutant on in this process, from the first line that is loaded, and in all processes and worker threads
 * that the tests start: they inherit its environment.
 */
function switchOn(mutant: string): void {
  process.env[activeMutantVariable] = mutant;
}

/**
 * Adds to Stryker's coverage, which has the mutants that each test reaches in its own thread. It adds those reached by
 * processes and threads that the test starts. To every test of a file it adds those reached outside tests, such as
 * while the file loads: Stryker would run all test files for these, but only files that load the mutant can notice it.
 */
function recordHits(): void {
  const folder = mkdtempSync(join(tmpdir(), "hits-"));
  process.env[hitsFolderVariable] = folder;
  const forChildren = `--import=${new URL("./in-children.ts", import.meta.url).href}`;
  process.env["NODE_OPTIONS"] = [process.env["NODE_OPTIONS"], forChildren].filter(Boolean).join(" ");
  const tests: string[] = [];
  beforeEach(() => {
    const test = globalThis.__stryker__?.currentTestId;
    if (test === undefined) return;
    tests.push(test);
    process.env[testVariable] = test;
  });
  afterEach(() => {
    delete process.env[testVariable];
  });
  afterAll(() => {
    globalThis.__stryker__ ??= {};
    const coverage = (globalThis.__stryker__.mutantCoverage ??= { static: {}, perTest: {} });
    const outsideTests = coverage.static;
    for (const file of readdirSync(folder)) {
      const [test, ...mutants] = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
      const hits = Object.fromEntries(mutants.map((mutant) => [mutant, 1]));
      add(test ? (coverage.perTest[test] ??= {}) : outsideTests, hits);
    }
    for (const test of tests) add((coverage.perTest[test] ??= {}), outsideTests);
    coverage.static = {};
  });
}

function add(sums: Hits, hits: Hits): void {
  for (const [mutant, count] of Object.entries(hits)) sums[mutant] = (sums[mutant] ?? 0) + count;
}

/** Passes environment variables also to programs that a test spawns with another environment. */
function handDown(variables: readonly string[]): void {
  childProcess.spawn = new Proxy(childProcess.spawn, {
    apply(spawn, self, words: readonly unknown[]) {
      const own = variables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
      const handed = words.map((word) =>
        typeof word === "object" && word !== null && "env" in word && typeof word.env === "object"
          ? { ...word, env: { ...word.env, ...Object.fromEntries(own) } }
          : word,
      );
      return Reflect.apply(spawn, self, handed);
    },
  });
  syncBuiltinESMExports();
}
