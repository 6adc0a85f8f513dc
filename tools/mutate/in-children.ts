// Loaded first in every process and worker thread that a test starts. In the first run, without a mutant, it records
// which mutants' lines run there. Stryker's runner sees only the lines that run in the test's own thread, and would
// report a mutant of a worker thread as reached by no test.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { hitsFolderVariable, testVariable, type Hits } from "./stryker-globals.ts";

const folder = process.env[hitsFolderVariable];
if (folder !== undefined) {
  const file = join(folder, `${process.pid}-${threadId}`);
  writeFileSync(file, `${process.env[testVariable] ?? ""}\n`);
  // Written at once and not at the end, because the test may kill the process or terminate the thread.
  const hits = new Proxy<Hits>(
    {},
    {
      set(counted, mutant, hit) {
        if (!(mutant in counted)) appendFileSync(file, `${String(mutant)}\n`);
        return Reflect.set(counted, mutant, hit);
      },
    },
  );
  globalThis.__stryker__ = { mutantCoverage: { static: hits, perTest: {} } };
}
