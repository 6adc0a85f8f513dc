import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { isInstalled } from "../../../tools/installed-programs.ts";

const execute = promisify(execFile);

/** The programs that make and run the image, each with the Debian package that has it. */
const packages = { debootstrap: "debootstrap", podman: "podman", runc: "runc", nsenter: "util-linux" } as const;

/** The name of the image that the drill builds. */
export const imageName = "localhost/niceties";

/** What a container of the shop may do: nothing but write to its data and to a folder of temporary files. */
export const restrictions = ["--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--tmpfs=/tmp"];

/** Lower than the limits of any machine: podman would raise them, which root may not do everywhere. */
export const limits = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

/** A user of group 0 whom no system has. */
export const unknownUser = 12_345;

/** Runs a container as a user of group 0, without the entry in passwd that podman would add. */
export function asUser(user: number): readonly string[] {
  return [`--user=${user}:0`, "--passwd=false"];
}

/** Throws if the drill cannot run here, and says what to do. */
export function insistOnContainers(): void {
  if (process.getuid?.() !== 0) throw new Error("This drill makes containers as root. Run it as root.");
  const missing = Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
  if (missing.length === 0) return;
  throw new Error(`Programs are missing. Install them (Debian: apt-get install ${missing.join(" ")}).`);
}

/** Podman with images, containers and volumes in a folder of its own, apart from those of this machine. */
export class Engine implements AsyncDisposable {
  /** The command to which arguments of podman are added. */
  readonly command: readonly [string, ...string[]];

  constructor(folder: string) {
    const storage = [`--root=${join(folder, "store")}`, `--runroot=${join(folder, "run")}`];
    this.command = ["podman", ...storage, "--cgroup-manager=cgroupfs", "--runtime=runc"];
  }

  /** Runs podman, and resolves to what it printed. Rejects with its errors. */
  async run(...args: readonly string[]): Promise<string> {
    const [program, ...first] = this.command;
    return (await execute(program, [...first, ...args], { maxBuffer: 100_000_000 })).stdout.trim();
  }

  /** What a container printed, on both outputs. */
  async logs(name: string): Promise<string> {
    const [program, ...first] = this.command;
    const { stdout, stderr } = await execute(program, [...first, "logs", name]);
    return stdout + stderr;
  }

  /** Makes an image of a folder's files. */
  async importFolder(folder: string, name: string, environment: Readonly<Record<string, string>>): Promise<void> {
    const archive = `${folder}.tar`;
    await execute("tar", ["--create", `--file=${archive}`, `--directory=${folder}`, "."]);
    const variables = Object.entries(environment).map(([key, value]) => `--change=ENV ${key}=${value}`);
    await this.run("import", "--quiet", ...variables, archive, name);
  }

  /** Ends every container, which unmounts its files, so that the folder can be removed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.run("rm", "--all", "--force", "--volumes", "--time=0");
  }
}
