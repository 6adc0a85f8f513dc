import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request, type ClientRequest } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shopCommand } from "../../test/shop-command.ts";
import { sealFits } from "../../store/sqlite/file/seal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "niceties-main-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Starts the real process in a directory of its own. */
function start(environment: Record<string, string>, ...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: "0", DATA_DIR: join(directory, "data"), ...environment };
  const [program = "", ...more] = [...shopCommand, "serve", ...args];
  return spawn(program, more, {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function runToEnd(environment: Record<string, string>, ...args: string[]) {
  const child = start(environment, ...args);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  return { code, out: await out, err: await err };
}

function isLive(url: string): Promise<boolean> {
  return fetch(`${url}/-/live`).then(
    () => true,
    () => false,
  );
}

/** The address that the process prints once it is open. */
async function open(child: { readonly stdout: Readable }): Promise<string> {
  for await (const chunk of child.stdout) {
    const [, url] = /is open at (\S+)/.exec(String(chunk)) ?? [];
    if (url) return url;
  }
  throw new Error("The shop did not open.");
}

/** A request that the server has accepted, and whose body has not been sent yet. */
async function postWithoutBody(url: string): Promise<ClientRequest> {
  const headers = { "content-type": "application/json", expect: "100-continue" };
  const post = request(`${url}/coffee`, { method: "POST", headers });
  post.flushHeaders();
  await once(post, "continue");
  return post;
}

test("--help exits with code 0 and lists settings with their defaults", async () => {
  const { code, out, err } = await runToEnd({}, "--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/PORT .*\[3000\]/);
  expect(out).toMatch(/PRODUCT_SERVER_URL/);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s closes the shop with exit code 0, and loses nothing", async (signal) => {
  const child = start({});
  const url = await open(child);
  const before = await (await fetch(`${url}/coffee`)).json();
  const exit = once(child, "exit");
  child.kill(signal);
  expect(await exit).toEqual([0, null]);
  expect(sealFits(join(directory, "data", "niceties.db"))).toBe(true);
  expect(readdirSync(join(directory, "data")).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);

  const again = start({});
  expect(await (await fetch(`${await open(again)}/coffee`)).json()).toEqual(before);
  again.kill();
  await once(again, "exit");
});

test("a new shop with PUBLIC_URL has samples whose photos have absolute addresses", async () => {
  const child = start({ PUBLIC_URL: "https://shop.example" });
  const coffees = await (await fetch(`${await open(child)}/coffee`)).text();
  expect(coffees.match(/"photo":"https:\/\/shop\.example\/photographs\/[a-z-]+\.jpg"/g)).toHaveLength(12);
  child.kill();
  await once(child, "exit");
});

test("on SIGTERM, the shop sends a stream of changes a last retry time, ends it, and exits", async () => {
  const child = start({});
  const { body } = await fetch(`${await open(child)}/-/changes/stream`);
  if (!body) throw new Error("The stream has no body.");
  const exit = once(child, "exit");
  const pieces: string[] = [];
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    if (pieces.push(piece) === 1) child.kill("SIGTERM");
  }
  expect(pieces.join("")).toMatch(/^retry: \d+\n\nid: 12\nevent: begin\n.*\n\nretry: \d+\n\n$/);
  expect(await exit).toEqual([0, null]);
});

test("two signals in quick succession, as from Ctrl-C under npm, let a request in progress finish", async () => {
  const child = start({ SAMPLE: "off" });
  const url = await open(child);
  const exit = once(child, "exit");
  const post = await postWithoutBody(url);
  child.kill("SIGINT");
  while (await isLive(url)); // once connections are refused, the first signal has been handled
  child.kill("SIGTERM");
  const answered = once(post, "response");
  post.end("{}");
  const [reply] = await answered;
  expect(reply.statusCode).toBe(201);
  reply.resume();
  expect(await exit).toEqual([0, null]);
});

test("a second signal, sent a second after the first, ends the shop at once, also with a request under way", async () => {
  const child = start({ SAMPLE: "off" });
  const exit = once(child, "exit");
  const post = await postWithoutBody(await open(child));
  post.on("error", () => {}); // it gets no reply
  const signals = setInterval(() => child.kill("SIGINT"), 100);
  expect(await exit).toEqual([1, null]);
  clearInterval(signals);
});

test("SIGTERM reaches the shop through npm start, which ends only after it", async () => {
  const env = { ...process.env, PORT: "0", DATA_DIR: join(directory, "data"), DATABASE_URL: "" };
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await open(npm);
  expect((await fetch(`${url}/-/live`)).status).toBe(200);
  const exit = once(npm, "exit");
  npm.kill("SIGTERM");
  await exit;
  await expect(fetch(`${url}/-/live`)).rejects.toThrow();
});

describe("serve prints plain lines and exits with a non-zero code for:", () => {
  test("every bad setting at once, from the environment and from the file", async () => {
    writeFileSync(join(directory, "niceties.env"), "PROT=3001\nSHOP_NAME=\nSAMPLE=some\n");
    const { code, out, err } = await runToEnd({ PORT: "99999", EXTRAS: "maybe" });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.trim().split("\n")).toEqual([
      "PROT, in niceties.env, is not a setting; --help lists them all.",
      expect.stringMatching(/^PORT must be .* from 0 to 65535; now it is "99999"\.$/),
      expect.stringMatching(/^EXTRAS must be on or off/),
      expect.stringMatching(/^SAMPLE must be on or off/),
    ]);
  });

  test("a database that cannot be reached, without showing its password", async () => {
    const { code, out, err } = await runToEnd({ DATABASE_URL: "postgres://shop:secret@127.0.0.1:1/shop" });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe("postgres://127.0.0.1:1/shop cannot be opened: nothing listens there.\n");
  });

  test("theme colours with too little contrast, together with other bad settings", async () => {
    const theme = "paper=#ffffff card=#ffffff soft=#998877";
    const { code, out, err } = await runToEnd({ THEME_LIGHT: theme, EXTRAS: "maybe" });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.trim().split("\n")).toEqual([
      expect.stringMatching(/^EXTRAS must be on or off/),
      "THEME_LIGHT gives soft (#998877) on paper (#ffffff) a contrast of 3.41, and text needs 4.5.",
      "THEME_LIGHT gives soft (#998877) on card (#ffffff) a contrast of 3.41, and text needs 4.5.",
      "THEME_LIGHT gives soft (#998877) on rule (#e0d4c1) a contrast of 2.33, and the cup drawn for a missing photo needs 3.",
    ]);
  });

  test("a line of the settings file that is not NAME=value", async () => {
    writeFileSync(join(directory, "niceties.env"), "# our shop\nPORT 8080\n");
    const { code, err } = await runToEnd({});
    expect({ code, err }).toEqual({ code: 1, err: "Line 2 of niceties.env is not NAME=value.\n" });
  });

  test("a data directory that cannot be created", async () => {
    const { code, err } = await runToEnd({ DATA_DIR: "/proc/niceties/data" });
    expect({ code, err }).toEqual({
      code: 1,
      err: "/proc/niceties/data/niceties.db cannot be opened for writing: there is no such place.\n",
    });
  });

  test("an unknown argument", async () => {
    const { code, err } = await runToEnd({}, "--prot=3001");
    expect({ code, err }).toEqual({
      code: 2,
      err: "Unknown option '--prot'. niceties serve --help lists what there is.\n",
    });
  });

  test("a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const { code, err } = await runToEnd({ PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken\\..*\\n$`));
  });

  test("a port that this shop has open already, with the process that has it", async () => {
    const child = start({});
    const { port } = new URL(await open(child));
    const { code, err } = await runToEnd({ PORT: port, DATA_DIR: join(directory, "other") });
    expect(code).toBe(1);
    expect(err).toBe(
      `Port ${port} on 127.0.0.1 is taken by this build of the shop, process ${child.pid}. ` +
        `To replace it, end that process (kill ${child.pid}) and start again, or choose another: ` +
        `PORT=${Number(port) + 1} npm start\n`,
    );
    const exit = once(child, "exit");
    child.kill();
    await exit;
  });

  test("a data directory that cannot be written", async () => {
    writeFileSync(join(directory, "file"), "");
    const { code, err } = await runToEnd({ DATA_DIR: join(directory, "file") });
    expect(code).toBe(1);
    expect(err).toMatch(/^.*niceties\.db cannot be opened for writing: .*\n$/);
  });
});
