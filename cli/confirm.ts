import { once } from "node:events";
import { createInterface } from "node:readline";
import { Interrupted } from "./interruption.ts";

/** Whether there is a person who can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks on the terminal; anything but yes is a no. Rejects with `Interrupted` on Ctrl-C. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const interrupted = once(terminal, "SIGINT").then(() => {
    process.stderr.write("\n");
    throw new Interrupted("SIGINT");
  });
  const closed = once(terminal, "close").then(() => [""]);
  try {
    terminal.setPrompt(`${question} [y/N] `);
    terminal.prompt();
    const [answer] = await Promise.race([once(terminal, "line"), closed, interrupted]);
    return /^y(es)?$/i.test(String(answer).trim());
  } finally {
    terminal.close();
  }
}
