import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const cwd = fileURLToPath(new URL("..", import.meta.url));

function call(program: string, option: string) {
  const words = program === "tools/with-node" ? [program, option] : [process.execPath, program, option];
  const { status, stdout, stderr } = spawnSync("/usr/bin/env", words, { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

test.for([
  "tools/with-node",
  "tools/npm-matrix.ts",
  "tools/check-runtime.ts",
  "tools/set-up/setup.mjs",
  "tools/set-up/compress-files.mjs",
])(
  "%s prints its usage with --help, and an error and the usage for an unknown option, without a stack trace",
  (program) => {
    const help = call(program, "--help");
    expect(help).toMatchObject({ status: 0, stderr: "" });
    const wrong = call(program, "--nonsense");
    expect(wrong).toMatchObject({ status: 2, stdout: "" });
    expect(wrong.stderr).toContain(help.stdout);
    expect(wrong.stderr).not.toMatch(/^ +at /m);
  },
);

test("every other program reads its arguments with readArguments, which reports unknown options", () => {
  const files = globSync("{art,bench,conform,drills,e2e,tools}/**/*.ts", { cwd });
  const reading = files.filter(
    (file) => !file.endsWith(".test.ts") && readFileSync(`${cwd}/${file}`, "utf8").includes("parseArgs("),
  );
  expect(reading.filter((file) => !/^(art|bench)\//.test(file)).toSorted()).toEqual([
    "drills/kit/drill.ts",
    "tools/read-arguments.ts",
  ]);
});
