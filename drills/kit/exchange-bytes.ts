import { once } from "node:events";
import { connect } from "node:net";

/** The result of bytes sent over their own connection. */
export type Exchange = Readonly<{
  received: string;
  /** The final status of each reply, in order, without interim ones (1xx). */
  statuses: readonly number[];
  /** Whether the server ended the connection before the timeout. */
  isEnded: boolean;
}>;

export type ExchangeOptions = Readonly<{
  /** What the client does once all is sent: waits for the server, ends its own side, or disconnects at once. */
  afterwards: "wait" | "end" | "leave";
  patienceMs: number;
}>;

/** Sends `pieces` one after another, as the server accepts them, and reads until the server ends the connection. */
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

/** Assumes that no body holds a status line: neither this server's own words nor the texts sent to it do. */
function finalStatuses(received: string): number[] {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return statuses.filter((status) => status >= 200);
}

/** Opens a connection, and sends nothing. */
export async function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, "connect");
  socket.on("error", () => {}); // callers wait for the server to end the connection
  return socket;
}
