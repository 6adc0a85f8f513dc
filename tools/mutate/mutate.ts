// npm run mutate: makes one small mistake at a time in the program files of a folder, and runs the tests. If all tests
// pass with a mistake, or mutant, it shows something that they do not check.
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Children } from "../../bench/machine/children.ts";
import { installLocked } from "../set-up/install-locked.ts";
import { misunderstood, readArguments } from "../read-arguments.ts";
import { testsFor } from "./folders.ts";
import { readChoice, type Choice } from "./read-choice.ts";
import { readReport, shareNoticed, type Survivor, type Tally } from "./read-report.ts";

const helpText = `npm run mutate FOLDER                    how many mistakes in a folder's program files the tests notice
npm run mutate FILE …                    only these files
npm run mutate -- FOLDER --sample 150    150 mistakes, evenly spread; --seed 2 chooses others

It fails if the tests notice fewer than 90 %. Mistakes that they do not notice are listed in test-results/mutate/.`;

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = fileURLToPath(new URL(".", import.meta.url));
const results = join(root, "test-results", "mutate");
const enough = 0.9;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(helpText, {
    options: { sample: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const choice = readChoice(root, { paths: positionals, ...values });
  if ("wrong" in choice) misunderstood(helpText, choice.wrong);

  installLocked(packages, "Installing Stryker");
  const name = choice.paths
    .join(" ")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, 100);
  const report = join(results, name);
  rmSync(report, { recursive: true, force: true });
  mkdirSync(report, { recursive: true });
  if (!(await runStryker(choice, report))) {
    console.error("✗ Stryker failed; its output above says why");
    process.exitCode = 1;
    return;
  }
  const tallies = readReport(JSON.parse(readFileSync(join(report, "report.json"), "utf8")));
  tell(tallies.filter(({ mutants }) => mutants > 0));
  const survivors = tallies.flatMap((tally) => tally.survivors);
  writeFileSync(join(report, "survivors.txt"), survivors.map(describe).join("\n"));
  console.log(`\nWhat survived: ${relative(root, join(report, "survivors.txt"))}, and as a page report.html beside it`);
  const share = shareNoticed(sumOf(tallies));
  process.exitCode = share < enough ? 1 : 0;
  if (share < enough) console.error(`✗ fewer than ${enough * 100} % are noticed`);
}

/** Writes `report.json` and `report.html` to the folder `report`. Returns false if a test fails without a mutant. */
async function runStryker({ paths, sample, seed }: Choice, report: string): Promise<boolean> {
  // For copies of the project, and for files that killed tests leave behind. This process removes all of it at its end.
  const folder = mkdtempSync(join(tmpdir(), "niceties-mutate-"));
  chmodSync(folder, 0o711); // PostgreSQL runs as another user there
  const children = new Children(folder);
  const configuration = join(folder, "stryker.config.json");
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory();
  const options = {
    packageManager: "npm",
    plugins: ["@stryker-mutator/vitest-runner", join(packages, "stryker-plugin.ts")],
    mutate: [...paths.map((path) => (isFolder(path) ? `${path}/**/*.ts` : path)), "!**/*.test.ts"],
    testRunner: "vitest",
    vitest: { configFile: "tools/mutate/vitest.config.ts", related: false, pool: "forks" },
    coverageAnalysis: "perTest",
    ignorers: ["words"],
    reporters: ["progress-line", "json", "html"],
    jsonReporter: { fileName: join(report, "report.json") },
    htmlReporter: { fileName: join(report, "report.html") },
    tempDirName: join(folder, "copies"),
    ignorePatterns: ["/art", "/build", "/data", "/docs/screenshots", "/e2e/look", "/test-results"],
    buildCommand: `ln -s ${join(root, "build").replaceAll(" ", "\\ ")} build`, // build/ has a link, which Stryker cannot copy
    disableTypeChecks: false,
    tsconfigFile: "none", // Stryker would read it with an API that TypeScript 7 no longer has; nothing is compiled
    concurrency: availableParallelism(),
    // On a busy machine, a run can take several times as long as the first run.
    timeoutMS: 15_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 30,
    logLevel: "warn",
    allowConsoleColors: false,
  };
  writeFileSync(configuration, JSON.stringify(options));
  const tests = [...new Set(paths.flatMap(testsFor))];
  console.log(`Running ${tests.join(" and ")} without a mistake first, to see which lines each test reaches …`);
  const child = children.start(
    {
      program: process.execPath,
      args: [join(packages, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", configuration],
      directory: root,
      env: {
        TMPDIR: folder,
        MUTATE_TESTS: JSON.stringify(tests),
        MUTATE_SEED: String(seed),
        ...(sample !== undefined && { MUTATE_SAMPLE: String(sample) }),
      },
    },
    ["ignore", "inherit", "inherit"],
  );
  const [exitCode] = await once(child, "exit");
  await children.end(child);
  return exitCode === 0;
}

function sumOf(tallies: readonly Tally[]) {
  return {
    mutants: tallies.reduce((sum, { mutants }) => sum + mutants, 0),
    noticed: tallies.reduce((sum, { noticed }) => sum + noticed, 0),
  };
}

function tell(tallies: readonly Tally[]): void {
  const width = Math.max(5, ...tallies.map(({ file }) => file.length));
  const rows = [
    ["", "mutants", "noticed", "survived", "share"],
    ...tallies.map((tally) => [tally.file, ...numbersOf(tally)]),
    ["total", ...numbersOf(sumOf(tallies))],
  ];
  for (const [name = "", ...cells] of rows) {
    console.log(name.padEnd(width) + cells.map((cell) => cell.padStart(10)).join(""));
  }
}

function numbersOf(tally: Readonly<{ mutants: number; noticed: number }>): readonly string[] {
  const { mutants, noticed } = tally;
  const percent = Math.floor(shareNoticed(tally) * 1_000) / 10; // rounded down, so never up to the required share
  return [String(mutants), String(noticed), String(mutants - noticed), `${percent.toFixed(1)} %`];
}

function describe({ file, line, column, mutator, original, replacement, isReached }: Survivor): string {
  return [
    `${file}:${line}:${column}  ${mutator}${isReached ? "" : ", which no test reaches"}`,
    ...original.split("\n").map((text) => `  - ${text}`),
    ...replacement.split("\n").map((text) => `  + ${text}`),
    "",
  ].join("\n");
}

await main();
