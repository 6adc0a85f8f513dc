// Runs a command of the shop as the installed service runs its own, on a systemd in a container and under the same
// restrictions, with the settings of this process's environment. Tests start their shops with it if NICETIES_COMMAND
// names it: node in-unit.ts PID [COMMAND …], with the first process of the container.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { basename } from "node:path";
import { serviceUnits, user, versionsFolder } from "../../operations/service/units.ts";
import { giveDirectory, testSettings } from "./test-settings.ts";

/** Where the container has this machine's folder of temporary files. */
export const testsFolder = "/mnt/tests";

/** Lines of the unit that a test's shop cannot have: it has a directory and a port of its own, and stays ended. */
const ownOfService = /^(Sockets|WorkingDirectory|StateDirectory\w*|ExecStart|Restart\w*)=/;

/** The words that run a program in the container. */
function inside(firstProcess: string, ...words: readonly string[]): [string, string[]] {
  return [
    "nsenter",
    [`--target=${firstProcess}`, "--all", "env", "--ignore-environment", "PATH=/usr/sbin:/usr/bin", ...words],
  ];
}

async function main([firstProcess = "", ...words]: readonly string[]): Promise<void> {
  const run = (...command: readonly string[]) =>
    execFileSync(...inside(firstProcess, ...command), { encoding: "utf8" });
  const { DATA_DIR: data = process.cwd() } = process.env;
  const [uid = 0, gid = 0] = [run("id", "--user", user), run("id", "--group", user)].map(Number);
  await giveDirectory(data, uid, gid);
  const shop = `test-${createHash("sha256").update(data).digest("hex").slice(0, 12)}`;
  const unit = `${shop}-${process.pid}.service`;
  if (words[0] === "serve") {
    // Of a test that killed the shop and opens it again.
    run("systemctl", "kill", "--signal=KILL", `${shop}-*`);
    run("systemctl", "stop", `${shop}-*`);
  }
  const [, section = ""] = (serviceUnits.get("niceties@.service") ?? "").split(/^\[Service\]\n|^\[Install\]\n/m);
  const lines = section.replaceAll("%C", "/var/cache").split("\n");
  const isOwn = (line: string) => ownOfService.test(line) || (words[0] !== "serve" && line === "Type=notify");
  const properties = lines.filter((line) => /^\w+=/.test(line) && !isOwn(line));
  const mounts = `BindPaths=${testsFolder}/${basename(data)}:${data}`;
  const started = spawn(
    ...inside(
      firstProcess,
      "systemd-run",
      "--pipe",
      "--wait",
      "--collect",
      "--quiet",
      `--unit=${unit}`,
      ...[...properties, mounts, `WorkingDirectory=${data}`].map((line) => `--property=${line}`),
      ...testSettings().map((setting) => `--setenv=${setting}`),
      `${versionsFolder}/current/niceties`,
      ...words,
    ),
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => run("systemctl", "kill", "--kill-whom=main", `--signal=${signal}`, unit));
  // A test that kills this process with SIGKILL kills the shop.
  const [program, killing] = inside(firstProcess, "systemctl", "kill", "--signal=KILL", unit);
  const waiting = ["-c", 'tail --pid="$0" --sleep-interval=0.02 --follow /dev/null; "$@"', String(process.pid)];
  spawn("sh", [...waiting, program, ...killing], { detached: true, stdio: "ignore" }).unref();
  const [code] = await once(started, "exit");
  process.exitCode = Number(code);
}

if (import.meta.main) await main(process.argv.slice(2));
