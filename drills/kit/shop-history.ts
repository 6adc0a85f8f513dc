// What visitors know of a shop that is killed and cut while they use it, and what its replies may then show.
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";

/** What a write makes of a coffee: the text in all its fields, or undefined where it deletes it. */
export type SentWrite = {
  readonly text: string | undefined;
  /** When its effect was first acknowledged or seen; infinite while that is open. On the clock of `performance.now()`. */
  knownAt: number;
  /** The shop said that it was not made, so nobody may ever see it. */
  isRefused: boolean;
};

/**
 * The writes of each coffee in the order in which they were sent; only one visitor writes a coffee, one write after the
 * other. What is known at a moment is never to be taken back: a reply that knows of that moment shows the newest known
 * write or one that was sent after it, whoever asks and whoever answers.
 */
export class ShopHistory {
  readonly #coffees = new Map<string, SentWrite[]>();
  /** Those that are not known to be deleted. */
  readonly #live = new Set<string>();
  /** Texts of additions that may have been made, and whose ids are not known. */
  readonly #openAdds = new Set<string>();
  readonly #strangers = new Set<string>();

  /** Those that were there before are nobody's here, and left alone. */
  leaveAlone(list: readonly Coffee[]): void {
    for (const { _id } of list) this.#strangers.add(_id);
  }

  sendAdd(text: string): void {
    this.#openAdds.add(text);
  }

  acknowledgeAdd(text: string, id: string, at: number): void {
    this.#openAdds.delete(text);
    this.#coffees.set(id, [{ text, knownAt: at, isRefused: false }]);
    this.#live.add(id);
  }

  refuseAdd(text: string): void {
    this.#openAdds.delete(text);
  }

  send(id: string, text: string | undefined): SentWrite {
    const write: SentWrite = { text, knownAt: Number.POSITIVE_INFINITY, isRefused: false };
    this.#coffees.get(id)?.push(write);
    return write;
  }

  acknowledge(id: string, write: SentWrite, at: number): void {
    write.knownAt = Math.min(write.knownAt, at);
    if (write.text === undefined) this.#live.delete(id);
  }

  /**
   * Compares what a reply shows of one coffee, undefined where it denies it, with what was known at a moment, and learns
   * from it where `seenAt` is given. Returns what is wrong, or undefined.
   */
  judge(id: string, text: string | undefined, knownAt: number, seenAt?: number): string | undefined {
    const writes = this.#coffees.get(id) ?? [];
    const floor = writes.findLastIndex((write) => write.knownAt <= knownAt);
    const shown = writes.find((write, place) => place >= floor && write.text === text && !write.isRefused);
    if (shown) {
      if (seenAt !== undefined) this.acknowledge(id, shown, seenAt);
      return undefined;
    }
    if (floor === -1 && text === undefined) return undefined;
    const sent = writes
      .slice(Math.max(floor, 0))
      .map((write) => (write.isRefused ? "refused " : "") + tell(write.text));
    return `${id} is ${tell(text)}, not ${sent.join(" or ")}`;
  }

  /** The same of a whole list. */
  judgeList(list: readonly Coffee[], knownAt: number, seenAt?: number): string[] {
    const found = new Map(list.map((coffee) => [coffee._id, coffee]));
    const absent = [...this.#live]
      .filter((id) => !found.has(id))
      .map((id) => this.judge(id, undefined, knownAt, seenAt));
    const ours = list.filter(({ _id }) => !this.#strangers.has(_id));
    const present = ours.map((coffee) => {
      if (!this.#coffees.has(coffee._id)) {
        return this.#openAdds.has(coffee.name) ? undefined : `${coffee._id}, ${coffee.name}, was added by nobody`;
      }
      return halfDone(coffee) ?? this.judge(coffee._id, coffee.name, knownAt, seenAt);
    });
    return [...absent, ...present].filter((fault) => fault !== undefined);
  }
}

/** Each write sends one text in all fields but the price. */
export function halfDone(coffee: Coffee): string | undefined {
  const isWhole = coffeeFields.every((field) => field === "price" || coffee[field] === coffee.name);
  return isWhole ? undefined : `${coffee._id} is half done: ${JSON.stringify(coffee)}`;
}

function tell(text: string | undefined): string {
  return text ?? "deleted";
}
