import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../kit/until.ts";
import { asUser, imageName, limits, restrictions, unknownUser, type Engine } from "./engine.ts";
import { relayTo } from "./relay.ts";

const relayFile = fileURLToPath(new URL("relay.ts", import.meta.url));
const openTimeoutMs = 30_000;

/** A container of the shop on a volume. It has no network: `url` leads through a socket file. */
export type Container = AsyncDisposable &
  Readonly<{
    url: string;
    processId: number;
    /** From the start of the container until home was answered. */
    firstAnswerMs: number;
    /** Runs a program in the container, and resolves to what it printed. Rejects if it fails. */
    exec: (...words: readonly string[]) => Promise<string>;
    /** Whether the health check of the image passes, or its program if the shop listened on another port. */
    isHealthy: (port?: number) => Promise<boolean>;
    /** What Linux says of the shop's process, by name. */
    status: () => Promise<ReadonlyMap<string, string>>;
    /** Stops the container as `podman stop` does. Resolves to its exit code, and how long the shop's process still ran. */
    stop: () => Promise<Readonly<{ exitCode: number; ms: number }>>;
    /** Kills the container with SIGKILL. */
    kill: () => Promise<void>;
  }>;

export async function openContainer(
  engine: Engine,
  folder: string,
  { volume, user = unknownUser, port }: Readonly<{ volume: string; user?: number; port: number }>,
): Promise<Container> {
  const name = `shop-${port}`;
  const startedAt = performance.now();
  const settings = [`--env=PORT=${port}`, "--env=WRITE_LIMIT=off", "--env=DRILL=off"];
  const rights = [...restrictions, ...limits, ...asUser(user), "--network=none"];
  await engine.run("run", "--detach", `--name=${name}`, ...rights, ...settings, `--volume=${volume}:/data`, imageName);
  const inspect = (field: string) => engine.run("inspect", `--format={{.State.${field}}}`, name);
  const processId = Number(await inspect("Pid"));
  if (processId === 0) throw new Error(`The container ended at once: ${await engine.logs(name)}`);
  const relay = await openRelay(processId, join(folder, `${name}.socket`), port);
  const isOpen = () =>
    fetch(relay.url).then(
      async (reply) => (await reply.text(), reply.ok),
      () => false,
    );
  const failure = async () => {
    relay.close();
    return `The container did not open: ${await engine.logs(name)}`;
  };
  await until(isOpen, { withinMs: openTimeoutMs, everyMs: 10, failure });
  return {
    url: relay.url,
    processId,
    firstAnswerMs: performance.now() - startedAt,
    exec: (...words) => engine.run("exec", name, ...words),
    isHealthy: (asked) => {
      const check = ["exec", `--env=PORT=${asked}`, name, "node", "/opt/niceties/is-ready.ts"];
      return isDone(engine.run(...(asked === undefined ? ["healthcheck", "run", name] : check)));
    },
    status: () => statusOf(processId),
    async stop() {
      const stoppedAt = performance.now();
      const stopping = engine.run("stop", name);
      await until(() => !existsSync(`/proc/${processId}`), {
        withinMs: openTimeoutMs,
        everyMs: 5,
        failure: "It runs on.",
      });
      const ms = performance.now() - stoppedAt;
      await stopping;
      return { exitCode: Number(await inspect("ExitCode")), ms };
    },
    kill: async () => void (await engine.run("kill", "--signal=KILL", name)),
    async [Symbol.asyncDispose]() {
      await engine.run("rm", "--force", "--time=0", name);
      relay.close();
    },
  };
}

/** Whether a command ends without an error. */
export function isDone(command: Promise<unknown>): Promise<boolean> {
  return command.then(
    () => true,
    () => false,
  );
}

/** A port of this machine that leads to a port in the network of a process. */
async function openRelay(processId: number, file: string, port: number) {
  const words = [`--target=${processId}`, "--net", process.execPath, relayFile, file, String(port)];
  const inside = spawn("nsenter", words, { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(inside.stdout, "data"), once(inside, "exit")]);
  const outside = relayTo({ path: file }).listen(0, "127.0.0.1");
  await once(outside, "listening");
  const close = () => {
    outside.close();
    inside.kill();
  };
  const address = outside.address();
  if (typeof address !== "object" || !address) throw new Error("There is no free port.");
  return { url: `http://127.0.0.1:${address.port}`, close };
}

/** The lines of /proc/…/status, and the names of the network's devices. */
async function statusOf(processId: number): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(`/proc/${processId}/status`, "utf8")).split("\n").map((line) => line.split(/:\s+/));
  const devices = await readFile(`/proc/${processId}/net/dev`, "utf8");
  const names = [...devices.matchAll(/^ *(\w+):/gm)].map(([, device = ""]) => device).join(" ");
  return new Map([...lines.map(([name = "", value = ""]) => [name, value] as const), ["Devices", names]]);
}
