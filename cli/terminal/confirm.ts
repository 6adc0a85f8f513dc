import { once } from "node:events";
import { createInterface } from "node:readline";
import { CommandFailed } from "./command-failed.ts";
import { Interrupted } from "./interruption.ts";

/** Whether a person can answer a question. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks a yes-or-no question on the terminal. Any other answer, and the signal, count as no. Rejects with `Interrupted`
 * on Ctrl-C.
 */
export async function confirm(
  question: string,
  signal?: AbortSignal,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, ...(signal && { signal }) });
  const ends = ["line", "close", "SIGINT"].map((event) => once(terminal, event).then(([line]) => ({ event, line })));
  terminal.setPrompt(`${question} [y/N] `);
  terminal.prompt();
  const { event, line } = await Promise.race(ends);
  if (event !== "line") output.write("\n");
  terminal.close();
  if (event === "SIGINT") throw new Interrupted("SIGINT");
  return /^y(es)?$/i.test(String(line).trim());
}

/**
 * Asks a question that --yes answers. Rejects with `CommandFailed`, which begins with `nothing`, such as "Nothing was
 * erased", unless the answer is yes. `unasked` is its message without a terminal, and with --json.
 */
export async function requireYes(
  { yes, json }: Readonly<{ yes?: boolean | undefined; json?: boolean | undefined }>,
  question: string,
  nothing: string,
  unasked = `${nothing}: there is no terminal to ask on. Add --yes to do what is shown.`,
  signal?: AbortSignal,
): Promise<void> {
  if (yes) return;
  if (json || !isTerminal()) throw new CommandFailed(unasked);
  if (!(await confirm(question, signal))) throw new CommandFailed(`${nothing}.`);
}
