import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { requestText } from "../load/request-text.ts";
import type { Children } from "../machine/children.ts";
import { freePort } from "../machine/free-port.ts";
import type { Head } from "../pages/plain-react-build.ts";
import { ours } from "../peers/ours.ts";
import { makePlace } from "../peers/place.ts";
import { acceptEncodings, askAtRest, preparePlace } from "../peers/prepare-place.ts";
import { openServer } from "../peers/server.ts";
import { fillCopies } from "../../test/photos/fill-copies.ts";
import type { Storefront } from "./storefront.ts";

/** The shop's built files. All pages show its photographs. */
const shopFiles = fileURLToPath(new URL("../../build/current/client", import.meta.url));
const patienceMs = 60_000;
/** Of more coffees, several share a photo. */
const photosAtMost = 2_000;

export type Opened = Readonly<{ storefronts: readonly Storefront[]; close: () => Promise<void> }>;

/** Fills a shop with `size` coffees and opens it and, unless `isAlone`, the pages that it is compared with. */
export async function openStorefronts(
  children: Children,
  folder: string,
  size: number,
  built: Readonly<{ folder: string; head: Head }>,
  isAlone: boolean,
): Promise<Opened> {
  const place = makePlace(folder, size);
  const photographs = join(shopFiles, "photographs");
  const photos = await openPages(children, "photo-host.ts", (port) => [port, photographs]);
  const addresses = Array.from({ length: Math.min(size, photosAtMost) }, (_, at) => `${photos.url}${at}.jpg`);
  const { ids } = await preparePlace(children, place, addresses);
  await fillCopies(place.folderOf("ours"), addresses, photographs);
  const coffees: readonly Coffee[] = JSON.parse(readFileSync(place.listFile, "utf8"));
  const shop = await openServer(children, ours, place, ids[0] ?? "");
  const shopUrl = `http://127.0.0.1:${shop.port}/`;
  const list = requestText({ path: "/coffee", port: shop.port, acceptEncoding: acceptEncodings.br });
  await askAtRest(shop.port, list, "a list", "br"); // so every visit, even the first, gets the same encoding
  const addToShop = async () => {
    const fields = fieldsOf(coffees);
    const headers = { "content-type": "application/json" };
    await accepted(fetch(`${shopUrl}coffee`, { method: "POST", headers, body: JSON.stringify(fields) }));
  };
  const storefronts: Storefront[] = [{ name: "ours", url: shopUrl, addOne: addToShop }];
  const closing = [shop.close, photos.close];
  if (!isAlone) {
    const limit = await openPages(children, "script-free-server.ts", (port) => [
      port,
      place.listFile,
      built.folder,
      JSON.stringify(built.head),
      shopFiles,
    ]);
    const addToLimit = async () => {
      const body = new URLSearchParams(
        Object.entries(fieldsOf(coffees)).map(([field, value]) => [field, String(value)]),
      );
      await accepted(fetch(`${limit.url}add-new-coffee`, { method: "POST", body }));
    };
    const rival = await openPages(children, "plain-react-server.ts", (port) => [
      port,
      String(shop.port),
      built.folder,
      shopFiles,
    ]);
    storefronts.push({ name: "script-free", url: limit.url, addOne: addToLimit });
    storefronts.push({ name: "plain React", url: rival.url, addOne: addToShop });
    closing.push(limit.close, rival.close);
  }
  return {
    storefronts,
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

/** The fields of any coffee: an added coffee is at the end of the list, where no visit looks. */
function fieldsOf([coffee]: readonly Coffee[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries(coffeeFields.map((field) => [field, coffee?.[field] ?? ""]));
}

async function accepted(pendingReply: Promise<Response>): Promise<void> {
  const reply = await pendingReply;
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}.`);
}

/** Starts one of the servers of `bench/pages/`, and waits until it answers. */
export async function openPages(children: Children, file: string, argumentsOf: (port: string) => readonly string[]) {
  const port = String(await freePort());
  const program = fileURLToPath(new URL(`../pages/${file}`, import.meta.url));
  const command = { program: process.execPath, args: [program, ...argumentsOf(port)] };
  const child = children.start(command, ["ignore", "inherit", "inherit"]);
  const url = `http://127.0.0.1:${port}/`;
  const end = performance.now() + patienceMs;
  const isOpen = () =>
    fetch(url).then(
      async (reply) => (await reply.arrayBuffer()).byteLength > 0,
      () => false,
    );
  while (!(await isOpen())) {
    if (performance.now() > end || child.exitCode !== null) throw new Error(`${file} did not open.`);
    await delay(20);
  }
  return { url, close: () => children.end(child) };
}
