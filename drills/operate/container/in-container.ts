// Runs a command of the shop in a container, with the settings of this process's environment. Tests start their shops
// with it if NICETIES_COMMAND names it: node in-container.ts FOLDER [COMMAND …], with the folder of the engine.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { giveDirectory, testSettings } from "../test-settings.ts";
import { asUser, Engine, imageName, limits, restrictions, unknownUser } from "./engine.ts";

const [folder = "", ...words] = process.argv.slice(2);
const { command } = new Engine(folder);
const [program] = command;
const { DATA_DIR: data = process.cwd() } = process.env;
const settings = ["HOST=127.0.0.1", ...testSettings()].map((setting) => `--env=${setting}`);
await giveDirectory(data, unknownUser, 0);

const name = words[0] === "serve" ? `shop-${createHash("sha256").update(data).digest("hex").slice(0, 12)}` : undefined;
// A test that kills this process with SIGKILL kills the shop. Podman leaves the container of a killed command open.
if (name) {
  const killing = [...command, "rm", "--force", "--ignore", "--time=0", name];
  const waiting = ["-c", 'tail --pid="$0" --sleep-interval=0.02 --follow /dev/null; "$@"', String(process.pid)];
  spawn("sh", [...waiting, ...killing], { detached: true, stdio: "ignore" }).unref();
}
const named = name ? ["--replace", `--name=${name}`] : [];
const rights = [...restrictions, ...limits, ...asUser(unknownUser), "--network=host", "--no-healthcheck"];
const place = [`--volume=${data}:${data}`, `--workdir=${data}`];
const args = [...command, "run", "--rm", ...named, ...rights, ...place, ...settings, imageName, ...words];
if (!process.execve) throw new Error("Node cannot become another program on this system.");
process.execve(`/usr/bin/${program}`, args, process.env);
