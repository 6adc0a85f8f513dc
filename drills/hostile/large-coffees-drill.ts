import { seededRandom } from "../../test/seeded-random.ts";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { addCoffee, sendRaw } from "../kit/shop-client.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { drill as defineDrill, type OnProgress } from "../kit/drill.ts";

const documentBytesAtMost = 1_000_000;
const searchMsAtMost = 250;
const renderMsAtMost = 1_000;
const forgedMsAtMost = 50;
const repeats = 5;

type Reply = Readonly<{ status: number; bytes: number; etag: string; ms: number }>;

async function read(url: string, path: string, host = "shop.example"): Promise<Reply> {
  const started = performance.now();
  const { status, headers, bytes } = await sendRaw(url + path, { headers: { host } });
  return { status, bytes: bytes.byteLength, etag: headers.etag ?? "", ms: performance.now() - started };
}

/** Adds coffees of nearly 64 KB, each with its own words. */
async function fill(url: string, count: number, seed: number, onProgress: OnProgress): Promise<void> {
  const { below } = seededRandom(seed);
  const word = () => Array.from({ length: 2 + below(7) }, () => String.fromCodePoint(97 + below(26))).join("");
  const words = (length: number) => {
    let text = "latte";
    while (text.length < length) text += ` ${word()}`;
    return text.slice(0, length);
  };
  const fields = ["name", "chef", "supplier", "taste", "category", "details"];
  const photo = `data:image/png;base64,${"A".repeat(8_000)}`;
  for (let added = 0; added < count; added++) {
    const coffee = { ...Object.fromEntries(fields.map((field) => [field, words(9_000)])), photo };
    await addCoffee(url, coffee);
    onProgress(added + 1, count);
  }
}

export const drill = defineDrill({
  promise: "pages of a shop full of large coffees stay small, for every query and host",
  help: `Fills a shop with coffees of nearly 64 KB, and requests pages as a hostile visitor would: searches, queries that
pages do not know, and forged hosts. Documents must stay below ${documentBytesAtMost / 1_000_000} MB, searches below ${searchMsAtMost} ms, and a forged host
must neither get its own document nor change another host's.`,
  options: {
    coffees: { default: 200, help: "coffees of nearly 64 KB" },
    hosts: { default: 1_000, help: "forged hosts" },
    seed: { default: 1, help: "seed of the texts" },
  },
  short: [{ coffees: 24, hosts: 30 }],
  async run({ coffees, hosts, seed }, onProgress) {
    await using shop = await spawnShop({ environment: { SAMPLE: "off" } });
    const faults: string[] = [];
    const measured: string[] = [];
    await fill(shop.url, coffees, seed, onProgress);

    const first = await read(shop.url, "/");
    for (const path of ["/", "/?utm_source=a", "/?q=latte", "/?q=la", "/?sort=name", "/?board", "/-/feed.atom"]) {
      const replies: Reply[] = [];
      // For the first request of a kind, the shop may have to read the list.
      for (let count = 0; count <= repeats; count++) replies.push(await read(shop.url, path));
      const { bytes } = replies[0] ?? first;
      const ms = Math.round(latencyOf(replies.slice(1).map((reply) => reply.ms)).p50);
      measured.push(`${path} ${Math.ceil(bytes / 1_000)} KB in ${ms} ms`);
      if (replies.some(({ status }) => status !== 200)) faults.push(`${path} was not answered 200`);
      if (bytes > documentBytesAtMost) faults.push(`${path} is ${bytes} bytes, and may be ${documentBytesAtMost}`);
      if (ms > searchMsAtMost) faults.push(`${path} took ${ms} ms, and may take ${searchMsAtMost}`);
    }
    const unknown = await read(shop.url, "/?x=1&fbclid=2");
    if (unknown.etag !== first.etag) faults.push("A query that pages do not know made another document");

    const forged: Reply[] = [];
    for (let count = 0; count < hosts; count++) forged.push(await read(shop.url, "/", `forged${count}.example`));
    const forgedMs = latencyOf(forged.map(({ ms }) => ms)).p50;
    const documents = new Set(forged.map(({ etag }) => etag)).size;
    measured.push(`${hosts} forged hosts got ${documents} documents, in ${Math.round(forgedMs)} ms each`);
    if (forgedMs > forgedMsAtMost) faults.push(`A forged host took ${forgedMs} ms, and may take ${forgedMsAtMost}`);
    if (documents > 4) faults.push(`Forged hosts made ${documents} documents of home`);
    if ((await read(shop.url, "/")).etag !== first.etag) faults.push("Forged hosts changed the home of another");

    for (const path of ["/", "/?q=latte", "/-/sitemap.xml", "/-/feed.json"]) {
      const times: number[] = [];
      for (let count = 0; count < repeats; count++) {
        await addCoffee(shop.url, { name: "Another" });
        const { status, ms } = await read(shop.url, path);
        if (status !== 200) faults.push(`${path} after a write was answered ${status}`);
        times.push(ms);
      }
      const ms = Math.round(latencyOf(times).p50);
      measured.push(`after a write ${path} in ${ms} ms`);
      if (ms > renderMsAtMost) faults.push(`${path} took ${ms} ms after a write, and may take ${renderMsAtMost}`);
    }
    return {
      done: { coffees, "forged hosts": hosts },
      measured: measured.join("\n"),
      faults: [...faults, ...shop.complaints],
    };
  },
});
