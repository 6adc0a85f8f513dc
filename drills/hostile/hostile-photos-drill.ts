import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { readChildren, readMemory } from "../../bench/machine/process-tree.ts";
import { parsePhotoAddress, photoFormats, picturePath, widthsOf } from "../../catalogue/photo-address.ts";
import { photoKinds } from "../../server/photos/encoder/photo-kind.ts";
import { generatedPhotos, mutationNames } from "../../test/photos/generated-photos.ts";
import { hostilePhotos } from "../../test/photos/hostile-photos.ts";
import { largestPhotos } from "../../test/photos/largest-photos.ts";
import { metadataIn } from "../../test/photos/picture-contents.ts";
import { drill as define } from "../kit/drill.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { until } from "../kit/until.ts";
import type { Visit } from "./visitors.ts";

const senders = 2;
/** Quiet times and uploads take turns, so that other work on the machine slows both. */
const turns = 10;
const sampleEveryMs = 20;
const idleWithinMs = 60_000;
const megabyte = 1_048_576;
const limits = { readsMs: 100, encoderMegabytes: 700, growthMegabytes: 30 };
/** The files that the shop takes with 201, or refuses. */
const refusals = [413, 415, 422];

export const drill = define({
  promise:
    "hostile files that are uploaded as photos are refused or made into clean pictures, within bounded memory, while reads stay fast",
  help: `Uploads files that are no sound photos, ${senders} at a time: those of test/photos/, and generated ones with flipped bits, missing
bytes, lying numbers, exchanged parts, other files in them and random metadata; and sound photos as large as the shop
takes them. Each must be refused with 413, 415 or 422, or become pictures without a byte of metadata. A process that
encodes may take ${limits.encoderMegabytes} MB, and there must be none once the shop is idle. The shop itself may grow by ${limits.growthMegabytes} MB. 99
of 100 reads of home and of the list may take ${limits.readsMs} ms, or twice as long as without uploads if that is more.`,
  options: {
    files: { default: 500, help: "how many files are generated" },
    quiet: { default: 60, help: "seconds of reads alone, in all" },
    seed: { default: 1, help: "which files" },
    timed: { default: 1, help: "0 judges no times and no growth, for a machine that does other work" },
  },
  short: [{ files: 30, quiet: 2, timed: 0 }],
  async run({ files: count, quiet, seed, timed }, onProgress, signal) {
    const files = await allFiles(count, seed);
    await using shop = await spawnShop();
    await using visitors = await startVisitors(shop.url);
    const attack = new Attack(shop, signal);
    const [quietTimes, uploadTimes]: [number[], number[]] = [[], []];
    let firstMegabytes: number | undefined;
    for (let turn = 0; turn < turns; turn += 1) {
      visitors.take();
      await delay((quiet * 1_000) / turns, undefined, { signal });
      quietTimes.push(...visitors.take());
      firstMegabytes ??= ownMegabytes(shop);
      const [from, to] = [turn, turn + 1].map((each) => Math.floor((files.length * each) / turns));
      await attack.send(files.slice(from, to));
      uploadTimes.push(...visitors.take());
      onProgress(turn + 1, turns);
    }
    const { counts, faults, mostMegabytes } = attack;
    const grownMegabytes = ownMegabytes(shop) - (firstMegabytes ?? 0);
    faults.push(...visitors.faults, ...shop.complaints.map((line) => `The shop said: ${line}`));
    if (mostMegabytes > limits.encoderMegabytes) faults.push(`An encoder took ${mostMegabytes.toFixed(0)} MB.`);
    const [alone, beside] = [latencyOf(quietTimes).p99, latencyOf(uploadTimes).p99];
    const mayTakeMs = Math.max(limits.readsMs, 2 * alone);
    if (timed === 1 && beside > mayTakeMs) faults.push(`Of 100 reads, 99 took up to ${beside.toFixed(0)} ms.`);
    if (timed === 1 && grownMegabytes > limits.growthMegabytes)
      faults.push(`The shop grew by ${grownMegabytes.toFixed(0)} MB.`);
    return {
      done: {
        files: files.length,
        refused: counts.refused,
        cleaned: counts.cleaned,
        "clean pictures": counts.pictures,
      },
      measured: `reads p99 ${alone.toFixed(0)} ms alone and ${beside.toFixed(0)} ms beside uploads (${quietTimes.length} and ${uploadTimes.length} reads)
encoders at most ${mostMegabytes.toFixed(0)} MB each, none when idle; the shop itself grew by ${grownMegabytes.toFixed(0)} MB from ${firstMegabytes?.toFixed(0)} MB`,
      faults,
    };
  },
});

type NamedFile = Readonly<{ name: string; bytes: Buffer<ArrayBuffer> }>;

/** All files, with those by hand and the largest among the generated ones, so that slow files do not come together. */
async function allFiles(count: number, seed: number): Promise<NamedFile[]> {
  const cases = photoKinds.flatMap((kind) => mutationNames.map((mutation) => [kind, mutation] as const));
  const ofEach = Math.ceil(count / cases.length);
  const generated = await Promise.all(cases.map(([kind, mutation]) => generatedPhotos(kind, mutation, ofEach, seed)));
  // All cases come in each round, so that a short run has some of each.
  const rounds = Array.from({ length: ofEach }, (_, at) => generated.map((all) => all[at])).flat();
  const files: NamedFile[] = rounds.filter((file) => file !== undefined).slice(0, count);
  if (count < hostilePhotos.length) return files;
  const byHand: NamedFile[] = [];
  for (const { name, bytes } of hostilePhotos) byHand.push({ name, bytes: Buffer.from(await bytes()) });
  spread(byHand, await largestPhotos());
  spread(files, byHand);
  return files;
}

/** Puts `others` among the files, evenly. */
function spread(files: NamedFile[], others: readonly NamedFile[]): void {
  const every = Math.ceil(files.length / others.length);
  for (const [at, file] of others.entries()) files.splice(at * (every + 1), 0, file);
}

/** Starts reads of home and of the list. `take` returns how long the reads took since it was last called. */
async function startVisitors(url: string) {
  const workerData = { url, paths: ["/", "/coffee"], id: "unknown" };
  const worker = new Worker(new URL("./visitors.ts", import.meta.url), { workerData });
  await once(worker, "message"); // they are ready
  let times: number[] = [];
  const faults: string[] = [];
  worker.on("message", ({ milliseconds, fault }: Visit) => {
    times.push(milliseconds);
    if (fault !== undefined) faults.push(fault);
  });
  const take = () => {
    const taken = times;
    times = [];
    return taken;
  };
  return { take, faults, [Symbol.asyncDispose]: async () => void (await worker.terminate()) };
}

/** The resident memory of the shop's own process. */
function ownMegabytes({ processId }: SpawnedShop): number {
  return readMemory(processId).residentBytes / megabyte;
}

class Attack {
  readonly counts = { refused: 0, cleaned: 0, pictures: 0 };
  readonly faults: string[] = [];
  mostMegabytes = 0;
  readonly #shop: SpawnedShop;
  readonly #signal: AbortSignal;

  constructor(shop: SpawnedShop, signal: AbortSignal) {
    this.#shop = shop;
    this.#signal = signal;
  }

  /** Uploads the files, watches the processes that encode, and waits until there are none. */
  async send(files: readonly NamedFile[]): Promise<void> {
    const waiting = files.values();
    const watch = setInterval(() => this.#measure(), sampleEveryMs);
    try {
      const sending = Array.from({ length: senders }, async () => {
        for (const file of waiting) {
          this.#signal.throwIfAborted();
          await this.#upload(file);
        }
      });
      await Promise.all(sending);
      const failure = "A process that encodes did not end.";
      await until(() => this.#measure() === 0, { withinMs: idleWithinMs, signal: this.#signal, failure });
    } finally {
      clearInterval(watch);
    }
  }

  /** Notes the memory of the processes that encode. Returns how many there are. */
  #measure(): number {
    const children = readChildren(this.#shop.processId);
    for (const child of children)
      this.mostMegabytes = Math.max(this.mostMegabytes, readMemory(child).peakBytes / megabyte);
    return children.length;
  }

  async #upload({ name, bytes }: NamedFile): Promise<void> {
    const headers = { "content-type": "application/octet-stream" };
    const reply = await fetch(`${this.#shop.url}/-/photos`, { method: "POST", body: bytes, headers });
    const text = await reply.text();
    if (refusals.includes(reply.status)) this.counts.refused += 1;
    else if (reply.status === 201) await this.#look(name, text);
    else this.faults.push(`${name} was answered ${reply.status}: ${text.slice(0, 300)}`);
  }

  /** Reads all pictures of a file that was taken, the AVIFs too if they are there already. */
  async #look(name: string, reply: string): Promise<void> {
    this.counts.cleaned += 1;
    const { photo: address }: { photo: string } = JSON.parse(reply);
    const { photo } = parsePhotoAddress(address) ?? {};
    for (const format of photo ? photoFormats : []) {
      for (const width of photo ? widthsOf(photo.width) : []) {
        const picture = await fetch(this.#shop.url + (photo ? picturePath(photo, format, width) : ""));
        const bytes = Buffer.from(await picture.arrayBuffer());
        const sent = photoFormats.find(
          (each) => picture.headers.get("content-type") === `image/${each.replace("jpg", "jpeg")}`,
        );
        const metadata = sent ? metadataIn(sent, bytes) : ["no picture"];
        if (picture.status === 200 && metadata.length === 0) this.counts.pictures += 1;
        else this.faults.push(`${name} became a picture with ${metadata.join(", ")}, status ${picture.status}.`);
      }
    }
  }
}
