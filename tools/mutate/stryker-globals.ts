/** How often each mutant's line was reached, by the mutant's id. */
export type Hits = Record<string, number>;

declare global {
  /** What the code that Stryker puts into each changed file reads and counts. */
  var __stryker__:
    | {
        mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
        currentTestId?: string | undefined;
      }
    | undefined;
}

/** The environment variable that switches a mutant on in a process or worker thread that starts. */
export const activeMutantVariable = "__STRYKER_ACTIVE_MUTANT__";
/** The folder into which processes and threads that a test starts write which mutants' lines they reach. */
export const hitsFolderVariable = "MUTATE_HITS_FOLDER";
/** The test that runs, as Stryker names it; absent outside tests, such as in `beforeAll`. */
export const testVariable = "MUTATE_TEST";
