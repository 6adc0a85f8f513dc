/**
 * Which test files run for the mutants of a folder, as globs; the longest folder that holds a file counts. A folder that is
 * not here runs its own test files.
 */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  // The catalogue is pure: its own tests take seconds. The words of faults are tested as replies.
  catalogue: ["catalogue/**/*.test.ts", "server/http/problem.test.ts"],
  // Erasing in backups, sweeping files and moving a shop have commands as their only users, and those commands' tests.
  store: ["store/**/*.test.ts", "operations/move.test.ts", "cli/commands/erase.test.ts"],
  // The tests of the commands run most operations.
  operations: ["operations/**/*.test.ts", "cli/commands/*.test.ts", "cli/files.test.ts"],
  // Most of server/http answers requests, and the tests of the API are what sends them.
  "server/http": ["server/http/**/*.test.ts", "server/calls/coffee/{coffee-api,conditional-requests}.test.ts"],
  "server/calls": ["server/calls/**/*.test.ts"],
};

/** Tests that fail because a mutation run changes the source text or the speed, with the reason. */
export const testsLeftOut: Readonly<Record<string, string>> = {};

/** The globs of the test files for the mutants of a folder or file. */
export function testsFor(path: string): readonly string[] {
  const folders = Object.keys(testsOf).filter((folder) => path === folder || path.startsWith(`${folder}/`));
  const [nearest] = folders.toSorted((a, b) => b.length - a.length);
  if (nearest !== undefined) return testsOf[nearest] ?? [];
  const folder = path.endsWith(".ts") ? path.slice(0, path.lastIndexOf("/")) : path;
  return [`${folder}/**/*.test.ts`];
}
