import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the locked packages of a folder that has its own package.json, so that they are not part of the shop's own
 * installation. Does nothing if they are installed already. `words` say what it is about to do.
 */
export function installLocked(folder: string, words: string): void {
  const stamp = join(folder, "node_modules", ".niceties-stamp");
  const hash = createHash("sha256").update(process.platform + process.arch);
  for (const file of ["package.json", "package-lock.json"]) hash.update(readFileSync(join(folder, file)));
  const wanted = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`${words} …`);
  const command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", command, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(stamp, wanted);
}

/** Whether Debian's packages can be installed here. */
export const isDebianRoot = existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;

/** Runs a program that installs something; returns whether it succeeded. */
export function runInstaller(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
