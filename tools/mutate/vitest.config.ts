import { defineConfig } from "vitest/config";

// Stryker runs the tests in a copy of the project; mutate.ts says which. Each test file has its own process, so
// the mutant is also switched on for code that runs while a file loads.
export default defineConfig({
  test: {
    environment: "node",
    include: JSON.parse(process.env["MUTATE_TESTS"] ?? "[]"),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    setupFiles: ["tools/mutate/in-test-files.ts"],
    // Worker threads inherit these arguments, so they load this file as well.
    execArgv: ["--import", new URL("./in-children.ts", import.meta.url).href],
  },
});
