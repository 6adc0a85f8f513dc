import type { ListChange } from "../../list-cache/list-change.ts";

/*
 * What is told as server-sent events (WHATWG HTML §9.2). JSON has no line breaks of its own, so each fits one line of data.
 */

/** A comment, which keeps connections open and is no event. */
export const heartbeat = Buffer.from(":\n\n");

/** What a change did: the coffee as it is after it, or its id where it is gone. */
export function changeEvent({ number, action, coffeeId, coffee, nextId }: ListChange): Buffer {
  const what = coffee ? `"coffee":${coffee.text}` : `"coffeeId":${JSON.stringify(coffeeId)}`;
  const where = nextId === undefined ? "" : `,"nextId":${JSON.stringify(nextId)}`;
  return Buffer.from(`id: ${number}\ndata: {"number":${number},"action":"${action}",${what}${where}}\n\n`);
}

/** Up to which change all is known to whoever listens; with when to come again once the stream ends. */
export function beginEvent(number: number): Buffer {
  return Buffer.from(`${retryHint()}id: ${number}\nevent: begin\ndata: {"number":${number}}\n\n`);
}

/** What lies between is not told: the list is to be loaded anew, and what follows on this number is told again. */
export function reloadEvent(number: number): Buffer {
  return Buffer.from(`id: ${number}\nevent: reload\ndata: {"number":${number}}\n\n`);
}

/** The last words of a stream. */
export function farewell(): Buffer {
  return Buffer.from(retryHint());
}

const retryAtLeastMs = 1_000;
const retryAtMostMs = 5_000;

/** Not the same for all, so that those who lose their stream at once do not come again at once. */
function retryHint(): string {
  return `retry: ${Math.round(retryAtLeastMs + Math.random() * (retryAtMostMs - retryAtLeastMs))}\n\n`;
}
