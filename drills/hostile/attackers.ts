import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";

/** Source addresses of the attackers, each with its own budget; the visitors come from 127.0.0.1. */
const addresses = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`);
const patienceMs = 4_000;
const textLength = 9_900;

/** The statuses that an attacked shop may answer: a success, or a refusal that names its reason. */
const rightStatuses = new Set([
  200, 201, 204, 304, 400, 404, 405, 408, 410, 412, 413, 415, 417, 422, 429, 431, 503, 507,
]);

export type Attack = Readonly<{
  url: string;
  isOver: () => boolean;
  /** How many attacks of each kind were made. */
  counts: Map<string, number>;
  /** Replies that no request may get. */
  faults: Set<string>;
}>;

/** What the attackers have learnt: ids of coffees that they added, and the number of the newest change. */
type Loot = { ids: string[]; newest: number };

type Move = (attacker: Attacker) => Promise<void>;

type Attacker = Readonly<{ attack: Attack; loot: Loot; random: SeededRandom }>;

/** Runs `count` attackers, each on one connection after another, until the attack is over. */
export async function attackWith(count: number, seed: number, attack: Attack): Promise<void> {
  const loot: Loot = { ids: [], newest: 1 };
  const moves = Object.entries(allMoves);
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const random = seededRandom(seed * 1_000 + number);
      while (!attack.isOver()) {
        const [name, move] = random.pick(moves);
        attack.counts.set(name, (attack.counts.get(name) ?? 0) + 1);
        await move({ attack, loot, random });
      }
    }),
  );
}

const allMoves: Readonly<Record<string, Move>> = {
  pipelines: async (attacker) => {
    const { random } = attacker;
    const requests = Array.from({ length: 1 + random.below(150) }, () => get(anyPath(attacker)));
    await exchange(attacker, requests.join(""), 1 + random.below(requests.length));
  },
  "reads nothing": async (attacker) => {
    const { random } = attacker;
    const socket = await open(attacker);
    socket.pause();
    socket.write(get(anyPath(attacker)).repeat(1 + random.below(50)));
    await delay(random.below(patienceMs));
    leave(socket, random);
  },
  resets: async (attacker) => {
    const socket = await open(attacker);
    socket.write(attacker.random.pick([largeAdd(attacker), get(anyPath(attacker)), anyUndo(attacker)]));
    socket.resetAndDestroy();
  },
  "forges hosts": (attacker) => {
    const host = `shop${attacker.random.below(1_000_000)}.example`;
    return exchange(attacker, get(attacker.random.pick(["/", "/?lang=bn", "/-/feed.atom", "/-/sitemap.xml"]), host), 1);
  },
  "asks odd queries": (attacker) => exchange(attacker, get(oddPath(attacker)), 1),
  "writes large texts": (attacker) => exchange(attacker, largeAdd(attacker), 1),
  "edits one coffee": (attacker) => exchange(attacker, largeEdit(attacker), 1),
  "undoes at random": (attacker) => exchange(attacker, anyUndo(attacker), 1),
};

export const moveNames = Object.keys(allMoves);

/** Sends a text, reads `replies` replies, and leaves. */
async function exchange(attacker: Attacker, text: string, replies: number): Promise<void> {
  const socket = await open(attacker);
  let received = "";
  let count = 0;
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
  socket.on("data", (chunk: Buffer) => {
    // Keeps enough of the end for a status line that arrives in two pieces.
    received = received.slice(-20) + chunk.toString("latin1");
    for (const [line, status] of received.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      count += 1;
      if (!rightStatuses.has(Number(status))) attacker.attack.faults.add(`answered ${status} to ${text.slice(0, 120)}`);
      received = received.replace(line, "");
    }
    const [, id] = /location: \/coffee\/([0-9a-f]{24})/i.exec(received) ?? [];
    if (id) attacker.loot.ids = [...attacker.loot.ids.slice(-9), id];
    const [, change] = /niceties-receipt: (\d+)/i.exec(received) ?? [];
    if (change) attacker.loot.newest = Number(change);
    if (count >= replies) end();
  });
  socket.once("close", end);
  const patience = setTimeout(end, patienceMs);
  socket.write(text);
  await isDone;
  clearTimeout(patience);
  leave(socket, attacker.random);
}

async function open({ attack, random }: Attacker): Promise<Socket> {
  const { port } = new URL(attack.url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: random.pick(addresses) });
  socket.on("error", () => {}); // the shop may close connections under too much load
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

function leave(socket: Socket, { pick }: SeededRandom): void {
  pick([() => socket.destroy(), () => socket.resetAndDestroy(), () => socket.destroySoon()])();
}

function get(path: string, host = "shop.example"): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br\r\n\r\n`;
}

function oddPath({ random, loot }: Attacker): string {
  const odd = random.below(1_000_000);
  return random.pick([
    `/?x=${odd}`,
    `/?q=${odd}`,
    `/?${"q=a&".repeat(50)}`,
    `/nowhere-${odd}`,
    `/coffee-details/${random.pick(loot.ids.length > 0 ? loot.ids : ["none"])}?x=${odd}`,
    `/-/changes?before=${1 + random.below(loot.newest + 5)}`,
    `/-/changes?visitor=${odd}`,
    `/-/changes/stream?after=${odd}`,
    `/coffee?${odd}`,
  ]);
}

function anyPath(attacker: Attacker): string {
  const { random, loot } = attacker;
  const id = random.pick(loot.ids.length > 0 ? loot.ids : ["none"]);
  const plain = ["/", "/coffee", `/coffee/${id}`, `/-/changes?coffee=${id}`, "/-/feed.json", "/-/changes?after=0"];
  return random.pick([...plain, oddPath(attacker)]);
}

function largeAdd({ random }: Attacker): string {
  return send("POST /coffee", largeCoffee(random));
}

function largeEdit({ random, loot }: Attacker): string {
  return send(`PUT /coffee/${loot.ids.at(0) ?? "none"}`, largeCoffee(random));
}

function anyUndo({ random, loot }: Attacker): string {
  return send(`PUT /-/changes/${1 + random.below(loot.newest + 5)}/undo`, "");
}

function largeCoffee({ below }: SeededRandom): string {
  const text = `${below(1_000_000)} `.repeat(textLength / 7).slice(0, textLength);
  return JSON.stringify({ name: text, chef: text, supplier: text, taste: text, details: text, price: "1" });
}

function send(line: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `${line} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}
