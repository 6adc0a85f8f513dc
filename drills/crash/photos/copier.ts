// A process that copies photos of another host again and again, refreshes the copies and sweeps them, and can be killed
// in the middle. The shop itself does the same with the same code, but reaches no host on this machine.
import { once } from "node:events";
import { createServer } from "node:http";
import sharp from "sharp";
import { PhotoEncoder } from "../../../server/photos/encoder/photo-encoder.ts";
import { PhotoCopies } from "../../../server/photos/copies/photo-copies.ts";
import type { ShopPlace } from "../../../store/open-store.ts";
import { CopyStore } from "../../../store/photos/copy-store.ts";
import { openPhotoBlobs } from "../../../store/photos/open-photos.ts";
import { faultIn } from "../../../store/photos/photo-file.ts";
import { addressesPrefix, copiesPrefix, copyId } from "../../../store/photos/photo-keys.ts";
import { seededRandom, type SeededRandom } from "../../../test/seeded-random.ts";
import { networkTo, publicName } from "../../../test/servers/photo-hosts.ts";
import { startProcess, tell, workUntilKilled, type KillableProcess } from "./killable-process.ts";

type CopierWork = Readonly<{ place: ShopPlace; port: number; seed: number }>;

const addresses = Array.from({ length: 20 }, (_, at) => `http://${publicName}/${at}.jpg`);
const ids = addresses.map((address) => copyId(address) ?? "");
const hourMs = 3_600_000;
const [width, height] = [120, 90];
const photoCount = 50;
/** Of a hundred replies of the host, those that say that it has no such photo. */
const gonePercent = 25;

/** The copies that the processes of a drill have shown, and the host of their photos. */
export class CopyDrill implements AsyncDisposable {
  readonly #random: SeededRandom;
  readonly #host = createServer();
  readonly #shown = new Set<number>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** How many photos were copied and shown. */
  get shown(): number {
    return this.#shown.size;
  }

  /** Opens the host, whose photos change and are sometimes gone. */
  async open(): Promise<void> {
    const photos = await Promise.all(
      Array.from({ length: photoCount }, () => {
        const [r, g, b] = [this.#random.below(256), this.#random.below(256), this.#random.below(256)];
        return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
          .jpeg()
          .toBuffer();
      }),
    );
    this.#host.on("request", ({ url }, outgoing) => {
      const isGone = url === "/robots.txt" || this.#random.below(100) < gonePercent;
      if (isGone) outgoing.writeHead(404).end();
      else outgoing.writeHead(200, { "content-type": "image/jpeg" }).end(this.#random.pick(photos));
    });
    this.#host.listen(0, "127.0.0.1");
    await once(this.#host, "listening");
  }

  /** Starts a process that copies photos into a place. */
  start(place: ShopPlace, onShown = () => {}): Promise<KillableProcess> {
    const address = this.#host.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const work: CopierWork = { place, port, seed: this.#random.below(1_000_000) };
    return startProcess(import.meta.url, work, (message) => {
      if (message.kind !== "copied") return;
      this.#shown.add(message.number);
      onShown();
    });
  }

  /** Copies a photo into a place, so that there is at least one. */
  async copyOnce(place: ShopPlace): Promise<void> {
    const shown = Promise.withResolvers<void>();
    const copying = await this.start(place, shown.resolve);
    await shown.promise;
    await copying.kill();
  }

  /** What is wrong with the copies in a place: one that was shown is missing or half kept. */
  async faults(place: ShopPlace): Promise<string[]> {
    await using blobs = await openPhotoBlobs(place);
    const copies = new CopyStore(blobs, Infinity);
    const faults: string[] = [];
    for (const number of this.#shown) {
      const id = ids[number] ?? "";
      const file = await blobs.read(copiesPrefix + id);
      const fault = file ? faultIn(id, file) : "it is lost";
      if (fault !== undefined) faults.push(`The copy of ${addresses[number]} was shown, and ${fault}.`);
      if (!(await copies.record(id))) faults.push(`The copy of ${addresses[number]} was shown, and has no record.`);
    }
    return faults;
  }

  /** Sweeps as a day later, when every other address is named. What is wrong after that: too much or too little. */
  async faultsAfterADay(place: ShopPlace): Promise<string[]> {
    const named = ids.filter((_, at) => at % 2 === 0);
    const keys = new Set(named.map((id) => copiesPrefix + id));
    await using blobs = await openPhotoBlobs(place);
    await new CopyStore(blobs, Infinity, () => Date.now() + 25 * hourMs).sweep(async () => keys);
    for (const number of this.#shown) if (number % 2 === 1) this.#shown.delete(number);
    const faults = await this.faults(place);
    for (const prefix of [copiesPrefix, addressesPrefix])
      for await (const { key } of blobs.list(prefix))
        if (!named.includes(key.slice(prefix.length))) faults.push(`${key} is left of a sweep.`);
    return faults;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#host.closeAllConnections();
    this.#host.close();
    await once(this.#host, "close");
  }
}

/** The drill cuts the place off, so failures are usual. The copies are judged afterwards. */
function report(): void {}

async function copyForEver({ place, port, seed }: CopierWork): Promise<never> {
  const random = seededRandom(seed);
  let later = 0;
  const now = () => new Date(Date.now() + later);
  await using blobs = await openPhotoBlobs(place);
  const store = new CopyStore(blobs, Infinity, () => now().getTime());
  const host = { ip: "127.0.0.1", port, connections: () => 0, async [Symbol.asyncDispose]() {} };
  const network = { ...networkTo(host), now: () => now().getTime() };
  const encoder = new PhotoEncoder();
  const copies = new PhotoCopies({
    copies: store,
    encoder,
    references: undefined,
    publicUrl: "",
    now,
    report,
    network,
  });
  await tell({ kind: "ready" });
  const all = new Set(ids.map((id) => copiesPrefix + id));
  const requester = { client: "drill", pay: async () => {} };
  for (;;) {
    const number = random.below(addresses.length);
    const isShown = await copies.picture(addresses[number] ?? "", 400, ["webp", "jpg"], requester).then(
      () => true,
      () => false,
    );
    if (isShown) await tell({ kind: "copied", number });
    if (random.below(10) === 0) await store.sweep(async () => all).catch(() => {});
    later += hourMs / 4;
  }
}

if (import.meta.main) await workUntilKilled((work) => copyForEver(JSON.parse(work)));
