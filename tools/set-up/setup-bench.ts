// Brings what npm run bench compares the shop with: locked packages, and nginx from apt where that can be done.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installLocked } from "./install-locked.ts";
import { readArguments } from "../read-arguments.ts";

readArguments("node tools/set-up/setup-bench.ts   installs the servers that npm run bench compares the shop with", {});

installLocked(fileURLToPath(new URL("../../bench", import.meta.url)), "Installing the servers to compare with");

const isDebianRoot = existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
if (isDebianRoot && !existsSync("/usr/sbin/nginx")) {
  console.log("Installing nginx to compare with …");
  if (run("apt-get", "update", "-qq")) run("apt-get", "install", "-y", "-qq", "nginx-light");
}

function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
