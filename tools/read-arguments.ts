import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Parses the arguments of a program. With --help or -h it prints `helpText` and exits with 0. For an unknown option it
 * prints what is wrong, then `helpText`, and exits with 2.
 */
export function readArguments<Config extends ParseArgsConfig>(helpText: string, config: Config) {
  if (process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) {
    console.log(helpText);
    process.exit();
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const [wrong] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    return misunderstood(helpText, `${wrong}.`);
  }
}

/** Prints what is wrong with the arguments and, below it, the help, and ends the process with exit code 2. */
export function misunderstood(helpText: string, wrong: string): never {
  console.error(`${wrong}\n\n${helpText}`);
  process.exit(2);
}

/** Runs a program. If it fails, prints only its error's message, and lets the process end with exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
