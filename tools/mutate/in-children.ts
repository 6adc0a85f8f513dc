// Loaded first in every process and worker thread that a test starts. In the first run, without a mutant, it writes down
// whose lines are reached there. Stryker's runner sees only what the test's own thread reaches, and would take a mutant of
// a worker thread for one that no test reaches.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { hitsFolderVariable, testVariable, type Hits } from "./stryker-globals.ts";

const folder = process.env[hitsFolderVariable];
if (folder !== undefined) {
  const file = join(folder, `${process.pid}-${threadId}`);
  writeFileSync(file, `${process.env[testVariable] ?? ""}\n`);
  // At once and not at the end: a process may be killed, and a thread terminated.
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
