/** How often each mutant's line ran, by the mutant's id. */
export type Hits = Record<string, number>;

declare global {
  /** State that Stryker's code in each changed file reads, and the hits that it counts. */
  var __stryker__:
    | {
        mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
        currentTestId?: string | undefined;
      }
    | undefined;
}

/** The environment variable that switches a mutant on in a process or worker thread that starts. */
export const activeMutantVariable = "__STRYKER_ACTIVE_MUTANT__";
/** The folder in which processes and threads that a test starts record which mutants' lines they reach. */
export const hitsFolderVariable = "MUTATE_HITS_FOLDER";
/** The running test's id in Stryker; absent outside tests, such as in `beforeAll`. */
export const testVariable = "MUTATE_TEST";
