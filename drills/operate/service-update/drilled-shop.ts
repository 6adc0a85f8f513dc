import { execFile } from "node:child_process";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ShopPlace } from "../../../store/open-store.ts";
import { freePort } from "../../../test/servers/free-port.ts";
import { TestServer } from "../../../test/servers/postgres-server.ts";
import { boot, makeDebian } from "../debian-container.ts";
import { brokenVersions, type BrokenVersion } from "./broken-versions.ts";
import { DrilledService, usualPort, type Expect } from "./drilled-service.ts";

const start = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** By `performance.now()`. */
export type Period = Readonly<{ from: number; to: number }>;

/** The tables of a database and the version of its data, as one row each. */
const selectFormat = `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'niceties', 'data_version', data_version::text FROM niceties ORDER BY 1, 2, 3`;

/**
 * A shop as one service on SQLite, or as several services that share one PostgreSQL, each in a Debian of its own. An
 * operator updates the services one after the other.
 */
export class DrilledShop implements AsyncDisposable {
  readonly services: readonly DrilledService[];
  /** When each service was updated or went back. */
  readonly times: Period[] = [];
  /** For `niceties verify`. */
  readonly place: ShopPlace;
  readonly brokenVersions: readonly BrokenVersion[];
  readonly #readFormat: () => Promise<string>;
  readonly #resources: AsyncDisposableStack;
  readonly #expect: Expect;
  #open = 1;
  #newest = 1;

  private constructor(parts: Parts, expect: Expect) {
    this.services = parts.services;
    this.place = parts.place;
    this.brokenVersions = brokenVersions[parts.place.databaseUrl === "" ? "sqlite" : "postgres"];
    this.#readFormat = parts.readFormat;
    this.#resources = parts.resources;
    this.#expect = expect;
  }

  /** Makes the systems in a folder, and installs version 1 in each. */
  static async install(folder: string, nodes: number, expect: Expect, signal: AbortSignal): Promise<DrilledShop> {
    await using resources = new AsyncDisposableStack();
    const database = nodes > 1 ? resources.use(await TestServer.start(true)) : undefined;
    const databaseUrl = (await database?.newDatabase()) ?? "";
    const [first = "", ...others] = Array.from({ length: nodes }, (_, at) => join(folder, `node-${at + 1}`));
    await makeDebian(first, ["libatomic1"]);
    await installPackage(first);
    for (const other of others) await start("cp", ["--archive", "--reflink=auto", first, other]);
    const services: DrilledService[] = [];
    for (const [at, system] of [first, ...others].entries()) {
      signal.throwIfAborted();
      const { run } = resources.use(await boot(system));
      const port = nodes > 1 ? await freePort() : usualPort;
      const where = nodes > 1 ? `Node ${at + 1}: ` : "";
      const expectHere: Expect = (isRight, fault) => expect(isRight, where + fault);
      const service = new DrilledService({ system, run, port, databaseUrl }, expectHere);
      await service.install();
      services.push(service);
    }
    const readFormat = async () => JSON.stringify(await database?.ask(databaseUrl, selectFormat));
    const place = { directory: join(first, "var/lib/niceties"), databaseUrl };
    return new DrilledShop({ services, place, readFormat, resources: resources.move() }, expect);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  async update(signal: AbortSignal): Promise<void> {
    this.#newest += 1;
    const number = this.#newest;
    await this.#forEach(signal, (service) => service.update(number));
    this.#open = number;
  }

  /** Goes back to the version before the last update, and then to the newest again. */
  async goBackAndForth(signal: AbortSignal): Promise<void> {
    await this.#forEach(signal, (service) => service.goBack(this.#open - 1));
    await this.#forEach(signal, (service) => service.goBack(this.#open));
  }

  /** Tries a broken version in the last service. The others stay open, and the database is as before. */
  async expectRefusal(broken: BrokenVersion): Promise<void> {
    this.#newest += 1;
    const before = await this.#readFormat();
    await this.services.at(-1)?.expectRefusal(broken, this.#newest);
    const after = await this.#readFormat();
    this.#expect(after === before, `A version that ${broken.what} changed the database from ${before} to ${after}`);
    for (const service of this.services) await service.expectVersion(this.#open);
  }

  /** A version that changes the format of the data takes over, and the version before cannot take over again. */
  async expectNoWayBack(): Promise<void> {
    this.#newest += 1;
    // Once the first has changed the format, the open versions of the others can make no backup.
    for (const [at, service] of this.services.entries())
      await service.updateFormat(this.#newest, at === 0 ? "" : "--no-backup");
    for (const service of this.services) await service.expectNoWayBack(this.#newest);
  }

  async #forEach(signal: AbortSignal, act: (service: DrilledService) => Promise<void>): Promise<void> {
    for (const service of this.services) {
      signal.throwIfAborted();
      const from = performance.now();
      await act(service);
      this.times.push({ from, to: performance.now() });
    }
  }
}

type Parts = Readonly<{
  services: readonly DrilledService[];
  place: ShopPlace;
  readFormat: () => Promise<string>;
  resources: AsyncDisposableStack;
}>;

/** Installs the npm package of this clone in root's home in a Debian, and a Node. */
async function installPackage(system: string): Promise<void> {
  copyFileSync(process.execPath, join(system, "usr/local/bin/node"));
  const to = join(system, "root");
  await start("npm", ["run", "--silent", "pack", "--", "--to", to], { cwd: root });
  const [archive = ""] = readdirSync(to).filter((name) => name.endsWith(".tgz"));
  await start("npm", ["install", "--ignore-scripts", `--prefix=${to}/original`, `file:${join(to, archive)}`]);
}
