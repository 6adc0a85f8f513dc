import { spawnSync } from "node:child_process";

/** The programs that tests and drills call on Linux, each with the Debian package that has it. */
const packages = {
  git: "git",
  mount: "mount",
  strace: "strace",
  "systemd-analyze": "systemd",
  unshare: "util-linux",
} as const;

type Program = keyof typeof packages;

/** Throws if a program is missing, and names the package to install: a test that needs it must fail, not be skipped. */
export function insistOnProgram(program: Program): void {
  if (isInstalled(program)) return;
  throw new Error(`${program} is missing. Install it (Debian: sudo apt-get install ${packages[program]}).`);
}

/** The Debian packages that the tests need and that are missing. */
export function missingPackages(): string[] {
  return Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
