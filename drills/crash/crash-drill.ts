import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, recordOf, textFields } from "../../catalogue/fields.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { keyHeader } from "../../server/calls/coffee/idempotency-key.ts";
import { verifyShop } from "../../store/verify.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { drill as define, type OnProgress, type Verdict } from "../kit/drill.ts";

const writers = 8;
const longestLifeMs = 250;
const acknowledgedSentAgain = 3;

export const drill = define({
  promise: "no acknowledged write is missing, half done or made twice after the shop was killed while visitors wrote",
  help: `Kills the shop with SIGKILL at random moments while ${writers} visitors write, opens it again each time, and checks every
acknowledged write and its receipt. Writes without an answer are sent again with their keys.`,
  options: { kills: { default: 200, help: "how often the shop is killed" } },
  short: [{ kills: 5 }],
  run: crash,
});

/** What may be found of one coffee after a crash: its text, or undefined where it is gone. */
type Findable = readonly (string | undefined)[];

/** What visitors know: of each coffee, the states that their acknowledged and unanswered writes leave possible. */
export class Ledger {
  readonly coffees = new Map<string, Findable>();
  /** Texts of additions that were never answered: they may be there or not. Each is its own key. */
  readonly unansweredAdds = new Set<string>();
  /** Those that were never answered before the last crash, and a few that were, with the ids that were told or found. */
  readonly sendAgain = new Map<string, string | undefined>();
  /** What visitors were told of their changes, one for each acknowledged write. */
  readonly receipts: Version[] = [];
  #texts = 0;

  nextText(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  /** Compares the list after a crash with what is possible, and takes it for the truth from there on. */
  settle(list: readonly Coffee[]): string[] {
    const found = new Map(list.map((coffee) => [coffee._id, coffee]));
    const faults: string[] = [];
    for (const text of this.unansweredAdds) this.sendAgain.set(text, undefined);
    for (const { _id, name } of list) if (this.unansweredAdds.has(name)) this.sendAgain.set(name, _id);
    for (const [id, findable] of this.coffees) {
      const coffee = found.get(id);
      if (!findable.includes(coffee?.name)) faults.push(`${id} is ${coffee?.name}, not ${findable.join(" or ")}`);
      if (coffee) this.coffees.set(id, [coffee.name]);
      else this.coffees.delete(id);
    }
    for (const coffee of list) {
      if (!coffeeFields.every((field) => field === "price" || coffee[field] === coffee.name)) {
        faults.push(`${coffee._id} is half done: ${JSON.stringify(coffee)}`);
      }
      if (this.coffees.has(coffee._id)) continue;
      if (!this.unansweredAdds.has(coffee.name)) faults.push(`${coffee._id} was added by nobody`);
      this.coffees.set(coffee._id, [coffee.name]);
    }
    this.unansweredAdds.clear();
    return faults;
  }
}

async function crash({ kills }: Readonly<{ kills: number }>, onProgress: OnProgress): Promise<Verdict> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-crash-"));
  const ledger = new Ledger();
  const faults: string[] = [];
  let slowestOpenMs = 0;
  try {
    for (let done = 0; done <= kills; done += 1) {
      const started = performance.now();
      await using shop = await spawnShop({ directory });
      const { url } = shop;
      const list: Coffee[] = await (await fetch(`${url}/coffee`)).json();
      slowestOpenMs = Math.max(slowestOpenMs, performance.now() - started);
      faults.push(...ledger.settle(list));
      faults.push(...(await sendAgain(url, ledger)));
      if (done < kills) {
        const visitors = Array.from({ length: writers }, () => writeUntilCut(url, ledger));
        await delay(Math.random() * longestLifeMs);
        await Promise.all([shop.kill(), ...visitors]);
        onProgress(done + 1, kills);
      } else {
        await shop.close();
        const { findings } = await verifyShop(directory, { receipts: ledger.receipts });
        faults.push(...findings.filter(({ isSound }) => isSound === false).map(({ message }) => message));
      }
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  return {
    done: { kills, "acknowledged writes with their receipts": ledger.receipts.length },
    measured: `slowest restart ${(slowestOpenMs / 1_000).toFixed(2)} s`,
    faults,
  };
}

/** What was sent before a crash is sent again with its key: it is there once, under the id that it had. */
export async function sendAgain(url: string, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [text, known] of ledger.sendAgain) {
    const { insertedId } = await send(url, ledger, "POST", "/coffee", textEverywhere(text), text);
    if (known !== undefined && known !== insertedId) faults.push(`${text} was added a second time`);
    if (known === undefined) ledger.coffees.set(insertedId, [text]);
  }
  ledger.sendAgain.clear();
  return faults;
}

/** A write that a shop answered with 503; `isUnknown` where it may have been made all the same. */
export class Refused extends Error {
  readonly isUnknown: boolean;

  constructor(answer: string) {
    super(answer);
    this.isUnknown = answer.includes("storage-unknown");
  }
}

const afterRefusalMs = 20;

/** One visitor: adds, replaces and deletes coffees of their own until the shop is gone, or, where it may refuse, until then. */
export async function writeUntilCut(url: string, ledger: Ledger, until?: AbortSignal): Promise<void> {
  const own: string[] = [];
  for (;;) {
    if (until?.aborted) return;
    try {
      await writeOnce(url, ledger, own);
    } catch (error) {
      if (error instanceof TypeError) return; // fetch's word for a connection that broke
      if (!until || !(error instanceof Refused)) throw error;
      await delay(afterRefusalMs);
    }
  }
}

async function writeOnce(url: string, ledger: Ledger, own: string[]): Promise<void> {
  const id = own.at(-1);
  const text = ledger.nextText();
  if (id === undefined || Math.random() < 0.4) {
    ledger.unansweredAdds.add(text);
    const { insertedId } = await send(url, ledger, "POST", "/coffee", textEverywhere(text), text).catch(
      unless(() => ledger.unansweredAdds.delete(text)),
    );
    ledger.coffees.set(insertedId, [text]);
    if (ledger.sendAgain.size < acknowledgedSentAgain) ledger.sendAgain.set(text, insertedId);
    ledger.unansweredAdds.delete(text);
    own.push(insertedId);
  } else {
    const isDelete = Math.random() < 0.3;
    const after = isDelete ? undefined : text;
    const before = ledger.coffees.get(id) ?? [];
    ledger.coffees.set(id, [...before, after]);
    const sent = isDelete
      ? send(url, ledger, "DELETE", `/coffee/${id}`)
      : send(url, ledger, "PUT", `/coffee/${id}`, textEverywhere(text));
    await sent.catch(unless(() => ledger.coffees.set(id, before)));
    ledger.coffees.set(id, [after]);
    if (isDelete) own.pop();
  }
}

/** Rejects with what went wrong, after `forget` where the write was certainly not made. */
function unless(forget: () => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refused && !error.isUnknown) forget();
    throw error;
  };
}

async function send(
  url: string,
  ledger: Ledger,
  method: string,
  path: string,
  body?: CoffeeFields,
  key?: string,
): Promise<{ insertedId: string }> {
  const headers = { "content-type": "application/json", ...(key !== undefined && { [keyHeader]: key }) };
  const reply = await fetch(url + path, body ? { method, headers, body: JSON.stringify(body) } : { method });
  const answer = await reply.text();
  if (reply.status === 503) throw new Refused(answer);
  const receipt = readReceipt(reply.headers.get(receiptHeader) ?? "");
  if (!reply.ok || !receipt) throw new Error(`${method} ${path} was answered ${reply.status}: ${answer}`);
  ledger.receipts.push(receipt);
  return JSON.parse(answer);
}

function textEverywhere(text: string): CoffeeFields {
  return { ...recordOf(textFields, () => text), price: "1" };
}
