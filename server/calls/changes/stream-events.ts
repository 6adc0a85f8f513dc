import type { ListChange } from "../../list-cache/list-change.ts";

/*
 * Changes as server-sent events (WHATWG HTML §9.2). JSON.stringify writes no line breaks, so each fits one line of
 * data.
 */

/** A comment line, which keeps idle connections open. */
export const heartbeat = Buffer.from(":\n\n");

/** The event of a change: the coffee as it is afterwards, or its id if it is gone. */
export function changeEvent({ number, action, coffeeId, coffee, nextId }: ListChange): Buffer {
  const what = coffee ? `"coffee":${coffee.text}` : `"coffeeId":${JSON.stringify(coffeeId)}`;
  const where = nextId === undefined ? "" : `,"nextId":${JSON.stringify(nextId)}`;
  return Buffer.from(`id: ${number}\ndata: {"number":${number},"action":"${action}",${what}${where}}\n\n`);
}

/** The first event: the number of the newest change that the client has, and the delay before it reconnects. */
export function beginEvent(number: number): Buffer {
  return Buffer.from(`${retryHint()}id: ${number}\nevent: begin\ndata: {"number":${number}}\n\n`);
}

/** Asks the client to load the list again; the stream goes on with the changes after this number. */
export function reloadEvent(number: number): Buffer {
  return Buffer.from(`id: ${number}\nevent: reload\ndata: {"number":${number}}\n\n`);
}

/** The last bytes of a stream: the delay before the client reconnects. */
export function farewell(): Buffer {
  return Buffer.from(retryHint());
}

const retryAtLeastMs = 1_000;
const retryAtMostMs = 5_000;

/** A random delay, so that clients that lose their streams together do not reconnect together. */
function retryHint(): string {
  return `retry: ${Math.round(retryAtLeastMs + Math.random() * (retryAtMostMs - retryAtLeastMs))}\n\n`;
}
