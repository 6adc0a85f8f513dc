import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { addCoffee, listCoffees, send } from "../../kit/shop-client.ts";
import { until } from "../../kit/until.ts";
import { commandsUnder } from "../docs-commands.ts";
import { git, makeUpstream, publish } from "../upstream.ts";
import { baseArguments } from "./build-image.ts";
import { limits, type Engine } from "./engine.ts";

const execute = promisify(execFile);
const docs = readFileSync(new URL("../../../docs/install.md", import.meta.url), "utf8");
/** The address at which the commands open the shop. */
const url = "http://127.0.0.1:3000";
const openTimeoutMs = 30_000;

/**
 * Runs the commands for containers in docs/install.md, as they stand, in a clone: they open the shop, update it and
 * uninstall it. Podman gets further arguments: its folder, the base images, and the host's network.
 */
export async function tryDocs(
  engine: Engine,
  folder: string,
  expect: (isRight: boolean, fault: string) => void,
): Promise<void> {
  const [upstream, clone] = [join(folder, "upstream"), join(folder, "clone")];
  makeUpstream(upstream);
  git(folder, "clone", "--quiet", upstream, clone);
  const [open = "", update = "", uninstall = "", erase = ""] = commandsUnder("Container", docs);
  const run = async (commands: string) => {
    const words = ["-euo", "pipefail", "-c", `${podmanFunction(engine)}\n${commands}`];
    return (await execute("bash", words, { cwd: clone, maxBuffer: 100_000_000 })).stdout;
  };
  const isReady = () =>
    send(url, "GET", "/-/ready").then(
      ({ isOk }) => isOk,
      () => false,
    );
  const untilReady = () => until(isReady, { withinMs: openTimeoutMs, failure: "The container did not open." });
  const [build = "", ...others] = open.split(/^(?=podman exec)/m);
  await run(build);
  await untilReady();
  await run(others.join(""));
  await addCoffee(url, { name: "Before the update" });
  publish(upstream, 2);
  await run(update);
  await untilReady();
  expect(await hasVersion(2), "Updated, the container is not the new version.");
  const names = (await listCoffees(url)).map(({ name }) => name);
  expect(names.includes("Before the update"), "Updating the container lost a coffee.");
  const backups = await run("podman exec niceties node --print 'fs.readdirSync(\"/data/backups\").length'");
  expect(Number(backups) > 0, "There is no backup from before the update.");
  await run(uninstall);
  const left = await run("podman ps --all --quiet --filter name=niceties; podman images --quiet niceties");
  expect(left.trim() === "", `Uninstalled, the container left ${left}`);
  const volumes = () => run("podman volume ls --quiet --filter name=^niceties$");
  expect((await volumes()).trim() === "niceties", "Uninstalling the container removed its data.");
  await run(erase);
  expect((await volumes()).trim() === "", "The volume is not removed.");
}

/** A function of the shell, by the name of podman. */
function podmanFunction({ command }: Engine): string {
  const build = ["--quiet", ...baseArguments].join(" ");
  const start = ["--network=host", "--env=HOST=127.0.0.1", ...limits].join(" ");
  return `podman() {
  local action=$1
  shift
  case $action in
    build) set -- ${build} "$@" ;;
    run) set -- ${start} "$@" ;;
  esac
  command ${command.join(" ")} "$action" "$@"
}`;
}

/** Whether the styles of home are those of a published version. */
async function hasVersion(version: number): Promise<boolean> {
  const { text: home } = await send(url, "GET", "/");
  const [, style = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(home) ?? [];
  return (await send(url, "GET", style)).text.includes(`.version-${version}`);
}
