import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { picturePath } from "../../../catalogue/photo-address.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";
import { send, type Reply } from "../../kit/shop-client.ts";
import type { PhotoLedger, SentPhoto } from "./photo-ledger.ts";

const restMs = 10;
/** How many photos clients leave unnamed, so that there are some to sweep. */
const keptForSweeps = 3;
/** Refusals that ask the client to send its request again. */
const againLater = /\/-\/problems\/(?:too-busy|storage-busy)\b/;

/** A client of a shop that is about to be killed. */
export type PhotoClient = Readonly<{
  url: string;
  ledger: PhotoLedger;
  random: SeededRandom;
  /** Whether the shop may fail to reach its photos. */
  isHarmed: boolean;
  /** Aborts when the shop is killed. */
  signal: AbortSignal;
}>;

/** One thing that a client does, at the end of which it records in the ledger what the shop acknowledged. */
type Work = (client: PhotoClient) => Promise<void>;

/** Encoding a photo takes the most time, so that clients with other work do not wait for it. */
const uploads: readonly Work[] = [
  async (client) => upload(client, client.ledger.unanswered.pop() ?? (await newPhoto(client.random))),
  async (client) => upload(client, client.ledger.unanswered.pop() ?? (await newPhoto(client.random))),
  async (client) => {
    const known = pickOne(client, [...client.ledger.unnamed("old"), ...client.ledger.photos.values()].slice(0, 20));
    if (known) await upload(client, known.bytes);
  },
];

const saves: readonly Work[] = [
  (client) => addCoffee(client, client.ledger.unnamed("fresh").slice(keptForSweeps)),
  (client) => addCoffee(client, client.ledger.unnamed("old")),
  async (client) => {
    const id = pickOne(client, client.ledger.coffees);
    const sent = pickOne(
      client,
      [...client.ledger.photos.values()].filter(({ isPerhapsNamed }) => isPerhapsNamed),
    );
    if (id !== undefined) await save(client, "PUT", `/coffee/${id}`, sent);
  },
  removeCoffee,
  look,
];

/**
 * All that is done to photos while the shop is killed, one list for each client. Sweeps and backups have processes of
 * their own. Another kind of work is another list, or another entry of one.
 */
const works = [uploads, uploads, saves, saves];

/** Starts all clients. Resolves when the shop is killed, or their connections break. */
export async function workUntilCut(client: PhotoClient): Promise<void> {
  await Promise.all(works.map((own) => workAlone(client, own)));
}

async function workAlone(client: PhotoClient, own: readonly Work[]): Promise<void> {
  while (!client.signal.aborted) {
    try {
      await client.random.pick(own)(client);
    } catch (error) {
      // Fetch reports a broken connection as a TypeError.
      if (error instanceof TypeError) return;
      throw error;
    }
    await delay(restMs);
  }
}

/** Uploads two photos and saves one of them, so that nothing else is needed for something to keep and to sweep. */
export async function workOnce(client: PhotoClient): Promise<void> {
  for (let count = 0; count < 2; count += 1) await upload(client, await newPhoto(client.random));
  await addCoffee(client, client.ledger.unnamed("fresh").slice(-1));
}

/** A JPEG that no other call returns. */
async function newPhoto(random: SeededRandom): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [12, 9];
  const pixels = Uint8Array.from({ length: 3 * width * height }, () => random.below(256));
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } }).resize(240, 180);
  return Buffer.from(await photo.jpeg().toBuffer());
}

async function upload(client: PhotoClient, bytes: Buffer<ArrayBuffer>): Promise<void> {
  const { ledger, url } = client;
  ledger.unanswered.push(bytes);
  const headers = { "content-type": "image/jpeg" };
  const reply = await fetch(`${url}/-/photos`, { method: "POST", body: bytes, headers });
  const text = await reply.text();
  if (!accepted(client, { status: reply.status, text }, "An upload", [201])) return;
  ledger.unanswered.splice(ledger.unanswered.indexOf(bytes), 1);
  const { photo }: { photo: string } = JSON.parse(text);
  ledger.acknowledgeUpload(photo, bytes);
}

async function addCoffee(client: PhotoClient, photos: readonly SentPhoto[]): Promise<void> {
  await save(client, "POST", "/coffee", pickOne(client, photos));
}

async function save(client: PhotoClient, method: "POST" | "PUT", path: string, sent: SentPhoto | undefined) {
  if (!sent) return;
  const { ledger, url } = client;
  sent.isPerhapsNamed = true;
  const reply = await send(url, method, path, { name: "Latte", photo: sent.address });
  // Another client may have deleted the coffee. A coffee that has this photo already has nothing to be saved.
  if (!accepted(client, reply, "A save", [200, 201, 404]) || !reply.receipt) return;
  ledger.receipts.push(reply.receipt);
  ledger.acknowledgeSave(sent);
  if (method === "PUT") return;
  const { insertedId }: { insertedId: string } = JSON.parse(reply.text);
  ledger.coffees.push(insertedId);
}

async function removeCoffee(client: PhotoClient): Promise<void> {
  const { ledger, url } = client;
  const id = pickOne(client, ledger.coffees);
  if (id === undefined) return;
  const reply = await send(url, "DELETE", `/coffee/${id}`);
  if (!accepted(client, reply, "A delete", [200])) return;
  if (reply.receipt) ledger.receipts.push(reply.receipt);
  if (ledger.coffees.includes(id)) ledger.coffees.splice(ledger.coffees.indexOf(id), 1);
}

/** Reads a picture of a photo. If the photo was promised before, it must be there. */
async function look(client: PhotoClient): Promise<void> {
  const { ledger, random, url } = client;
  const sent = pickOne(client, [...ledger.photos.values()]);
  if (!sent) return;
  const wasPromised = ledger.isPromised(sent);
  const reply = await send(url, "GET", picturePath(sent.photo, random.pick(["jpg", "webp", "avif"] as const)));
  accepted(client, reply, `A look at ${sent.photo.id}`, wasPromised ? [200] : [200, 404]);
}

/** Whether a reply has one of these statuses. Any other is a fault, unless it asks to try again or the shop is harmed. */
function accepted(
  { ledger, isHarmed }: PhotoClient,
  { status, text }: Pick<Reply, "status" | "text">,
  what: string,
  statuses: readonly number[],
): boolean {
  if (statuses.includes(status)) return true;
  ledger.counts["refused requests"] += 1;
  const mayFail = againLater.test(text) || (isHarmed && status >= 500);
  if (!mayFail) ledger.faults.push(`${what} was answered ${status}: ${text.slice(0, 300)}`);
  return false;
}

function pickOne<T>({ random }: PhotoClient, all: readonly T[]): T | undefined {
  return all.length === 0 ? undefined : random.pick(all);
}
