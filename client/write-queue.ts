import { emptyFields, isSame, type Coffee, type CoffeeFields } from "../catalogue/coffee.ts";
import type { Client } from "./client.ts";
import { CoffeeFault } from "./coffee-fault.ts";
import { isRecord, readCoffee, readFields, restoreFound, type FoundCoffee } from "./read-coffee.ts";
import { parseBody, type AddReply, type RemoveReply, type ReplaceReply } from "./read-reply.ts";
import { randomId } from "./random-id.ts";

/** Where a queue keeps its writes: `localStorage`, or any object like it. */
export type QueueStorage = Readonly<{
  getItem: (name: string) => string | null;
  setItem: (name: string, text: string) => void;
}>;

/** A write that waits to be sent. `id` is the idempotency key of an add. */
export type QueuedWrite = Readonly<
  { id: string } & (
    | { kind: "add"; fields: CoffeeFields }
    | { kind: "replace"; coffee: Coffee; before: FoundCoffee }
    | { kind: "remove"; before: FoundCoffee }
  )
>;

/** What became of the writes that waited. */
export type SendResult = Readonly<{
  sent: readonly Readonly<{ write: QueuedWrite; reply: AddReply | ReplaceReply | RemoveReply }>[];
  /** The server refused these, and they are no longer in the queue. */
  refused: readonly Readonly<{ write: QueuedWrite; fault: CoffeeFault }>[];
  /** These wait for the next `send`, because the server cannot be reached or cannot take writes now. */
  waiting: readonly QueuedWrite[];
}>;

/** Writes that are kept until the server has answered them. */
export interface WriteQueue {
  /** Keeps an add. Like the other two, it sends nothing, and throws if the storage refuses the write. */
  add(fields: Partial<CoffeeFields>): QueuedWrite;
  /** Keeps an edit of the coffee `before`. It is refused if someone else changes the coffee first. */
  replace(coffee: Coffee, before: FoundCoffee): QueuedWrite;
  /** Keeps the delete of the coffee `before`. It is refused if someone else changes the coffee first. */
  remove(before: FoundCoffee): QueuedWrite;
  /** The writes that wait, oldest first. */
  waiting(): readonly QueuedWrite[];
  /** Takes a write out of the queue. */
  drop(id: string): void;
  /**
   * Sends the writes in order, until one gets no reply. A write whose reply was lost is sent again, and still applied
   * only once. Call it after each write, and when the network is back.
   */
  send(): Promise<SendResult>;
}

/** Makes a queue of writes in front of a client. Its writes are under `name` in the storage. */
export function createQueue(client: Client, storage: QueueStorage, name = "niceties queue"): WriteQueue {
  const waiting = () => readQueue(parseBody(storage.getItem(name) ?? ""));
  const store = (writes: readonly QueuedWrite[]) => storage.setItem(name, JSON.stringify(writes));
  const keep = (write: QueuedWrite) => {
    store([...waiting(), write]);
    return write;
  };
  const sendAll = async (): Promise<SendResult> => {
    const sent = [];
    const refused = [];
    for (let [write] = waiting(); write; [write] = waiting()) {
      let tag: string | undefined;
      try {
        const reply = await sendWrite(client, write);
        sent.push({ write, reply });
        if ("tag" in reply) tag = reply.tag;
      } catch (error) {
        if (!(error instanceof CoffeeFault)) throw error;
        if (isPassing(error)) break;
        refused.push({ write, fault: error });
      }
      store(writesAfter(waiting(), write, tag));
    }
    return { sent, refused, waiting: waiting() };
  };
  let latest: Promise<unknown> = Promise.resolve();
  return {
    add: (fields) => keep({ id: randomId(), kind: "add", fields: { ...emptyFields, ...fields } }),
    replace: (coffee, before) => keep({ id: randomId(), kind: "replace", coffee, before }),
    remove: (before) => keep({ id: randomId(), kind: "remove", before }),
    waiting,
    drop: (id) => store(waiting().filter((write) => write.id !== id)),
    send: () => {
      const result = latest.then(sendAll);
      latest = result.catch(() => {}); // the caller of `send` gets the error
      return result;
    },
  };
}

/** Sends a write, which may have been applied by an earlier try whose reply was lost. */
async function sendWrite(client: Client, write: QueuedWrite): Promise<AddReply | ReplaceReply | RemoveReply> {
  if (write.kind === "add") return client.add(write.fields, { key: write.id });
  const { before } = write;
  try {
    if (write.kind === "replace") return await client.replace(write.coffee, { before });
    return await client.remove(before.coffee._id, { before });
  } catch (error) {
    if (!(error instanceof CoffeeFault) || error.status !== 412) throw error;
    const found = await findOrNone(client, before.coffee._id);
    const done = { acknowledged: true, change: undefined };
    if (write.kind === "remove" && !found) return { ...done, deletedCount: 0 };
    if (write.kind === "remove" || !found || !isSame(found.coffee, write.coffee)) throw error;
    return { ...done, matchedCount: 1, modifiedCount: 0, upsertedId: undefined, tag: found.tag };
  }
}

async function findOrNone(client: Client, id: string): Promise<FoundCoffee | undefined> {
  try {
    return await client.find(id);
  } catch (error) {
    if (error instanceof CoffeeFault && (error.code === "unknown-coffee" || error.status === 404)) return undefined;
    throw error;
  }
}

/**
 * The writes that wait after `done`. If that was an edit with a new `tag`, the others that were made before it of the
 * same coffee follow it.
 */
function writesAfter(writes: readonly QueuedWrite[], done: QueuedWrite, tag: string | undefined): QueuedWrite[] {
  const others = writes.filter(({ id }) => id !== done.id);
  if (done.kind !== "replace" || tag === undefined) return others;
  const { coffee, tag: former } = done.before;
  return others.map((write) => {
    const follows = write.kind !== "add" && write.before.coffee._id === coffee._id && write.before.tag === former;
    return follows ? { ...write, before: { ...write.before, tag } } : write;
  });
}

/** Whether the write may succeed later as it is. */
function isPassing({ code, status }: CoffeeFault): boolean {
  const isNoAnswer = status === undefined || code === "unreadable-reply";
  return isNoAnswer || status === 408 || status === 429 || (status >= 500 && status < 505);
}

function readQueue(stored: unknown): readonly QueuedWrite[] {
  const writes: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return writes.filter(isRecord).flatMap((write): readonly QueuedWrite[] => {
    const { id, kind, fields, coffee, before } = write;
    if (typeof id !== "string") return [];
    if (kind === "add" && isRecord(fields)) return [{ id, kind, fields: readFields(fields) }];
    if (!isRecord(before)) return [];
    const found = restoreFound(before);
    if (kind === "remove") return [{ id, kind, before: found }];
    return kind === "replace" && isRecord(coffee) ? [{ id, kind, coffee: readCoffee(coffee), before: found }] : [];
  });
}
