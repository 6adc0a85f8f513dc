// The checks of every change, as named steps, the cheapest first. A failed step does not stop those after it. The last line
// counts each test of a suite, and each step without tests of its own. Drills run the slower tests.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Count = Readonly<{ passed: number; failed: number }>;
type Step = Readonly<{ name: string; command: readonly string[]; neededBy?: readonly string[]; count?: () => Count }>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, "test-results");
const unitResults = join(results, "unit.json");
const browserResults = join(results, "browser.json");

const countUnits = () => {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson(unitResults);
  return { passed: numberOf(numPassedTests), failed: numberOf(numFailedTests) || numberOf(numFailedTestSuites) };
};
const unitTests = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitResults}`];

const steps: readonly Step[] = [
  { name: "format", command: ["prettier", "--check", "--log-level=warn", "."] },
  { name: "route types", command: ["react-router", "typegen"], neededBy: ["types", "lint"] },
  { name: "types", command: ["tsc"] },
  { name: "lint", command: ["oxlint", "--type-aware"] },
  { name: "browser floor", command: ["node", "tools/browser-floor/check.ts"] },
  {
    name: "unit, store and HTTP tests",
    command: [...unitTests, "--project=quick", "--project=alone"],
    count: countUnits,
  },
  { name: "a new field", command: ["node", "tools/check/add-a-field.ts"] },
  {
    name: "browser tests",
    command: ["playwright", "test", "--project=quick", "--project=quick-classic"],
    count: () => {
      const { expected, unexpected, flaky } = recordOf(readJson(browserResults)["stats"]);
      return { passed: numberOf(expected), failed: numberOf(unexpected) + numberOf(flaky) };
    },
  },
];

const helpText = `npm test                     the checks of every change: ${steps.map(({ name }) => name).join(", ")}
npm test -- "types" "lint"   only the steps with these names, and those that they need
npm test -- --changed        for a change that is not committed yet: types, lint, and the tests in the folders of its files`;

async function main(names: readonly string[]): Promise<void> {
  if (names.includes("--help")) {
    console.log(helpText);
    return;
  }
  const isForChange = names.includes("--changed");
  const unknown = names.filter((name) => name !== "--changed" && !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(", ")}.\n${helpText}`);
    process.exitCode = 2;
    return;
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const counts: Count[] = [];
  for (const step of isForChange ? stepsOfChange() : stepsNamed(names)) counts.push(await runStep(step));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** All steps if no name is given. */
function stepsNamed(names: readonly string[]): readonly Step[] {
  if (names.length === 0) return steps;
  return steps.filter(({ name, neededBy = [] }) => [name, ...neededBy].some((each) => names.includes(each)));
}

/** The tests beside the changed files, the tests of the documents, and the changed browser tests. */
function stepsOfChange(): readonly Step[] {
  const added = gitLines("ls-files", "--others", "--exclude-standard");
  const touched = [...gitLines("diff", "--name-only", "HEAD"), ...added];
  const files = touched.filter((file) => existsSync(join(root, file)));
  const folders = new Set(touched.map((file) => `${dirname(file)}/`).filter((folder) => folder !== "./"));
  const specs = files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  return [
    { name: "format", command: ["prettier", "--check", "--log-level=warn", "--ignore-unknown", ...files] },
    ...stepsNamed(["types", "lint"]),
    {
      name: "tests beside the change",
      command: [...unitTests, "--project=!on PostgreSQL", "tools/check/", ...folders],
      count: countUnits,
    },
    ...(specs.length > 0
      ? [
          {
            name: "changed browser tests",
            command: ["playwright", "test", ...specs],
          },
        ]
      : []),
  ];
}

function gitLines(...args: readonly string[]): string[] {
  const text = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  return text.split("\n").filter((line) => line !== "");
}

async function runStep({ name, command, count }: Step): Promise<Count> {
  const started = performance.now();
  console.log(`▸ ${name}`);
  const child = spawn(join(root, "tools", "with-node"), command, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [exitCode] = await once(child, "exit");
  const counted = outcome(exitCode === 0, count);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${counted.failed === 0 ? "✓" : "✗"} ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)\n`,
  );
  return counted;
}

/** Counts a step's tests. A suite that broke off before it could count, or that ran nothing, has failed. */
function outcome(isGreen: boolean, count: (() => Count) | undefined): Count {
  if (!count) return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = count();
    return { passed, failed: failed || (isGreen && passed > 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  return recordOf(JSON.parse(readFileSync(file, "utf8")));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

await main(process.argv.slice(2));
