import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { BoundSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sealFits } from "../../store/sqlite/file/seal.ts";
import { DatagramSocket } from "../../test/datagram-socket.ts";
import { freePort } from "../../test/servers/free-port.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "niceties-socket-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Starts the real process as a service manager does, with this descriptor as the socket to listen on. */
function startOn(descriptor: number, environment: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(directory, "data"), LISTEN_FDS: "1", ...environment };
  const script = 'LISTEN_PID=$$ exec "$0" "$@"';
  const child = spawn("sh", ["-c", script, process.execPath, mainFile, "serve"], {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "pipe", descriptor],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("The shop has no outputs to read.");
  const ended = once(child, "exit");
  return {
    /** Resolves to the address that the shop prints. */
    async open(): Promise<string | undefined> {
      const [line] = await once(createInterface(stdout), "line");
      return / is open at (\S+)$/.exec(String(line))?.[1];
    },
    /** Ends the shop as a service manager does. Resolves to its exit code and signal. */
    close(): Promise<unknown[]> {
      child.kill();
      return ended;
    },
    complaints: () => text(stderr),
    ended,
  };
}

/** A socket on a free port, which this process only keeps. */
function keepSocket() {
  const socket = new BoundSocket({ host: "127.0.0.1" });
  const address = socket.address();
  const url = typeof address === "object" ? `http://127.0.0.1:${address.port}` : "";
  return { descriptor: socket.fd(), url, [Symbol.dispose]: () => socket.close() };
}

test("the shop listens on the socket that it is handed in place of HOST and PORT, and prints its address", async () => {
  using socket = keepSocket();
  const shop = startOn(socket.descriptor, { HOST: "192.0.2.1", PORT: "1" });
  expect(await shop.open()).toBe(socket.url);
  expect(await (await fetch(`${socket.url}/-/live`)).text()).toBe("live");
  expect(await shop.close()).toEqual([0, null]);
});

test("a second shop opens on the socket with the same METRICS_PORT, and goes on when the first closes", async () => {
  using socket = keepSocket();
  const metricsPort = String(await freePort());
  const environment: Record<string, string> = process.platform === "linux" ? { METRICS_PORT: metricsPort } : {};
  const first = startOn(socket.descriptor, environment);
  await first.open();
  const added = await fetch(`${socket.url}/coffee`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(added.status).toBe(201);
  const second = startOn(socket.descriptor, environment);
  await second.open();
  expect(await first.close()).toEqual([0, null]);
  expect((await fetch(`${socket.url}${added.headers.get("location")}`)).status).toBe(200);
  if (process.platform === "linux") expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  expect(await second.close()).toEqual([0, null]);
  expect(sealFits(join(directory, "data", "niceties.db"))).toBe(true);
});

if (process.platform === "linux") {
  test("the shop tells the service manager when it is open and when it begins to close", async () => {
    using socket = keepSocket();
    const path = join(directory, "notify");
    using manager = new DatagramSocket(path);
    const shop = startOn(socket.descriptor, { NOTIFY_SOCKET: path });
    expect(await manager.next()).toBe("READY=1");
    expect((await fetch(`${socket.url}/-/live`)).status).toBe(200);
    expect(await shop.close()).toEqual([0, null]);
    expect(await manager.next()).toBe("STOPPING=1");
  });
}

test("a descriptor that is no socket with a port is refused in one line", async () => {
  const descriptor = openSync("/dev/null", "r");
  const shop = startOn(descriptor);
  closeSync(descriptor);
  const [complaints, ended] = await Promise.all([shop.complaints(), shop.ended]);
  expect(ended).toEqual([1, null]);
  expect(complaints).toMatch(/^The socket that the service manager handed over is no TCP socket\. .*\n$/);
});
