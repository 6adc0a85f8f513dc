import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mountCommand } from "../drills/crash/disk-drill.ts";
import { insistOnStrace } from "../test/insist-on-strace.ts";
import { TestS3Server } from "../test/servers/s3-server.ts";
import { insistOnProgram, missingPackages } from "./installed-programs.ts";

let empty: string;
beforeEach(async () => {
  empty = await mkdtemp(join(tmpdir(), "niceties-no-programs-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(empty, { recursive: true });
});

test("a missing program is reported with the package to install, which set-up also finds", async () => {
  vi.stubEnv("PATH", empty);
  expect(insistOnStrace).toThrow("strace is missing. Install it (Debian: sudo apt-get install strace).");
  expect(mountCommand).toThrow("unshare is missing. Install it (Debian: sudo apt-get install util-linux).");
  await expect(TestS3Server.start()).rejects.toThrow(
    "swift-account-server is missing. Install it (Debian: sudo apt-get install swift-account).",
  );
  expect(() => insistOnProgram("systemd-analyze")).toThrow(/apt-get install systemd\)\.$/);
  const ofSwift = ["swift-account", "swift-container", "swift-object", "swift-proxy"];
  expect(missingPackages()).toEqual(["git", "mount", "strace", ...ofSwift, "systemd", "util-linux"]);
});

if (process.platform === "linux") {
  test("every program that tests call is on this machine", () => {
    expect(missingPackages()).toEqual([]);
  });
}
