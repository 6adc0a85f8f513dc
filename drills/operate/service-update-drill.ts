import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { drill as define } from "../kit/drill.ts";
import { send } from "../kit/shop-client.ts";
import { temporaryFolder } from "../kit/spawned-shop.ts";
import { UnforgivingVisitors, type Answered } from "../kit/unforgiving-visitors.ts";
import { verifyFaults } from "../kit/verify.ts";
import { boot, makeDebian, type Run } from "./debian-container.ts";

const start = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** The address that niceties.socket listens on. */
const url = "http://127.0.0.1:3000";

type Expect = (isRight: boolean, fault: string) => void;
/** Alters the program of a version, in the folder of its files. */
type Break = (program: string) => void;

/** Versions that must never be let in, with what `niceties service update` has to say of each. */
const broken: readonly Readonly<{ what: string; breaks: Break; says: RegExp }>[] = [
  {
    what: "crashes at start",
    breaks: (program) => begin(program, `if (process.argv[2] === "serve") process.exit(9);`),
    says: /failed its rehearsal: The copy did not open: its process ended with 9\. The open version stays\./,
  },
  {
    what: "crashes only on the shop's socket",
    breaks: (program) => begin(program, `if (process.env.LISTEN_FDS) { console.error("It broke."); process.exit(9); }`),
    says: /did not open: It broke\. The open version stays\./,
  },
  {
    what: "never becomes ready",
    breaks: (program) =>
      begin(program, "if (process.env.LISTEN_FDS) await new Promise(() => setInterval(() => {}, 1_000));"),
    says: /did not open: .* The open version stays\./,
  },
  {
    what: "answers home with an error",
    breaks: (program) =>
      begin(
        program,
        `import { Server } from "node:http";
const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, response) {
  if (event !== "request" || request.url !== "/") return emit.apply(this, arguments);
  response.writeHead(500).end();
  return true;
};`,
      ),
    says: /failed its rehearsal: The copy answered \/ with 500\. The open version stays\./,
  },
  {
    what: "fails its migration",
    breaks: (program) =>
      writeFileSync(join(program, "migrations/9999-drill.sqlite.sql"), "ALTER TABLE nothing ADD x;\n"),
    says: /failed its rehearsal: .*near "nothing": syntax error.* The open version stays\./,
  },
];

export const drill = define({
  promise:
    "niceties service update puts new versions in beside visitors, goes back, and never lets a broken version in",
  help: `Makes an empty Debian 12, boots it in a container, and installs the service from the npm package there. Then it
updates it again and again with niceties service update, each time to the same program with another version, goes back in
between, and tries ${broken.length} broken versions: ${broken.map(({ what }) => `one that ${what}`).join(", ")}. Visitors read and write
meanwhile, and follow changes; none tries again, so each request that is refused, cut or answered with an error is a fault,
and so is each acknowledged write that is missing at the end. At last it updates to a version that changes the format of
the data, from which going back must be refused with the backup that leads back. There is no short run: it needs root, the
network, port 3000, 4 GB of disk and some ten minutes (Debian: apt-get install debootstrap systemd-container).`,
  options: {
    updates: { default: 10, help: "updates to new versions" },
    back: { default: 2, help: "how often to go back, after updates" },
    writes: { default: 200, help: "writes a second, in multiples of 20" },
    reads: { default: 200, help: "reads a second, in multiples of 20" },
    streams: { default: 20, help: "streams of changes that are followed" },
  },
  short: [],
  async run({ updates, back, ...rates }, onProgress, signal) {
    await using folder = await temporaryFolder("service-update");
    const system = join(folder.path, "debian");
    const faults: string[] = [];
    const expect: Expect = (isRight, fault) => void (isRight || faults.push(fault));
    await makeDebian(system, ["libatomic1"]);
    await installPackage(system);
    await using container = await boot(system);
    const service = new DrilledService(system, container.run, expect);
    await service.install();
    const all = updates + 2 * Math.min(back, updates) + broken.length;
    const visitors = new UnforgivingVisitors(url, rates);
    const times: Period[] = [];
    try {
      for (let number = 1; number <= updates; number += 1) {
        signal.throwIfAborted();
        times.push(await timed(() => service.update(number + 1)));
        if (number <= back)
          times.push(await timed(() => service.goBack(number)), await timed(() => service.goBack(number + 1)));
        onProgress(times.length, all);
      }
      for (const [index, { what, breaks, says }] of broken.entries()) {
        signal.throwIfAborted();
        await service.expectRefusal(what, breaks, says);
        onProgress(times.length + index + 1, all);
      }
      await delay(2_000, undefined, { signal });
      await visitors.stop();
    } finally {
      await visitors[Symbol.asyncDispose]();
    }
    const place = { directory: join(system, "var/lib/niceties"), databaseUrl: "" };
    const lost = await verifyFaults(place, visitors.receipts);
    await service.expectNoWayBack();
    faults.push(...visitors.faults, ...lost);
    const journal = "journalctl --output=short-precise --lines=400 -u 'niceties*'";
    if (faults.length > 0) faults.push(await container.run(journal));
    return {
      done: {
        updates,
        "broken versions": broken.length,
        requests: visitors.answered.length,
        "acknowledged writes": visitors.receipts.length,
      },
      measured: describe(visitors, times, lost),
      faults,
    };
  },
});

/** By `performance.now()`. */
type Period = Readonly<{ from: number; to: number }>;

async function timed(act: () => Promise<void>): Promise<Period> {
  const from = performance.now();
  await act();
  return { from, to: performance.now() };
}

/** Installs the npm package of this clone in root's home in the container, and a Node. */
async function installPackage(system: string): Promise<void> {
  copyFileSync(process.execPath, join(system, "usr/local/bin/node"));
  const to = join(system, "root");
  await start("npm", ["run", "--silent", "pack", "--", "--to", to], { cwd: root });
  const [archive = ""] = readdirSync(to).filter((name) => name.endsWith(".tgz"));
  await start("npm", ["install", "--ignore-scripts", `--prefix=${to}/original`, `file:${join(to, archive)}`]);
}

const programIn = (system: string, number: number) => join(system, `root/${number}/node_modules/niceties/dist/program`);

/** Puts a line behind the first one of the program. */
function begin(program: string, line: string): void {
  const file = join(program, "niceties.js");
  writeFileSync(file, readFileSync(file, "utf8").replace("\n", `\n${line}\n`));
}

class DrilledService {
  readonly #system: string;
  readonly #run: Run;
  readonly #expect: Expect;
  #newest = 1;

  constructor(system: string, run: Run, expect: Expect) {
    this.#system = system;
    this.#run = run;
    this.#expect = expect;
  }

  async install(): Promise<void> {
    mkdirSync(join(this.#system, "etc/niceties"));
    writeFileSync(join(this.#system, "etc/niceties/niceties.env"), "DATA_DIR=/var/lib/niceties\nWRITE_LIMIT=off\n");
    this.#make(1);
    await this.#niceties(1, "install");
    const dropIn = "/etc/systemd/system/niceties@.service.d";
    await this.#run(`mkdir -p ${dropIn}; echo -e '[Service]\nTimeoutStartSec=20' > ${dropIn}/drill.conf`);
    await this.#run("systemctl daemon-reload");
    const writable = await this.#run("runuser -u niceties -- find /opt/niceties /etc/niceties -not -type l -writable");
    this.#expect(writable === "", `The shop's user can write to ${writable}`);
    await this.#expectVersion(1);
  }

  /** Makes a version of this number, and lets it take over. */
  async update(number: number): Promise<void> {
    this.#make(number);
    await this.#niceties(number, "update");
    await this.#expectVersion(number);
    const { status } = await send(url, "GET", `/assets/version-${number - 1}.css`);
    this.#expect(status === 200, `Version ${number} does not serve the styles of the version before: ${status}.`);
  }

  /** The operator's own command goes to the other version, which must be `number`. */
  async goBack(number: number): Promise<void> {
    await this.#run("niceties service update --back");
    await this.#expectVersion(number);
  }

  async expectRefusal(what: string, breaks: Break, says: RegExp): Promise<void> {
    const open = await this.#currentVersion();
    const number = this.#make(this.#newest + 1);
    breaks(programIn(this.#system, number));
    const words = await this.#niceties(number, "update").then(
      () => "",
      (error: unknown) => (error instanceof Error && "stderr" in error ? String(error.stderr) : String(error)),
    );
    this.#expect(says.test(words), `Of a version that ${what}, update said: ${words || "nothing, and let it in"}`);
    const now = await this.#currentVersion();
    this.#expect(now === open, `After a version that ${what}, the shop is ${now} in place of ${open}.`);
    const running = await this.#run(
      "systemctl list-units --state=active,activating --plain --no-legend 'niceties@*' | wc -l",
    );
    this.#expect(running.trim() === "1", `After a version that ${what}, ${running.trim()} processes run.`);
  }

  /** A version that changes the format of the data takes over, and the version before cannot take over again. */
  async expectNoWayBack(): Promise<void> {
    const number = this.#make(this.#newest + 1);
    const migration = join(programIn(this.#system, number), "migrations/9999-drill.sqlite.sql");
    writeFileSync(migration, "CREATE TABLE newer (id INTEGER) STRICT;\n");
    await this.#niceties(number, "update");
    await this.#expectVersion(number);
    const words = await this.#run("niceties service update --back").then(
      () => "",
      (error: unknown) => (error instanceof Error && "stderr" in error ? String(error.stderr) : String(error)),
    );
    const isRight = /This version cannot read the data as they are now: .* niceties restore (\S+\.db) /.test(words);
    this.#expect(isRight, `Going back from changed data, update said: ${words || "nothing, and went back"}`);
    await this.#expectVersion(number);
  }

  /** Makes a version of this number, which is known by a style of its own. */
  #make(number: number): number {
    this.#newest = number;
    const to = join(this.#system, `root/${number}`);
    cpSync(join(this.#system, "root/original"), to, { recursive: true, verbatimSymlinks: true });
    const styles = join(programIn(this.#system, number), "../client/assets");
    writeFileSync(join(styles, `version-${number}.css`), `.version-${number} { color: red }\n`);
    return number;
  }

  #niceties(number: number, action: string): Promise<string> {
    return this.#run(`/root/${number}/node_modules/.bin/niceties service ${action}`);
  }

  async #currentVersion(): Promise<string> {
    return (await this.#run("readlink -f /opt/niceties/versions/current")).trim();
  }

  /** The processes that run must be one, of this version, and answer. */
  async #expectVersion(number: number): Promise<void> {
    const current = await this.#currentVersion();
    const has = (await this.#run(`ls ${current}/dist/client/assets/version-*.css`)).trim();
    this.#expect(has.endsWith(`/version-${number}.css`), `The shop is not version ${number}, but has ${has}.`);
    const status = await this.#run("niceties service status").catch(String);
    this.#expect(status.startsWith("The shop listens on "), `With version ${number}, the status is: ${status}`);
    const { status: code } = await send(url, "GET", `/assets/version-${number}.css`);
    this.#expect(code === 200, `Version ${number} does not serve its own styles: ${code}.`);
  }
}

function describe(
  { answered, faults, reconnections }: UnforgivingVisitors,
  times: readonly Period[],
  lost: readonly string[],
) {
  const isDuring = ({ at, tookMs }: Answered) => times.some(({ from, to }) => at + tookMs > from && at < to);
  const lines = [...Map.groupBy(answered, ({ kind }) => kind)].map(([kind, all]) => {
    const during = latencyOf(all.filter(isDuring).map(({ tookMs }) => tookMs));
    const between = latencyOf(all.filter((each) => !isDuring(each)).map(({ tookMs }) => tookMs));
    return `${kind}: ${all.length}; median and longest ${milliseconds(during)} during updates, ${milliseconds(between)} at other times`;
  });
  const { worst: longest } = latencyOf(answered.map(({ tookMs }) => tookMs));
  const { p50, worst } = latencyOf(times.map(({ from, to }) => (to - from) / 1_000));
  const count = (pattern: RegExp) => faults.filter((fault) => pattern.test(fault)).length;
  return [
    ...lines,
    `refused ${count(/ECONNREFUSED/)}, reset ${count(/ECONNRESET|EPIPE|hang up/)}, lost ${lost.length}, longest ${longest.toFixed(0)} ms`,
    `an update took ${p50.toFixed(1)} s, the longest ${worst.toFixed(1)} s; streams came back ${reconnections} times`,
  ].join("\n");
}

function milliseconds({ p50, worst }: ReturnType<typeof latencyOf>): string {
  return `${p50.toFixed(1)} and ${worst.toFixed(1)} ms`;
}
