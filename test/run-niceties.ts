import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { shopCommand } from "./shop-command.ts";

export type Ended = Readonly<{ code: number | null; signal: string | null; out: string; err: string }>;

/** A directory for a test of commands, in which the shop is in `data`. */
export class Workplace implements AsyncDisposable {
  readonly path = mkdtempSync(join(tmpdir(), "niceties-cli-"));
  readonly data = join(this.path, "data");
  readonly #environment: Readonly<Record<string, string>>;

  /** `environment` adds variables to those that every test has. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment;
  }

  /** Starts the real command here, without a terminal. */
  start(...words: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const own = { PATH, NODE_COMPILE_CACHE, TZ: "Asia/Dhaka", PORT: "0", DATA_DIR: "data", WRITE_LIMIT: "off" };
    const env = { ...own, ...this.#environment };
    const [program = "", ...args] = [...shopCommand, ...words];
    return spawn(program, args, { cwd: this.path, env, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Runs the command to its end. */
  run(...words: readonly string[]): Promise<Ended> {
    return ended(this.start(...words));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}

/** Resolves to what a command printed, and how it ended. */
export async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  const [out, err, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, signal, out, err };
}
