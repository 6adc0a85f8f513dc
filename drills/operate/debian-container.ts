import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { until } from "../kit/until.ts";

/** An empty Debian that runs systemd; it shares the network of this machine. */
export type Container = AsyncDisposable & Readonly<{ run: Run; firstProcess: () => string }>;
/** Runs shell commands in the container, and resolves to their output. Rejects with execFile's error. */
export type Run = (commands: string) => Promise<string>;

const start = promisify(execFile);
/** Programs in the container need this file if this machine trusts its own certificate authority. */
const authorities = "/etc/ssl/certs/ca-certificates.crt";
const bootTimeoutMs = 60_000;

/** Makes an empty Debian 12 in a new folder, with further packages. */
export async function makeDebian(system: string, packages: readonly string[] = []): Promise<void> {
  const include = ["systemd-sysv", "dbus", ...packages].join();
  await start("debootstrap", ["--variant=minbase", `--include=${include}`, "bookworm", system]);
}

/**
 * Boots the Debian in a folder, with folders of this machine as `--bind` of systemd-nspawn names them. Disposing of it ends
 * it.
 */
export async function boot(
  system: string,
  variables: Readonly<Record<string, string>> = {},
  folders: readonly string[] = [],
): Promise<Container> {
  const environment: Record<string, string> = {
    ...variables,
    HOME: "/root",
    PATH: "/usr/local/bin:/usr/sbin:/usr/bin",
  };
  if (existsSync(authorities)) {
    copyFileSync(authorities, join(system, "srv/authorities.crt"));
    environment["NODE_EXTRA_CA_CERTS"] = "/srv/authorities.crt";
  }
  environment["npm_config_registry"] = (await start("npm", ["config", "get", "registry"])).stdout.trim();
  const mounts = folders.map((folder) => `--bind=${folder}`);
  const options = [...mounts, "--register=no", "--keep-unit", "--resolv-conf=copy-host", "--console=pipe"];
  // Containers that share a control group end each other's services.
  const groups = controlGroups(`niceties-${process.pid}-${basename(system)}`);
  const [group = ""] = groups;
  mkdirSync(group);
  const intoGroup = ["-c", `echo $$ > "$0/cgroup.procs" && exec systemd-nspawn "$@"`, group];
  const nspawn = spawn("sh", [...intoGroup, "--boot", ...options, `--directory=${system}`], {
    stdio: "ignore",
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
  });
  const end = once(nspawn, "exit");
  const firstProcess = () => {
    const { pid } = nspawn;
    const [leader = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    return leader;
  };
  const run = async (commands: string) => {
    const words = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const inside = ["env", "--ignore-environment", ...words, "bash", "-euo", "pipefail", "-c", commands];
    return (await start("nsenter", [`--target=${firstProcess()}`, "--all", ...inside])).stdout;
  };
  const isRunning = async () => (await run("systemctl is-system-running").catch(() => "")).trim() === "running";
  await until(isRunning, { withinMs: bootTimeoutMs, everyMs: 200, failure: "The container did not boot." });
  return {
    run,
    firstProcess,
    async [Symbol.asyncDispose]() {
      nspawn.kill();
      await end;
      await start("find", [...groups.filter(existsSync), "-depth", "-type", "d", "-delete"]);
    },
  };
}

/**
 * The folder of a control group below that of this process, in the hierarchy of version 2 and in those of version 1, in
 * which systemd-nspawn makes the same.
 */
function controlGroups(name: string): readonly string[] {
  const [, own = ""] = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
  const mounts = readFileSync("/proc/self/mounts", "utf8").matchAll(/^\S+ (\S+) (cgroup2?) /gm);
  const newestFirst = [...mounts].toSorted(([, , one = ""], [, , other = ""]) => other.localeCompare(one));
  return newestFirst.map(([, mount = ""]) => join(mount, own, name));
}
