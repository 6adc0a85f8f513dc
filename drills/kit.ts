import { parseArgs, type ParseArgsConfig } from "node:util";

/** What a drill found: one line that sums it up, and one for each fault. A drill without faults has passed. */
export type Verdict = Readonly<{ summary: string; faults: readonly string[] }>;

/** A whole number that a drill takes on the command line. */
export type DrillOption = Readonly<{ default: number; help: string }>;

/** A drill: it opens real shops, does harm to them, and reports every promise that they broke. */
export type Drill<Name extends string = string> = Readonly<{
  /** What it does to the shop and what must hold, for `--help`. */
  help: string;
  options: Readonly<Record<Name, DrillOption>>;
  /** `onProgress` hears how much is done, of how much, as often as the drill likes. */
  run: (options: Readonly<Record<Name, number>>, onProgress: OnProgress) => Promise<Verdict>;
}>;

export type OnProgress = (done: number, all: number) => void;

/** Gives a drill's options their types. */
export function drill<Name extends string>(definition: Drill<Name>): Drill<Name> {
  return definition;
}

/** Runs a drill with the options of a command line. Resolves to its exit code: 0 passed, 1 failed, 2 not understood. */
export async function runDrill(name: string, { help, options, run }: Drill, args: readonly string[]): Promise<number> {
  const asked = readOptions(options, args);
  if (typeof asked === "string") {
    console.error(`${asked}\n\n${helpText(name, help, options)}`);
    return 2;
  }
  if (!asked) {
    console.log(helpText(name, help, options));
    return 0;
  }
  const { summary, faults } = await run(asked, showProgress());
  for (const fault of faults) console.error(fault);
  console.log(`\n${name}: ${summary}; ${faults.length === 0 ? "passed" : `FAILED, faults: ${faults.length}`}`);
  return faults.length === 0 ? 0 : 1;
}

/** The options with their values, undefined where help is asked for, or a text that says what cannot be read. */
function readOptions(
  options: Drill["options"],
  args: readonly string[],
): Readonly<Record<string, number>> | string | undefined {
  const names = Object.keys(options);
  const taken: NonNullable<ParseArgsConfig["options"]> = { help: { type: "boolean", short: "h" } };
  for (const name of names) taken[name] = { type: "string" };
  try {
    const { help, ...given } = parseArgs({ args: [...args], options: taken }).values;
    if (help === true) return undefined;
    const unreadable = Object.entries(given).find(([, value]) => !/^\d+$/.test(String(value)));
    if (unreadable) return `--${unreadable[0]} must be a whole number, not ${String(unreadable[1])}.`;
    return Object.fromEntries(names.map((name) => [name, Number(given[name] ?? options[name]?.default)]));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function helpText(name: string, help: string, options: Drill["options"]): string {
  const lines = Object.entries(options).map(([option, { default: value, help: meaning }]) => {
    return `  --${option} ${value}`.padEnd(24) + meaning;
  });
  return [`npm run drill ${name} -- [options]`, "", help, "", "Options, with their defaults:", ...lines].join("\n");
}

/** A line that is written over on a terminal, and a line for each tenth elsewhere. */
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
