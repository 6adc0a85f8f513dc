// Installs the servers that npm run bench compares the shop with: locked packages, and nginx from apt if possible.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installLocked, isDebianRoot, runInstaller } from "./install-locked.ts";
import { readArguments } from "../read-arguments.ts";

readArguments("node tools/set-up/setup-bench.ts   installs the servers that npm run bench compares the shop with", {});

installLocked(fileURLToPath(new URL("../../bench", import.meta.url)), "Installing the servers to compare with");

if (isDebianRoot && !existsSync("/usr/sbin/nginx")) {
  console.log("Installing nginx to compare with …");
  if (runInstaller("apt-get", "update", "-qq")) runInstaller("apt-get", "install", "-y", "-qq", "nginx-light");
}
