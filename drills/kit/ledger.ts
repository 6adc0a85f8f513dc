import type { Version } from "../../catalogue/log/change.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";

const addsToRepeatAtMost = 3;

/** A write that a client sent. */
export type SentWrite = {
  /** The coffee's id; undefined for an add until a reply shows it. */
  id: string | undefined;
  /** The text in all fields of the coffee, or undefined for a delete. */
  readonly text: string | undefined;
  /** When its effect was first acknowledged or seen, by `performance.now()`; infinite until then. */
  knownAt: number;
  /** Whether the shop answered that the write was not made; if so, no reply may ever show it. */
  isRefused: boolean;
};

/**
 * The writes that test clients sent to a shop, the shop's replies, and what later replies may show. Only one client
 * writes to a coffee, one write after the other. A known write stays known: every later reply, to every client and from
 * every node, must show the newest known write or one that was sent after it.
 */
export class Ledger {
  /** The receipts of acknowledged writes. */
  readonly receipts: Version[] = [];
  readonly faults: string[] = [];
  readonly refusedTexts = new Set<string>();
  /** Ids of adds to send again, by text, which is the key: unanswered ones and a few others. Undefined until known. */
  readonly addsToRepeat = new Map<string, string | undefined>();
  readonly #writes = new Map<string, SentWrite[]>();
  /** Ids of coffees that are not known to be deleted. */
  readonly #live = new Set<string>();
  /** Adds that may have been made, by their texts. */
  readonly #openAdds = new Map<string, SentWrite>();
  readonly #ignored = new Set<string>();
  #texts = 0;

  nextText(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  /** Excludes coffees that existed before from judgement. */
  ignore(list: readonly Coffee[]): void {
    for (const { _id } of list) this.#ignored.add(_id);
  }

  /** Records a write before it is sent: an add if `id` is undefined, a delete if `text` is. */
  send(id: string | undefined, text: string | undefined): SentWrite {
    const write: SentWrite = { id, text, knownAt: Number.POSITIVE_INFINITY, isRefused: false };
    if (id !== undefined) this.#writes.get(id)?.push(write);
    else if (text !== undefined) this.#openAdds.set(text, write);
    return write;
  }

  /** Records that a write was acknowledged. For an add, `id` is the new coffee's. */
  acknowledge(write: SentWrite, at: number, id = write.id): void {
    write.knownAt = Math.min(write.knownAt, at);
    if (id !== undefined && write.id === undefined && write.text !== undefined) {
      write.id = id;
      this.#openAdds.delete(write.text);
      if (this.addsToRepeat.size < addsToRepeatAtMost) this.addsToRepeat.set(write.text, id);
      if (this.#writes.has(id)) return; // it was sent again
      this.#writes.set(id, [write]);
      this.#live.add(id);
    } else if (id !== undefined && write.text === undefined) this.#live.delete(id);
  }

  refuse(write: SentWrite): void {
    write.isRefused = true;
    if (write.text === undefined) return;
    this.refusedTexts.add(write.text);
    this.#openAdds.delete(write.text);
  }

  /** Whether a delete of this coffee, other than `besides`, was made or may have been. */
  isPerhapsDeleted(id: string, besides: SentWrite): boolean {
    const writes = this.#writes.get(id) ?? [];
    return writes.some((write) => write !== besides && write.text === undefined && !write.isRefused);
  }

  /**
   * Compares the text of a coffee in a reply, undefined if the reply says that there is none, with what was known at
   * `knownAt`. Marks the shown write as known if `seenAt` is given. Returns what is wrong, or undefined.
   */
  judge(id: string, text: string | undefined, knownAt: number, seenAt?: number): string | undefined {
    const writes = this.#writes.get(id) ?? [];
    const floor = writes.findLastIndex((write) => write.knownAt <= knownAt);
    const shown = writes.find((write, place) => place >= floor && write.text === text && !write.isRefused);
    if (shown) {
      if (seenAt !== undefined) this.acknowledge(shown, seenAt);
      return undefined;
    }
    if (floor === -1 && text === undefined) return undefined;
    const sent = writes
      .slice(Math.max(floor, 0))
      .map((write) => (write.isRefused ? "refused " : "") + (write.text ?? "deleted"));
    return `${id} is ${text ?? "deleted"}, not ${sent.join(" or ")}`;
  }

  /** The same for a whole list. */
  judgeList(list: readonly Coffee[], knownAt: number, seenAt?: number): string[] {
    const ids = new Set(list.map(({ _id }) => _id));
    const absent = [...this.#live].filter((id) => !ids.has(id));
    const listed = list.filter(({ _id }) => !this.#ignored.has(_id));
    return [
      ...absent.map((id) => this.judge(id, undefined, knownAt, seenAt)),
      ...listed.map((coffee) => {
        const { _id, name } = coffee;
        const isStranger = !this.#writes.has(_id) && !this.#openAdds.has(name);
        if (isStranger) return `${_id}, ${name}, was added by nobody`;
        return halfDone(coffee) ?? (this.#writes.has(_id) ? this.judge(_id, name, knownAt, seenAt) : undefined);
      }),
    ].filter((fault) => fault !== undefined);
  }

  /** Judges a list while nobody writes, records the faults, and takes the list as the truth from then on. */
  settle(list: readonly Coffee[]): void {
    const now = performance.now();
    this.faults.push(...this.judgeList(list, now, now));
    for (const text of this.#openAdds.keys()) this.addsToRepeat.set(text, undefined);
    for (const { _id, name } of list) {
      const add = this.#openAdds.get(name);
      if (!add) continue;
      this.addsToRepeat.set(name, _id);
      this.acknowledge(add, now, _id);
    }
    this.#openAdds.clear();
    const texts = new Map(list.map(({ _id, name }) => [_id, name]));
    for (const id of this.#writes.keys())
      this.#writes.set(id, [{ id, text: texts.get(id), knownAt: now, isRefused: false }]);
  }
}

/** What is wrong with a test client's coffee, which must have one text in all fields but the price; else undefined. */
export function halfDone(coffee: Coffee): string | undefined {
  const isWhole = coffeeFields.every((field) => field === "price" || coffee[field] === coffee.name);
  return isWhole ? undefined : `${coffee._id} is half done: ${JSON.stringify(coffee)}`;
}
