import { once } from "node:events";
import { connect } from "node:net";

/** What came of bytes that were sent over a connection of their own. */
export type Exchange = Readonly<{
  received: string;
  /** The status of each reply in order, without those that only tell to go on (1xx). */
  statuses: readonly number[];
  /** Whether the server had ended the connection before the time was up. */
  isEnded: boolean;
}>;

export type ExchangeOptions = Readonly<{
  /** What the client does once all is sent: waits for the server, ends its own side, or leaves at once. */
  afterwards: "wait" | "end" | "leave";
  patienceMs: number;
}>;

/** Sends `pieces` one after another, as the server takes them, and reads until the server ends the connection. */
export async function exchangeBytes(
  url: string,
  pieces: readonly Buffer[],
  { afterwards, patienceMs }: ExchangeOptions,
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on("error", () => end(true)); // a reset ends the connection too; what came before it counts
  socket.on("close", () => end(true));
  socket.on("end", () => end(true));
  const patience = setTimeout(() => end(false), patienceMs);
  for (const piece of pieces) await Promise.race([write(socket, piece), ended]);
  if (afterwards === "end") socket.end();
  if (afterwards === "leave") end(true);
  const isEnded = await ended;
  clearTimeout(patience);
  socket.destroy();
  const received = Buffer.concat(chunks).toString("latin1");
  return { received, statuses: finalStatuses(received), isEnded };
}

function write(socket: ReturnType<typeof connect>, piece: Buffer): Promise<unknown> {
  return new Promise((resolve) => socket.write(piece, resolve));
}

/** Bodies of this server hold no line that begins like a reply, save what was sent to it: none of these do. */
function finalStatuses(received: string): number[] {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return statuses.filter((status) => status >= 200);
}

/** A connection that is open, and has said nothing yet. */
export async function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, "connect");
  socket.on("error", () => {}); // that the server lets go of it is what its callers wait for
  return socket;
}
