import { once } from "node:events";
import { createInterface } from "node:readline";
import { Interrupted } from "./interruption.ts";

/** Whether there is a person who can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks on the terminal; anything but yes is a no, and so is the signal. Rejects with `Interrupted` on Ctrl-C. */
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
