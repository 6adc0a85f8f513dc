import { defineConfig } from "vitest/config";
import { testsLeftOut } from "./folders.ts";

// Stryker runs the tests in a copy of the project; mutate.ts says which. A process for each file of tests
// also means that a mutant is there from the first line of a file that runs while it is loaded.
export default defineConfig({
  test: {
    environment: "node",
    include: JSON.parse(process.env["MUTATE_TESTS"] ?? "[]"),
    exclude: ["**/node_modules/**", ...Object.keys(testsLeftOut)],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    setupFiles: ["tools/mutate/in-test-files.ts"],
    // Worker threads start with the same arguments, so they load this as well.
    execArgv: ["--import", new URL("./in-children.ts", import.meta.url).href],
  },
});
