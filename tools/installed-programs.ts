import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs that tests and drills call on Linux, each with the Debian package that has it. */
const packages = {
  git: "git",
  mount: "mount",
  strace: "strace",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
  "swift-proxy-server": "swift-proxy",
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

/** Looks into the folders of PATH, because some programs, written in Python, take a second to say their version. */
export function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // there is no such file, or no one may run it
  }
}
