import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { Interrupted, interruptible } from "../../cli/terminal/interruption.ts";

/**
 * What a drill did and found. It has passed if it found no fault, and if each count in `done` is above 0: a drill in
 * which nothing happened has tried nothing.
 */
export type Verdict = Readonly<{
  done: Readonly<Record<string, number>>;
  /** What else it measured, in one or more lines. */
  measured?: string;
  faults: readonly string[];
}>;

/** An option of a drill on the command line. */
type DrillOption<Value> = Readonly<{ default: Value; help: string }>;

/** A drill opens real shops, harms them, and reports every promise that they break. */
export type Drill<Name extends string = string, Text extends string = string> = Readonly<{
  /** The promise that it tests, in one sentence. docs/behaviour/ identifies the drill by it. */
  promise: string;
  /** What it does to the shop and what it needs, for `--help`. */
  help: string;
  /** Whole numbers. */
  options: Readonly<Record<Name, DrillOption<number>>>;
  texts?: Readonly<Record<Text, DrillOption<string>>>;
  /** The runs of `npm run drills`: short, but long enough to fail. Empty if it needs more than every machine has. */
  short: readonly Partial<Readonly<Record<NoInfer<Name>, number>>>[];
  /** Calls `onProgress` with the amount done and the total. Once `signal` aborts, the drill cleans up and rejects. */
  run(
    options: Readonly<Record<NoInfer<Name>, number>>,
    onProgress: OnProgress,
    signal: AbortSignal,
    texts: Readonly<Record<NoInfer<Text>, string>>,
  ): Promise<Verdict>;
}>;

export type OnProgress = (done: number, all: number) => void;

/** Gives a drill's options their types. */
export function drill<Name extends string, Text extends string = never>(
  definition: Drill<Name, Text>,
): Drill<Name, Text> {
  return definition;
}

/**
 * Runs a drill with the options of a command line. Resolves to its exit code: 0 passed, 1 failed, 2 not understood, and
 * more than 128 after Ctrl-C.
 */
export async function runDrill(name: string, definition: Drill, args: readonly string[]): Promise<number> {
  const runs = readOptions(definition, args);
  if (typeof runs === "string") {
    console.error(`${runs}\n\n${helpText(name, definition)}`);
    return 2;
  }
  if (!runs) {
    console.log(helpText(name, definition));
    return 0;
  }
  let exitCode = 0;
  for (const { options, texts } of runs) {
    try {
      const { done, measured, faults } = await interruptible((signal) =>
        definition.run(options, showProgress(), signal, texts),
      );
      const undone = Object.keys(done).filter((thing) => !done[thing]);
      const found = [...faults, ...undone.map((thing) => `There were no ${thing}.`)];
      for (const fault of found) console.error(fault);
      const counts = Object.entries(done).map(([thing, count]) => `${count} ${thing}`);
      if (measured !== undefined) console.log(`\n${measured}`);
      console.log(
        `\n${name}: ${counts.join(", ")}; ${found.length === 0 ? "passed" : `FAILED, faults: ${found.length}`}`,
      );
      if (found.length > 0) exitCode = 1;
    } catch (error) {
      if (!(error instanceof Interrupted)) console.error(`${name} broke off, FAILED:`);
      console.error(error instanceof Interrupted ? error.message : error);
      return error instanceof Interrupted ? error.exitCode : 1;
    }
  }
  return exitCode;
}

type Run = Readonly<{ options: Readonly<Record<string, number>>; texts: Readonly<Record<string, string>> }>;

/** The options of each run; undefined for `--help`; a text that says what is wrong if they cannot be parsed. */
function readOptions({ options, texts = {}, short }: Drill, args: readonly string[]): Run[] | string | undefined {
  const named: NonNullable<ParseArgsConfig["options"]> = {
    help: { type: "boolean", short: "h" },
    short: { type: "boolean" },
  };
  for (const name of Object.keys({ ...options, ...texts })) named[name] = { type: "string" };
  try {
    const { help, short: isShort, ...given } = parseArgs({ args: [...args], options: named }).values;
    if (help === true) return undefined;
    const wrong = Object.keys(options).find((name) => !/^\d{1,15}$/.test(String(given[name] ?? 0)));
    if (wrong !== undefined) return `--${wrong} must be a whole number, not ${String(given[wrong])}.`;
    const givenTexts = Object.entries(texts).map(
      ([name, each]) => [name, String(given[name] ?? each.default)] as const,
    );
    return (isShort === true ? short : [{}]).map((small: Readonly<Partial<Record<string, number>>>) => {
      const numbers = Object.entries(options).map(
        ([name, each]) => [name, Number(given[name] ?? small[name] ?? each.default)] as const,
      );
      return { options: Object.fromEntries(numbers), texts: Object.fromEntries(givenTexts) };
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function helpText(name: string, { promise, help, options, texts = {}, short }: Drill): string {
  const lines = Object.entries({ ...options, ...texts }).map(([option, { default: value, help: meaning }]) => {
    return `  --${option} ${value}`.padEnd(24) + meaning;
  });
  if (short.length > 0) lines.push("  --short".padEnd(24) + "the small runs that npm run drills makes");
  return [
    `npm run drill ${name} -- [options]`,
    `\nThe promise: ${promise}.\n`,
    help,
    "\nOptions, with their defaults:",
    ...lines,
  ].join("\n");
}

/** Shows progress: on a terminal in one line that it overwrites, elsewhere with a line for each tenth. */
function showProgress(): OnProgress {
  let tenth = 0;
  return (done, all) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${all} `);
    else if (Math.floor((done * 10) / all) > tenth) {
      tenth = Math.floor((done * 10) / all);
      console.log(`${done} of ${all}`);
    }
  };
}

const folder = fileURLToPath(new URL("..", import.meta.url));
const ending = "-drill.ts";

/** The file of every drill, by the drill's name. */
export const drillFiles: ReadonlyMap<string, string> = new Map(
  globSync(`*/*${ending}`, { cwd: folder })
    .toSorted()
    .map((file) => [basename(file, ending), `${folder}${file}`]),
);

export async function loadDrill(file: string): Promise<Drill> {
  const module: Readonly<{ drill: Drill }> = await import(pathToFileURL(file).href);
  return module.drill;
}
