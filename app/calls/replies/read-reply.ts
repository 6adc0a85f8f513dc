import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import type { CoffeeFault } from "../../../client/coffee-fault.ts";
import { isRecord, readCoffee, scalarText } from "../../../client/read-coffee.ts";
import { readChangeNumber } from "../../../client/read-reply.ts";
import type { Answer, Failure, UndoReply } from "../product-server.ts";

/** The failure of a reply that is not understood. */
const unreadableReply: Failure = { status: 502, words: { kind: "unreadableReply" } };

/** The answer with a reply that was read; undefined is a reply that is not understood. */
export function answerOf<T>(value: T | undefined): Answer<T> {
  return value === undefined ? { ok: false, failure: unreadableReply } : { ok: true, value };
}

export function readUndoReply(body: unknown, headers: Headers): UndoReply | undefined {
  if (!isRecord(body)) return undefined;
  const { coffeeId, coffee, nextId, keptFields, erasedFields } = body;
  return {
    coffeeId: scalarText(coffeeId),
    coffee: isRecord(coffee) ? readCoffee(coffee) : undefined,
    nextId: scalarText(nextId) || undefined,
    keptFields: fieldsNamed(keptFields),
    erasedFields: fieldsNamed(erasedFields),
    change: readChangeNumber(headers),
  };
}

/** How many characters of a server's message a notice shows. */
const wordsMaxCharacters = 300;

/** The failure of a call that got a reply with this status. */
export function failureOf({ code, detail, deleted, errors }: CoffeeFault, status: number): Failure {
  if (code === "unreadable-reply") return unreadableReply;
  if (code === "unknown-coffee" && detail === "") return { status: 404, words: { kind: "noSuchCoffee" } };
  return {
    status,
    words: detail.slice(0, wordsMaxCharacters) || { kind: "status", value: status },
    ...(errors.length > 0 && { errors }),
    ...(deleted && { deleted }),
  };
}

/** The names of coffee fields in a list from a reply. */
export function fieldsNamed(list: unknown): CoffeeField[] {
  const names: readonly unknown[] = Array.isArray(list) ? list : [];
  return coffeeFields.filter((field) => names.includes(field));
}
