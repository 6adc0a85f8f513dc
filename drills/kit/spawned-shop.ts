import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { builtProgram } from "../../server/pages/builds.ts";
import { shopCommand } from "../../test/shop-command.ts";
import { newTestPlace } from "../../test/test-place.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const withNode = fileURLToPath(new URL("../../tools/with-node", import.meta.url));
/** The built program, for a process that is started in a particular way. */
export const mainFile = builtProgram();

/** Runs a command with the variables of sd_listen_fds(3): the socket is for the process that the shell becomes. */
const handsOver = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'];

/** Matches the two lines that every shop prints first. */
const greeting = / is open at |^Coffees (?:are kept in|come from) /;

/** A built shop in its own process, without a write limit. */
export type SpawnedShop = AsyncDisposable &
  Readonly<{
    url: string;
    processId: number;
    /** Lines that it printed after the first two, on both outputs, and an unexpected end. Empty if all is well. */
    complaints: readonly string[];
    /** Ends the shop at once with SIGKILL; resolves when it has ended. */
    kill: () => Promise<void>;
    /** Ends the shop with SIGTERM; resolves to its exit code when it has ended. */
    close: () => Promise<number | null>;
  }>;

export type SpawnOptions = Readonly<{
  /** The data directory. If left out, the shop gets its own, with the sample coffees, which is removed at the end. */
  directory?: string;
  /** Further settings. */
  environment?: Readonly<Record<string, string>>;
  /** A module that the process loads first; `onMessage` gets what it sends with `process.send`. */
  preload?: URL;
  onMessage?: (message: unknown) => void;
  /** A command that runs the shop, such as a debugger. */
  under?: readonly string[];
  /** The command that starts the shop; by default this project's. */
  command?: readonly string[];
  /** The descriptor of a socket that the shop listens on, as a service manager hands it over: see sd_listen_fds(3). */
  socket?: number | undefined;
}>;

/** Makes an empty folder in the system's temporary folder; disposing of it removes it with all its contents. */
export function temporaryFolder(name: string) {
  return mkdtempDisposable(join(tmpdir(), `niceties-${name}-`));
}

/** Starts an operator's command in `directory`, where its shop is as well unless `environment` says otherwise. */
export function startCommand(
  directory: string,
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
) {
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, ...environment };
  const [program = "", ...args] = [...shopCommand, ...words];
  return spawn(program, args, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Opens a shop. Disposing of it waits until it has ended. */
export async function spawnShop({
  directory,
  environment,
  preload,
  onMessage,
  socket,
  under = socket === undefined ? [] : handsOver,
  command = preload ? [withNode, "node", "--import", preload.href, mainFile, "serve"] : [...shopCommand, "serve"],
}: SpawnOptions = {}): Promise<SpawnedShop> {
  const own = directory === undefined ? await newTestPlace() : undefined;
  const data = own?.directory ?? directory;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    PORT: "0",
    DATA_DIR: data,
    DATABASE_URL: own?.databaseUrl,
    WRITE_LIMIT: "off",
    DRILL: "off",
    ...(!own && { SAMPLE: "off" }),
    ...environment,
  };
  const [program = "", ...args] = [...under, ...command];
  const child = spawn(program, args, { cwd: data, env, stdio: ["ignore", "pipe", "pipe", socket ?? "ipc"] });
  if (!child.stdout || !child.stderr) throw new Error("The shop has no outputs to read.");
  if (onMessage) child.on("message", onMessage);
  const complaints: string[] = [];
  const exit = once(child, "exit");
  let isClosing = false;
  child.once("exit", (code, signal) => {
    if (!isClosing) complaints.push(`The shop ended: exit code ${code}, signal ${signal}.`);
  });
  createInterface(child.stderr).on("line", (line) => complaints.push(line));
  const lines = createInterface(child.stdout);
  lines.on("line", (line) => {
    if (!greeting.test(line)) complaints.push(line);
  });
  const [first] = await Promise.race([once(lines, "line"), exit]);
  const [, url] = /is open at (\S+)/.exec(String(first)) ?? [];
  if (!url || child.pid === undefined) throw new Error(`The shop did not open: ${complaints.join("\n")}`);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isClosing = true;
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  return {
    url,
    processId: child.pid,
    complaints,
    kill: async () => void (await end("SIGKILL")),
    close: () => end("SIGTERM"),
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await own?.[Symbol.asyncDispose]();
    },
  };
}

/** Whether anything answers at this address. */
export function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    async (reply) => {
      await reply.arrayBuffer();
      return true;
    },
    () => false,
  );
}
