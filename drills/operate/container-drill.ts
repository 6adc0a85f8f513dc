import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { freePort } from "../../test/servers/free-port.ts";
import { conformityFaults } from "../kit/conformity.ts";
import { drill as define } from "../kit/drill.ts";
import { addCoffee, listCoffees, send } from "../kit/shop-client.ts";
import { temporaryFolder } from "../kit/spawned-shop.ts";
import { until } from "../kit/until.ts";
import { runBrowserSuites, suitesOption } from "../suites/browser-suites.ts";
import { buildImage, compressedSize } from "./container/build-image.ts";
import { isDone, openContainer, type Container } from "./container/container.ts";
import { tryDocs } from "./container/docs-door.ts";
import { Engine, insistOnContainers, unknownUser } from "./container/engine.ts";

type Expect = (isRight: boolean, fault: string) => void;
type Open = (volume: string, user?: number) => Promise<Container>;

const largestImage = 90_000_000;
const slowestStopMs = 1_000;
/** How many coffees are acknowledged before a container is stopped or killed. */
const fewestWrites = 20;
const photo = new URL("../../public/photographs/flat-white.jpg", import.meta.url);
const commandFile = fileURLToPath(new URL("container/in-container.ts", import.meta.url));

export const drill = define({
  promise:
    "the image runs without rights, network or a known user, stops within a second, and loses no acknowledged write",
  help: `Makes two base images of Debian 13, so that no registry is needed, builds the image with the Containerfile, and runs it:
read-only, without capabilities, as a user without an entry in passwd, and without a network but a socket file. It reads
pages, writes, uploads a photo, draws a share picture, checks the health, and stops and kills the shop while a visitor adds
coffees. It runs npm run conform, and the commands of docs/install.md that open, update and uninstall a container. Needs root,
port 3000, the network for packages of Debian and npm, and 5 GB of disk (Debian: apt-get install debootstrap podman runc).
Podman keeps everything in a temporary folder. It takes three to eight minutes, so npm run drills leaves it out, and with
--suites a quarter of an hour more, or half an hour. The images that the Containerfile names, and arm64, are not tried.`,
  options: { suites: suitesOption },
  short: [],
  async run({ suites }, onProgress, signal) {
    insistOnContainers();
    await using folder = await temporaryFolder("container");
    await using engine = new Engine(folder.path);
    const faults: string[] = [];
    const expect: Expect = (isRight, fault) => void (isRight || faults.push(fault));
    const open: Open = async (volume, user) =>
      openContainer(engine, folder.path, { volume, ...(user && { user }), port: await freePort() });
    await buildImage(engine, folder.path);
    onProgress(1, 4);
    const bytes = await compressedSize(engine, folder.path);
    expect(bytes <= largestImage, `The compressed image has ${bytes} bytes.`);
    const { measured, writes } = await tryContainers(open, expect);
    onProgress(2, 4);
    await tryConformance(open, expect);
    onProgress(3, 4);
    const inContainer = [process.execPath, commandFile, folder.path];
    const browsers = await runBrowserSuites(suites, inContainer, signal);
    await tryDocs(engine, folder.path, expect);
    onProgress(4, 4);
    return {
      done: { "acknowledged coffees": writes, ...browsers.done },
      measured: `${(bytes / 1e6).toFixed(1)} MB compressed, ${measured}`,
      faults: [...faults, ...browsers.faults],
    };
  },
});

async function tryContainers(open: Open, expect: Expect): Promise<{ measured: string; writes: number }> {
  const names: string[] = [];
  let measured: string;
  {
    await using first = await open("shop");
    await tryRights(first, expect);
    await tryUse(first, names, expect);
    const memory = (await first.status()).get("VmRSS");
    const stop = first.stop.bind(first);
    const { exitCode, ms } = await endWhileAdding(first, names, stop);
    expect(exitCode === 0, `The stopped container ended with code ${exitCode}.`);
    expect(ms <= slowestStopMs, `The container took ${Math.round(ms)} ms to stop.`);
    measured = `first answer after ${Math.round(first.firstAnswerMs)} ms, ${memory} of memory, stopped in ${Math.round(ms)} ms`;
  }
  {
    await using second = await open("shop");
    await expectAll(second, names, "After a stop", expect);
    await endWhileAdding(second, names, second.kill.bind(second));
  }
  await using third = await open("shop");
  await expectAll(third, names, "After a kill", expect);
  await using other = await open("other", unknownUser + 1);
  await addCoffee(other.url, { name: "Of another user" });
  return { measured, writes: names.length };
}

/** What Linux says that the shop may do, and what it can do. */
async function tryRights(container: Container, expect: Expect): Promise<void> {
  const status = await container.status();
  const is = (name: string, value: RegExp) =>
    expect(value.test(status.get(name) ?? ""), `${name} of the shop's process is ${status.get(name)}.`);
  is("Uid", new RegExp(`^(${unknownUser}\\s*){4}$`));
  is("CapEff", /^0+$/);
  is("CapBnd", /^0+$/);
  is("NoNewPrivs", /^1$/);
  is("Devices", /^lo$/);
  const write = (path: string) =>
    isDone(container.exec("node", "--eval", `require("fs").writeFileSync("${path}", "")`));
  for (const path of ["/written", "/opt/niceties/written", "/usr/local/bin/written", "/etc/written"])
    expect(!(await write(path)), `The shop can write ${path}.`);
  for (const path of ["/data/written", "/tmp/written"]) expect(await write(path), `The shop cannot write ${path}.`);
  expect(
    await isDone(container.exec("prlimit", "--version")),
    "Nothing limits the memory of the process that reads photos.",
  );
  expect(await container.isHealthy(), "The health check fails.");
  expect(!(await container.isHealthy(1)), "The health check does not ask the port of PORT.");
}

/** Reads pages, adds a coffee with an uploaded photo, and draws its share picture. */
async function tryUse({ url, exec }: Container, names: string[], expect: Expect): Promise<void> {
  const read = async (path: string, type: string) => {
    const { status, headers } = await send(url, "GET", path);
    const found = headers.get("content-type") ?? "";
    expect(status === 200 && found.startsWith(type), `${path} was answered ${status}, ${found}.`);
  };
  const uploaded = await fetch(`${url}/-/photos`, {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body: await readFile(photo),
  });
  expect(uploaded.status === 201, `An upload was answered ${uploaded.status}.`);
  const { photo: address } = z.object({ photo: z.string() }).parse(await uploaded.json());
  const name = "With a photo";
  const id = await addCoffee(url, { name, photo: address });
  names.push(name);
  for (const path of ["/", "/add-new-coffee", `/coffee-details/${id}`, `/update-coffee/${id}`])
    await read(path, "text/html");
  await read(address.replace(/#.*/, ""), "image/");
  await read(`/-/share/${id}.jpg`, "image/jpeg");
  const backup = await exec("niceties", "backup").catch(String);
  expect(/\.db/.test(backup), `niceties backup said: ${backup}`);
  const health = await exec("niceties", "doctor").catch(String);
  expect(!/✗|Error/.test(health), `niceties doctor said: ${health}`);
}

/** Adds coffees until the shop is ended, which happens while they are added. `names` gets those that are acknowledged. */
async function endWhileAdding<Ended>({ url }: Container, names: string[], end: () => Promise<Ended>): Promise<Ended> {
  const before = names.length;
  const adding = (async () => {
    for (let number = before; ; number += 1) {
      const name = `Drill ${number}`;
      const reply = await send(url, "POST", "/coffee", { name }).catch(() => undefined);
      if (!reply?.isOk) return;
      names.push(name);
    }
  })();
  const isBusy = () => names.length >= before + fewestWrites;
  await until(isBusy, { withinMs: 30_000, failure: "The shop takes no coffees." });
  const ended = await end();
  await adding;
  return ended;
}

async function expectAll({ url, exec }: Container, names: readonly string[], when: string, expect: Expect) {
  const found = new Set((await listCoffees(url)).map(({ name }) => name));
  const lost = names.filter((name) => !found.has(name));
  expect(lost.length === 0, `${when}, acknowledged coffees were missing: ${lost.join(", ")}`);
  const verified = await exec("niceties", "verify").catch(String);
  expect(verified.endsWith("Everything that was checked is right."), `${when}, niceties verify said: ${verified}`);
}

async function tryConformance(open: Open, expect: Expect): Promise<void> {
  await using container = await open("conformance");
  for (const fault of await conformityFaults(container.url)) expect(false, fault);
}
