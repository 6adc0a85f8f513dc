import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askOnce } from "../load/read-load.ts";
import type { Reply } from "../load/reply-reader.ts";
import { requestText } from "../load/request-text.ts";
import type { Check } from "../load/job.ts";
import type { Children } from "../machine/children.ts";
import { freePort } from "../machine/free-port.ts";
import { makeCoffees } from "../make-coffees.ts";
import { ours } from "./ours.ts";
import type { Peer } from "./peer.ts";
import type { Place } from "./place.ts";
import { setTimeout as delay } from "node:timers/promises";

/** The coffees that the rows request. */
export type Sample = Readonly<{
  /** Ids that are read, spread over the list. */
  ids: readonly string[];
  /** Ids that are changed in rows that read others. */
  changedIds: readonly string[];
  /** How long home took, if that is too long to request it again and again; else undefined. */
  slowHomeMs: number | undefined;
}>;

export const acceptEncodings = { identity: "identity", gzip: "gzip, deflate", br: "gzip, deflate, br, zstd" } as const;
export type Coding = keyof typeof acceptEncodings;

const endings: Readonly<Record<Coding, string>> = { identity: "", gzip: ".gz", br: ".br" };
const headersOfBytes = new Set(["content-type", "content-length", "date", "connection", "keep-alive"]);
const seed = 1;
const sampled = 64;
const slowHomeMs = 3_000;
const restMs = 30_000;
const askAgainMs = 100;

/**
 * Fills the shop, and takes from it the bytes that the others serve. The coffees have these
 * photos in turn, or none.
 */
export async function preparePlace(children: Children, place: Place, photos: readonly string[] = []): Promise<Sample> {
  const port = await freePort();
  const child = children.start(ours.command(place, port), ["ignore", "ignore", "inherit"]);
  try {
    const file = join(place.folderOf("ours"), "coffees.json");
    const coffees = makeCoffees(place.size, seed);
    const withPhotos = coffees.map((coffee, at) => {
      const photo = photos[at % photos.length];
      return photo === undefined ? coffee : { ...coffee, photo };
    });
    writeFileSync(file, JSON.stringify(withPhotos));
    await importCoffees(children, ours, place, port, file);
    rmSync(file);
    const list = await capture(place, port, "/coffee", "list.json", "a list");
    const listed: readonly { _id: string }[] = JSON.parse(list.toString());
    if (listed.length !== place.size) throw new Error(`The shop lists ${listed.length} coffees, not ${place.size}.`);
    await captureHeaders(place, port, `/coffee/${listed[0]?._id}`, "one", "one coffee");
    const every = Math.max(1, Math.floor(listed.length / sampled));
    const ids = listed.filter((_, at) => at % every === 0).slice(0, sampled);
    for (const coffee of ids) writeFileSync(join(place.prepared, "one", coffee._id), JSON.stringify(coffee));
    const changed = listed.slice(-sampled).filter((coffee) => !ids.includes(coffee));
    return {
      ids: ids.map(({ _id }) => _id),
      // In the smallest catalogue all coffees are read, so the same ones are changed.
      changedIds: (changed.length > 0 ? changed : listed).map(({ _id }) => _id),
      slowHomeMs: await captureHome(place, port),
    };
  } finally {
    await children.end(child);
  }
}

/** Replaces the coffees of a shop that runs, or is starting, at `port` with those of a file. */
export async function importCoffees(
  children: Children,
  shop: Peer,
  place: Place,
  port: number,
  file: string,
): Promise<void> {
  while (!(await isReady(port))) await delay(20);
  const command = { ...shop.command(place, port), args: ["import", file, "--replace", "--yes"] };
  const child = children.start(command, ["ignore", "ignore", "inherit"]);
  const [exitCode] = await once(child, "exit");
  await children.end(child);
  if (exitCode !== 0) throw new Error("The shop did not import the coffees; its output above says why.");
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Prepares home in each encoding. If the first request takes too long, returns its milliseconds instead. */
async function captureHome(place: Place, port: number): Promise<number | undefined> {
  const started = performance.now();
  await askOnce(port, requestText({ path: "/", port, acceptEncoding: "identity", isNavigation: true }), "a page");
  const tookMs = performance.now() - started;
  if (tookMs > slowHomeMs) return tookMs;
  await capture(place, port, "/", "home.html", "a page");
  return undefined;
}

/** Repeats a request for up to 30 s if a server makes brotli only once the list has come to rest. */
export async function askAtRest(port: number, request: string, check: Check, coding: Coding): Promise<Reply> {
  const end = performance.now() + restMs;
  for (;;) {
    const reply = await askOnce(port, request, check);
    const isBest = coding !== "br" || reply.headers.get("content-encoding") === "br" || check === "unchanged";
    if (isBest || performance.now() > end) return reply;
    await delay(askAgainMs);
  }
}

async function capture(place: Place, port: number, path: string, file: string, check: Check): Promise<Buffer> {
  const bytesIn = async (coding: Coding) => {
    const isNavigation = check === "a page";
    const request = requestText({ path, port, acceptEncoding: acceptEncodings[coding], isNavigation });
    const { body } = await askAtRest(port, request, check, coding);
    writeFileSync(join(place.prepared, file + endings[coding]), body);
    return body;
  };
  await captureHeaders(place, port, path, file, check);
  await bytesIn("gzip");
  await bytesIn("br");
  return bytesIn("identity");
}

/** Saves the headers that a server adds beyond those that describe the bytes and the connection. */
async function captureHeaders(place: Place, port: number, path: string, file: string, check: Check): Promise<void> {
  const isNavigation = check === "a page";
  const request = requestText({ path, port, acceptEncoding: acceptEncodings.identity, isNavigation });
  const { headers } = await askOnce(port, request, check);
  const added = [...headers].filter(([name]) => !headersOfBytes.has(name));
  writeFileSync(join(place.prepared, `${file}.headers`), JSON.stringify(added.flat()));
}
