/**
 * Globs of the test files that run for the mutants of a folder. For a file, the longest matching folder counts. A
 * folder that is not listed runs its own test files.
 */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  // The catalogue is pure: its own tests take seconds. Tests of replies check the words of faults.
  catalogue: ["catalogue/**/*.test.ts", "server/http/problem.test.ts"],
  // Only commands erase in backups, sweep files and move a shop, so only the tests of commands cover that.
  store: ["store/**/*.test.ts", "operations/move.test.ts", "cli/commands/erase.test.ts"],
  // The tests of the commands run most operations.
  operations: ["operations/**/*.test.ts", "cli/commands/*.test.ts", "cli/files.test.ts"],
  // Most of server/http answers requests, which the tests of the API send.
  "server/http": ["server/http/**/*.test.ts", "server/calls/coffee/{coffee-api,conditional-requests}.test.ts"],
  "server/calls": ["server/calls/**/*.test.ts"],
};

/** The globs of the test files for the mutants of a folder or file. */
export function testsFor(path: string): readonly string[] {
  const folders = Object.keys(testsOf).filter((folder) => path === folder || path.startsWith(`${folder}/`));
  const [nearest] = folders.toSorted((a, b) => b.length - a.length);
  if (nearest !== undefined) return testsOf[nearest] ?? [];
  const folder = path.endsWith(".ts") ? path.slice(0, path.lastIndexOf("/")) : path;
  return [`${folder}/**/*.test.ts`];
}
