import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { notify, readServiceManager } from "./service-manager.ts";

const handedOver = { LISTEN_PID: "12", LISTEN_FDS: "1", LISTEN_FDNAMES: "niceties.socket" };

test("a socket that was handed over to this process is at descriptor 3", () => {
  expect(readServiceManager({ ...handedOver }, 12).descriptor).toBe(3);
});

test.for([
  ["no variables", {}],
  ["a socket for another process", { ...handedOver, LISTEN_PID: "11" }],
  ["no process", { LISTEN_FDS: "1" }],
  ["no sockets", { ...handedOver, LISTEN_FDS: "0" }],
  ["a number that is none", { ...handedOver, LISTEN_FDS: "one" }],
] as const)("with %s, there is no socket", ([, environment]) => {
  expect(readServiceManager({ ...environment }, 12).descriptor).toBeUndefined();
});

test("child processes get none of the variables, even if they were meant for another process", () => {
  for (const processId of [12, 13]) {
    const environment = { ...handedOver, NOTIFY_SOCKET: "/run/systemd/notify", PATH: "/usr/bin" };
    readServiceManager(environment, processId);
    expect(environment).toEqual({ PATH: "/usr/bin" });
  }
});

test("two sockets are refused in words for the operator", () => {
  expect(() => readServiceManager({ ...handedOver, LISTEN_FDS: "2" }, 12)).toThrow(
    /2 sockets.*Leave one ListenStream=/,
  );
});

test("a Node that cannot send datagrams has systemd-notify send the state, and its failure is reported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "niceties-notify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = `#!/bin/sh\necho "$# $1 $NOTIFY_SOCKET" > "${folder}/told"\n[ "$1" = READY=1 ]\n`;
  writeFileSync(join(folder, "systemd-notify"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  await notify("/run/notify", "READY=1", false);
  expect(readFileSync(join(folder, "told"), "utf8")).toBe("1 READY=1 /run/notify\n");
  await expect(notify("/run/notify", "STOPPING=1", false)).rejects.toThrow("systemd-notify");
});
