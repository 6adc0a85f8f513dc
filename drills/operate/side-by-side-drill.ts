import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { receiptOf } from "../../catalogue/log/receipt.ts";
import { builtProgram } from "../../server/pages/builds.ts";
import { shopFile, type ShopPlace } from "../../store/open-store.ts";
import { ended } from "../../test/run-niceties.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as define, type Verdict } from "../kit/drill.ts";
import { spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { startClients, Visits, type Door } from "../kit/test-clients.ts";

const visitors = { writing: 4, reading: 2 };
const root = fileURLToPath(new URL("../..", import.meta.url));
const expansion = "9001-drill";

/** What the next release adds. The release before it ignores that. */
const expands = `CREATE TABLE drill_notes (id integer PRIMARY KEY, words text NOT NULL DEFAULT '');
ALTER TABLE coffees ADD COLUMN drilled integer NOT NULL DEFAULT 1;
CREATE INDEX drilled_coffees ON coffees (drilled);
`;
/** What the release after that removes. The release before it no longer uses that. */
const contracts = `-- Completes ${expansion}.
DROP TABLE drill_notes;
DROP INDEX drilled_coffees;
ALTER TABLE coffees DROP COLUMN drilled;
`;

export const drill = define({
  promise:
    "two versions run side by side while one changes the data, and going back one release works until the contract step",
  help: `Makes two newer releases of this one: the first expands the data, the second has the contract step. On one SQLite file and
on one PostgreSQL it opens each beside the one before, while ${visitors.writing} visitors write and ${visitors.reading} read through both. It goes back from
the first newer release to this one. After the contract step, the release before must refuse the data, and niceties doctor
must say so. At the end it checks for every acknowledged write, and verifies the log with all receipts.`,
  options: {
    ms: { default: 3_000, help: "how long visitors write to each pair of versions, in milliseconds" },
    seed: { default: 1, help: "what they write" },
  },
  short: [{ ms: 700 }],
  async run({ ms, seed }, onProgress, signal) {
    await using folder = await temporaryFolder("side-by-side");
    const programs = makePrograms(folder.path);
    const trial = { programs, ms, seed, signal };
    const place = { directory: join(folder.path, "sqlite"), databaseUrl: "" };
    const onSqlite = await tryVersions(place, {
      ...trial,
      isSeenKnown: false,
      readNames: async () => namesInFile(place),
    });
    onProgress(1, 2);
    await using database = await TestServer.start(true);
    const databaseUrl = await database.newDatabase();
    const readNames = async () => (await database.ask(databaseUrl, selectNames)).map(({ name }) => String(name));
    const inPostgres = { directory: join(folder.path, "postgres"), databaseUrl };
    const onPostgres = await tryVersions(inPostgres, { ...trial, isSeenKnown: true, readNames });
    onProgress(2, 2);
    return {
      done: { ...named("on SQLite", onSqlite.done), ...named("on PostgreSQL", onPostgres.done) },
      faults: [...onSqlite.faults, ...onPostgres.faults],
    };
  },
});

const selectNames = "SELECT name FROM expansions ORDER BY name";

/** The commands of this release, of the next one, which expands the data, and of the one after that. */
type Programs = Readonly<Record<"now" | "next" | "afterNext", readonly string[]>>;

/** Copies the built program, and adds migrations to the copies. */
function makePrograms(folder: string): Programs {
  const release = { version: "1.0.0", newestMigration: 9_000 };
  const nextRelease = { version: "1.1.0", newestMigration: 9_001 };
  const next = { [`${expansion}.expand`]: expands };
  return {
    now: makeProgram(join(folder, "now"), {}, []),
    next: makeProgram(join(folder, "next"), next, [release]),
    afterNext: makeProgram(join(folder, "after-next"), { ...next, "9002-drill": contracts }, [release, nextRelease]),
  };
}

function makeProgram(home: string, migrations: Readonly<Record<string, string>>, releases: readonly object[]) {
  const build = join(home, "build", "drill");
  cpSync(dirname(dirname(builtProgram())), build, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const migrationsFolder = join(build, "program", "migrations");
  for (const [name, sql] of Object.entries(migrations))
    for (const kind of ["sqlite", "postgres"]) writeFileSync(join(migrationsFolder, `${name}.${kind}.sql`), sql);
  writeFileSync(join(migrationsFolder, "releases.json"), JSON.stringify(releases));
  return [join(root, "tools", "with-node"), "node", join(build, "program", "niceties.js")];
}

type Trial = Readonly<{
  programs: Programs;
  ms: number;
  seed: number;
  signal: AbortSignal;
  /** Whether what one reply has shown must be in every later one, also if the write is not acknowledged yet. */
  isSeenKnown: boolean;
  readNames: () => Promise<readonly string[]>;
}>;

async function tryVersions(place: ShopPlace, trial: Trial): Promise<Verdict> {
  const { programs, ms, seed, signal, isSeenKnown, readNames } = trial;
  await mkdir(place.directory);
  const visits = new Visits({ isSeenKnown });
  const faults: string[] = [];
  const expect = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
  const run = (command: readonly string[], ...words: string[]) => runProgram(place, command, words);
  await using shops = new Shops(place);
  const old = await shops.open("this release", programs.now);
  await using crowd = startClients(visits, visitors, seed, (random) => random.pick(shops.front).door, signal);
  const rest = () => delay(ms, undefined, { signal: crowd.signal });
  await rest();

  const next = await shops.open("the next release", programs.next);
  await rest();
  expect((await readNames()).join() === expansion, "The next release did not expand the data.");
  const doctor = await run(programs.next, "doctor");
  expect(doctor.includes("Going back: Release 1.0.0 can open these data."), `After the expansion: ${doctor}`);
  const verified = await run(programs.now, "verify");
  expect(!/^✗/m.test(verified), `This release does not verify expanded data: ${verified}`);

  const back = await shops.open("this release after going back", programs.now);
  await shops.close(next, old);
  await rest();

  const again = await shops.open("the next release", programs.next);
  await shops.close(back);
  await shops.open("the release after that", programs.afterNext);
  await rest();
  const later = await run(programs.afterNext, "doctor");
  expect(/Going back: Release 1\.1\.0 cannot open these data/.test(later), `After the contract step: ${later}`);
  const refusal = await run(programs.next, "serve");
  expect(/ was written by a newer version of Niceties .*exit code 1$/s.test(refusal), `It was not refused: ${refusal}`);
  await shops.close(again);
  await rest();

  await crowd.end();
  await visits.judgeAtEnd(shops.front[0]?.door.url ?? "");
  await shops.close(...shops.front);
  const receipts = visits.receipts.flatMap((receipt) => ["--receipt", receiptOf(receipt)]);
  const migrated = await run(programs.afterNext, "verify", ...receipts);
  expect(!/^✗/m.test(migrated), `At the end: ${migrated}`);
  return { done: countWrites(visits, shops), faults: [...visits.faults, ...shops.complaints, ...faults] };
}

/** What a command prints, on both outputs, and its exit code. */
async function runProgram(
  { directory, databaseUrl }: ShopPlace,
  [program = "", ...args]: readonly string[],
  words: readonly string[],
): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, DATABASE_URL: databaseUrl, PORT: "0" };
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const { code, out, err } = await ended(
    spawn(program, [...args, ...words], { cwd: directory, env, stdio: [...stdio] }),
  );
  return `${out}${err}exit code ${code}`;
}

type OpenShop = { readonly release: string; readonly shop: SpawnedShop; readonly door: Door; isEnding: boolean };

/** The open processes of the shop. */
class Shops implements AsyncDisposable {
  readonly #all: OpenShop[] = [];
  readonly #place: ShopPlace;

  constructor(place: ShopPlace) {
    this.#place = place;
  }

  /** Those that visitors reach. */
  get front(): readonly OpenShop[] {
    return this.#all.filter(({ isEnding }) => !isEnding);
  }

  get all(): readonly OpenShop[] {
    return this.#all;
  }

  get complaints(): readonly string[] {
    return this.#all.flatMap(({ release, shop }) => shop.complaints.map((line) => `${release}: ${line}`));
  }

  async open(release: string, program: readonly string[]): Promise<OpenShop> {
    const { directory, databaseUrl } = this.#place;
    const environment = { DATABASE_URL: databaseUrl };
    const shop = await spawnShop({ directory, environment, command: [...program, "serve"] });
    const opened: OpenShop = {
      release,
      shop,
      door: { url: shop.url, mayFail: () => opened.isEnding },
      isEnding: false,
    };
    this.#all.push(opened);
    return opened;
  }

  async close(...some: readonly OpenShop[]): Promise<void> {
    for (const each of some) each.isEnding = true;
    await Promise.all(some.map(({ shop }) => shop.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(...this.#all);
  }
}

function countWrites({ acknowledged }: Visits, { all }: Shops): Verdict["done"] {
  const releases = acknowledged.map((write) => all.find(({ door }) => door === write.door)?.release ?? "");
  const groups = Map.groupBy(releases, (release) => release);
  return Object.fromEntries(all.map(({ release }) => [`writes to ${release}`, groups.get(release)?.length ?? 0]));
}

function namesInFile({ directory }: ShopPlace): string[] {
  const database = new Database(shopFile(directory), { readonly: true });
  try {
    return database.prepare<[], string>(selectNames).pluck().all();
  } finally {
    database.close();
  }
}

function named(place: string, done: Verdict["done"]): Verdict["done"] {
  return Object.fromEntries(Object.entries(done).map(([thing, count]) => [`${thing} ${place}`, count]));
}
