import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs a program of the system and resolves to what it printed. Rejects with what it complained of. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const running = execute(program, args, { env: { ...process.env, ...env }, maxBuffer: 1_000_000_000 });
  // A program that ends without reading says why by its exit code.
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}
