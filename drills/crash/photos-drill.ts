import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openPhotoBlobs, photosFolder } from "../../store/photos/open-photos.ts";
import { PhotoStore, unusedMs } from "../../store/photos/photo-store.ts";
import { ended, type Ended } from "../../test/run-niceties.ts";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { drill as define } from "../kit/drill.ts";
import { spawnShop, startCommand, type SpawnedShop } from "../kit/spawned-shop.ts";
import { verifyFaults } from "../kit/verify.ts";
import { ageTemporaryFiles, PhotoJudge } from "./photos/judge-photos.ts";
import { PhotoLedger } from "./photos/photo-ledger.ts";
import { openPhotoPlace, placeNames, type PhotoPlace } from "./photos/photo-place.ts";
import { workOnce, workUntilCut } from "./photos/photo-work.ts";
import { CopyDrill } from "./photos/copier.ts";
import type { KillableProcess } from "./photos/killable-process.ts";
import { startSweeper } from "./photos/sweeper.ts";

/** As many as a shop of two nodes has. */
const sweepers = 2;
/** The shop is killed some time after it has acknowledged a few uploads, however slow the machine is. */
const uploadsInALife = 6;
const longestRestMs = 800;
const patienceMs = { usual: 20_000, harmed: 3_000 };
/** Photos that become a day old between two lives of the shop. */
const agedAtMost = 6;
const pollMs = 10;
const hourMs = 3_600_000;

export const drill = define({
  promise:
    "no acknowledged photo of a coffee is missing or half kept, and nothing unused stays, after the shop was killed during uploads, saves, sweeps, copies and backups",
  help: `Kills the shop with SIGKILL at random moments, a third of the times each with its photos in files, in PostgreSQL and in S3,
while clients upload photos, save coffees that name them and read pictures. Meanwhile other processes sweep, and copy
photos of another host, and are killed too; so is every other backup. Photos that nothing names become a day old while the shop is closed. The connection
to S3 is cut, or S3 refuses or is silent, in most lives. After each life, every photo that was acknowledged and every copy
that was shown must be there with all of its first pictures, byte for byte. At the end, a sweep of a day later must leave exactly the photos that coffees
and the log name. Needs OpenStack Swift (Debian: swift-proxy, swift-account, swift-container and swift-object).`,
  options: {
    kills: { default: 200, help: "how often the shop is killed, in all places together" },
    seed: { default: 1, help: "of the random choices" },
  },
  texts: { place: { default: "all", help: `only one place: ${placeNames.join(", ")}` } },
  short: [{ kills: 6 }],
  async run({ kills, seed }, onProgress, signal, { place: only }) {
    const faults: string[] = [];
    const done: Record<string, number> & { kills: number } = { kills: 0 };
    const measured: string[] = [];
    const names = placeNames.filter((name) => only === "all" || name === only);
    for (const [at, name] of names.entries()) {
      await using place = await openPhotoPlace(name);
      const drilled = new PhotosDrill(place, seededRandom(seed * 10 + at));
      await using copies = drilled.copies;
      await copies.open();
      const lives = Math.floor((kills + at) / names.length);
      for (let life = 0; life < lives && drilled.ledger.faults.length === 0; life += 1) {
        signal.throwIfAborted();
        await drilled.killOnce(life);
        done.kills += 1;
        onProgress(done.kills, kills);
      }
      await copies.copyOnce(place.direct);
      const copied = copies.shown;
      const swept = await drilled.finish(signal);
      const { uploads, saves, removals, ...others } = drilled.ledger.counts;
      done[`photos in ${name}`] = uploads;
      done[`saves of them in ${name}`] = saves;
      done[`sweeps of them in ${name}`] = removals + swept;
      done[`copies in ${name}`] = copied;
      const { backups, leftovers } = drilled;
      const counts = Object.entries({ backups, "temporary files left by kills": leftovers, ...others });
      measured.push(`${name}: ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}`);
      faults.push(...drilled.ledger.faults.map((fault) => `${name}: ${fault}`));
    }
    return { done, measured: measured.join("\n"), faults };
  },
});

class PhotosDrill {
  readonly ledger = new PhotoLedger();
  readonly copies: CopyDrill;
  backups = 0;
  leftovers = 0;
  readonly #place: PhotoPlace;
  readonly #random: SeededRandom;
  readonly #judge: PhotoJudge;
  readonly #backups: string;
  readonly #temporary: string;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(place: PhotoPlace, random: SeededRandom) {
    this.#place = place;
    this.#random = random;
    this.copies = new CopyDrill(random);
    this.#judge = new PhotoJudge(this.ledger, place.direct);
    this.#backups = join(place.folder, "backups");
    this.#temporary = join(place.folder, "temporary");
    const { directory, databaseUrl, photosUrl = "" } = place.harmed;
    this.#environment = {
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      PHOTOS_URL: photosUrl,
      TMPDIR: this.#temporary,
    };
  }

  /** Opens the shop, judges what the last life left, and kills it while it works. */
  async killOnce(life: number): Promise<void> {
    if (life > 0) await this.#agePhotos();
    await using shop = await this.#open();
    await this.#judge.judge(shop.url);
    this.ledger.faults.push(...(await this.copies.faults(this.#place.direct)));
    const sweeping = await Promise.all(Array.from({ length: sweepers }, () => this.#sweep()));
    const copying = await this.copies.start(this.#place.harmed);
    const harm = await this.#place.harm(this.#random);
    const isHarmed = harm !== undefined;
    const { ledger } = this;
    const killed = new AbortController();
    const working = workUntilCut({ url: shop.url, ledger, random: this.#random, isHarmed, signal: killed.signal });
    working.catch(() => {}); // it is awaited once the shop is killed
    const begunAt = Date.now();
    const backup = startCommand(this.#place.folder, this.#environment, "backup", "--json", "--to", this.#backups);
    const backedUp = ended(backup);
    await this.#live(isHarmed);
    if (!isHarmed) this.#blame(shop);
    killed.abort();
    await Promise.all([shop.kill(), ...[...sweeping, copying].map((each) => each.kill()), working]);
    await harm?.[Symbol.asyncDispose]();
    const isBackupKilled = life % 2 === 1;
    if (isBackupKilled) backup.kill("SIGKILL");
    await this.#endBackup(await backedUp, begunAt, isHarmed || isBackupKilled);
  }

  /** Judges the place after its last life. Resolves to how many photos nothing named any more. */
  async finish(signal: AbortSignal): Promise<number> {
    {
      await using shop = await this.#open();
      await this.#judge.judge(shop.url);
      await workOnce({ url: shop.url, ledger: this.ledger, random: this.#random, isHarmed: false, signal });
      this.#blame(shop);
    }
    this.leftovers += ageTemporaryFiles(photosFolder(this.#backups));
    this.leftovers += ageTemporaryFiles(photosFolder(this.#place.direct.directory));
    const removed = await this.#judge.judgeAfterADay();
    this.ledger.faults.push(...(await this.copies.faultsAfterADay(this.#place.direct)));
    await this.#endBackup(await this.#command("backup", "--json", "--to", this.#backups), Date.now(), false);
    this.#judge.judgeTemporaryFiles(this.#place.folder);
    await this.#judgeUploads();
    const { code, out, err } = await this.#command("verify");
    if (code !== 0) this.ledger.faults.push(`niceties verify ended with ${code}: ${out}${err}`);
    this.ledger.faults.push(...(await verifyFaults(this.#place.direct, this.ledger.receipts)));
    return removed;
  }

  async #open(): Promise<SpawnedShop> {
    const { directory } = this.#place.direct;
    for (const folder of [directory, this.#temporary]) await mkdir(folder, { recursive: true });
    return spawnShop({ directory, environment: this.#environment });
  }

  /** Waits for the moment at which the shop is killed. */
  async #live(isHarmed: boolean): Promise<void> {
    const { uploads } = this.ledger.counts;
    const enough = uploads + this.#random.below(uploadsInALife);
    const until = performance.now() + patienceMs[isHarmed ? "harmed" : "usual"];
    while (this.ledger.counts.uploads < enough && performance.now() < until) await delay(pollMs);
    await delay(this.#random.below(longestRestMs));
  }

  #sweep(): Promise<KillableProcess> {
    return startSweeper(this.#place.harmed, (message) => {
      if (message.kind === "removes") this.ledger.removes(message.id, message.at);
      if (message.kind === "failed") this.ledger.counts["failed sweeps"] += 1;
    });
  }

  /** What an unharmed shop prints is a fault. */
  #blame({ complaints }: SpawnedShop): void {
    this.ledger.faults.push(...complaints.map((line) => `The shop said: ${line}`));
  }

  /** A day passes for some photos that no coffee names: their touches become so old that a sweep removes them. */
  async #agePhotos(): Promise<void> {
    await using blobs = await openPhotoBlobs(this.#place.direct);
    const yesterday = new PhotoStore(blobs, Infinity, () => Date.now() - unusedMs - hourMs);
    for (const sent of this.ledger.unnamed("fresh").slice(0, 1 + this.#random.below(agedAtMost))) {
      await yesterday.touch([sent.photo.id]);
      sent.uploadedAt = undefined;
    }
  }

  #command(...words: readonly string[]): Promise<Ended> {
    return ended(startCommand(this.#place.folder, this.#environment, ...words));
  }

  /** A backup that reports success has all of its photos. One that nobody harmed must succeed. */
  async #endBackup({ code, out, err }: Ended, begunAt: number, mayFail: boolean): Promise<void> {
    if (code === 0) {
      this.backups += 1;
      const { file }: { file: string } = JSON.parse(out);
      await this.#judge.judgeBackup(file, this.#backups, begunAt);
    } else if (!mayFail) this.ledger.faults.push(`A backup ended with ${code}: ${out}${err}`);
  }

  /** Nothing of an upload may be left once the process has ended that received it. */
  async #judgeUploads(): Promise<void> {
    for (const name of await readdir(this.#temporary)) {
      const { size } = await stat(join(this.#temporary, name));
      if (size > 0) this.ledger.faults.push(`${name} is left of an upload.`);
    }
  }
}
