import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Machine } from "./machines.ts";
import { psqlCommand, psqlEnvironment, type Login } from "./psql.ts";
import { onMachine } from "./services.ts";

const restMs = 20;
const restAfterFailureMs = 100;

/** Gives a writer its row numbers, and records those whose rows were acknowledged. */
export class Acknowledgements {
  readonly numbers: number[] = [];
  #next: number;

  /** Rows are numbered from `first` on. */
  constructor(first: number) {
    this.#next = first;
  }

  takeNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  note(number: number): void {
    this.numbers.push(number);
  }
}

/**
 * Inserts numbered rows from `machine`, one after the other, until `signal` aborts. Reconnects whenever the connection
 * breaks, and never tries a number twice.
 */
export async function writeRows(
  login: Login,
  acknowledgements: Acknowledgements,
  signal: AbortSignal,
  machine: Machine,
): Promise<void> {
  while (!signal.aborted) {
    await writeUntilBroken(login, acknowledgements, signal, machine);
    await delay(restAfterFailureMs);
  }
}

async function writeUntilBroken(
  login: Login,
  acknowledgements: Acknowledgements,
  signal: AbortSignal,
  machine: Machine,
): Promise<void> {
  const [program, args] = onMachine(machine, psqlCommand);
  const env = { ...process.env, ...psqlEnvironment(login) };
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop);
  // If `psql` has ended, its output ends too, so an error of writing to it adds nothing.
  child.stdin.on("error", () => {});
  const insert = () => {
    const number = acknowledgements.takeNumber();
    child.stdin.write(`insert into drill (number) values (${number}) returning number;\n`);
  };
  insert();
  for await (const line of createInterface(child.stdout)) {
    acknowledgements.note(Number(line));
    await delay(restMs);
    insert();
  }
  signal.removeEventListener("abort", stop);
}
