import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { send } from "../../kit/shop-client.ts";
import type { Run } from "../debian-container.ts";
import { addMigration, type BrokenVersion } from "./broken-versions.ts";

const start = promisify(execFile);

export type Expect = (isRight: boolean, fault: string) => void;

/** Where a service runs, and what it serves. */
export type ServicePlace = Readonly<{
  /** The folder of the Debian; the npm package is in its /root/original. */
  system: string;
  run: Run;
  /** The port of 127.0.0.1 that niceties.socket listens on. */
  port: number;
  /** Empty for SQLite. */
  databaseUrl: string;
}>;

/** The port that `niceties service install` sets. */
export const usualPort = 3000;

/** A version of this number is known by a style of its own, `version-NUMBER.css`. */
export class DrilledService {
  readonly url: string;
  readonly #place: ServicePlace;
  readonly #run: Run;
  readonly #expect: Expect;

  constructor(place: ServicePlace, expect: Expect) {
    this.url = `http://127.0.0.1:${place.port}`;
    this.#place = place;
    this.#run = place.run;
    this.#expect = expect;
  }

  /** Installs version 1. */
  async install(): Promise<void> {
    const { databaseUrl, port } = this.#place;
    const settings = ["DATA_DIR=/var/lib/niceties", "WRITE_LIMIT=off", `DATABASE_URL=${databaseUrl}`];
    this.#writeFile("etc/niceties/niceties.env", settings);
    const units = "etc/systemd/system";
    this.#writeFile(`${units}/niceties@.service.d/drill.conf`, ["[Service]", "TimeoutStartSec=20"]);
    if (port !== usualPort) {
      // As systemctl edit niceties.socket writes them: see "Installing the service" in docs/operating.md.
      const lines = ["[Socket]", "ListenStream=", `ListenStream=127.0.0.1:${port}`];
      this.#writeFile(`${units}/niceties.socket.d/override.conf`, lines);
    }
    await this.#make(1);
    await this.#niceties("install");
    const writable = await this.#run("runuser -u niceties -- find /opt/niceties /etc/niceties -not -type l -writable");
    this.#expect(writable === "", `The shop's user can write to ${writable}`);
    await this.expectVersion(1);
  }

  /** Makes a version of this number, and lets it take over. */
  async update(number: number): Promise<void> {
    await this.#make(number);
    await this.#niceties("update");
    await this.expectVersion(number);
    const { status } = await send(this.url, "GET", `/assets/version-${number - 1}.css`);
    this.#expect(status === 200, `Version ${number} does not serve the styles of the version before: ${status}.`);
  }

  /** The operator's own command goes to the other version, which must be `number`. */
  async goBack(number: number): Promise<void> {
    await this.#run("niceties service update --back");
    await this.expectVersion(number);
  }

  async expectRefusal({ what, breaks, says }: BrokenVersion, number: number): Promise<void> {
    const open = await this.#currentVersion();
    breaks(await this.#make(number));
    const words = await refusalOf(this.#niceties("update"));
    this.#expect(says.test(words), `Of a version that ${what}, update said: ${words || "nothing, and let it in"}`);
    const now = await this.#currentVersion();
    this.#expect(now === open, `After a version that ${what}, the shop is ${now} in place of ${open}.`);
    const running = await this.#run(
      "systemctl list-units --state=active,activating --plain --no-legend 'niceties@*' | wc -l",
    );
    this.#expect(running.trim() === "1", `After a version that ${what}, ${running.trim()} processes run.`);
  }

  /** A version that changes the format of the data takes over. */
  async updateFormat(number: number, options: string): Promise<void> {
    const program = await this.#make(number);
    addMigration(program, "sqlite", "CREATE TABLE newer (id INTEGER) STRICT;");
    addMigration(program, "postgres", "CREATE TABLE newer (id integer);");
    await this.#niceties(`update ${options}`);
    await this.expectVersion(number);
  }

  /** The version before the one that changed the format cannot take over again. */
  async expectNoWayBack(number: number): Promise<void> {
    const words = await refusalOf(this.#run("niceties service update --back"));
    const isRight = /This version cannot read the data as they are now: .* niceties restore (\S+\.db) /.test(words);
    this.#expect(isRight, `Going back from changed data, update said: ${words || "nothing, and went back"}`);
    await this.expectVersion(number);
  }

  /** The processes that run must be one, of this version, and answer. */
  async expectVersion(number: number): Promise<void> {
    const current = await this.#currentVersion();
    const has = (await this.#run(`ls ${current}/dist/client/assets/version-*.css`)).trim();
    this.#expect(has.endsWith(`/version-${number}.css`), `The shop is not version ${number}, but has ${has}.`);
    const status = await this.#run("niceties service status").catch(String);
    const isOpen = status.startsWith(`The shop listens on 127.0.0.1:${this.#place.port}.`);
    this.#expect(isOpen, `With version ${number}, the status is: ${status}`);
    const { status: code } = await send(this.url, "GET", `/assets/version-${number}.css`);
    this.#expect(code === 200, `Version ${number} does not serve its own styles: ${code}.`);
  }

  journal(): Promise<string> {
    return this.#run("journalctl --output=short-precise --lines=400 -u 'niceties*'");
  }

  /** Makes a version of this number, in place of the one that was made before, and returns the folder of its program. */
  async #make(number: number): Promise<string> {
    const to = join(this.#place.system, "root/next");
    // By another process: this one measures how long the shop takes to answer.
    await start("rm", ["--recursive", "--force", to]);
    await start("cp", ["--archive", join(this.#place.system, "root/original"), to]);
    const built = join(to, "node_modules/niceties/dist");
    writeFileSync(join(built, `client/assets/version-${number}.css`), `.version-${number} { color: red }\n`);
    return join(built, "program");
  }

  #niceties(action: string): Promise<string> {
    return this.#run(`/root/next/node_modules/.bin/niceties service ${action}`);
  }

  async #currentVersion(): Promise<string> {
    return (await this.#run("readlink -f /opt/niceties/versions/current")).trim();
  }

  #writeFile(path: string, lines: readonly string[]): void {
    const file = join(this.#place.system, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  }
}

/** What a command printed that was refused; empty if it was done. */
async function refusalOf(command: Promise<string>): Promise<string> {
  return command.then(
    () => "",
    (error: unknown) => (error instanceof Error && "stderr" in error ? String(error.stderr) : String(error)),
  );
}
