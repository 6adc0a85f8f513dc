import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs a program of the system and resolves to its output. Rejects with its error output. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const running = execute(program, args, { env: { ...process.env, ...env }, maxBuffer: 1_000_000_000 });
  // If a program ends without reading its input, its exit code says why.
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}
