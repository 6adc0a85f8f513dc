import { checkReply } from "./check-reply.ts";
import { closedLoop, type Client } from "./closed-loop.ts";
import { openConnection } from "./connection.ts";
import type { Check, LoadResult, ReadJob } from "./job.ts";
import { ReplyCounter, type Expected } from "./reply-counter.ts";
import { ReplyReader, type Reply } from "./reply-reader.ts";

/** How much the length of a page may differ from that of the first, as a share of it. */
const tolerance = 0.01;
/** A page of a hundred thousand coffees may take minutes. */
const patienceMs = 180_000;

type Known = Readonly<{ request: Buffer; status: number; bodyBytes: number; expected: Expected | undefined }>;

/** The first reply to each request, kept from earlier rounds. The key is the request's text, with the server's port. */
const expectedReplies = new Map<string, Known>();

/** Reads the first reply to each request whole, then counts the bytes of later ones. */
export async function readLoad(job: ReadJob): Promise<LoadResult> {
  const knownCoffees: Known[] = [];
  for (const request of job.requests) {
    const one = expectedReplies.get(request) ?? (await ask(job, request));
    expectedReplies.set(request, one);
    knownCoffees.push(one);
  }
  let turn = 0;
  const nextKnown = () => knownCoffees[turn++ % knownCoffees.length];
  const clients = Array.from({ length: job.connections }, () => clientFor(nextKnown));
  return closedLoop(job.port, clients, job.seconds);
}

async function ask({ port, check, isSameLength }: ReadJob, request: string): Promise<Known> {
  const { status, headers, headBytes, bodyBytes } = await askOnce(port, request, check);
  const isCounted = isSameLength && headers.get("transfer-encoding") === undefined;
  const expected = { bytes: headBytes + bodyBytes, start: Buffer.from(`HTTP/1.1 ${status} `) };
  return { request: Buffer.from(request), status, bodyBytes, expected: isCounted ? expected : undefined };
}

/** Sends one request on a new connection, and checks the reply. */
export async function askOnce(port: number, request: string, check: Check): Promise<Reply> {
  const reader = new ReplyReader({ keepBodies: true });
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const take = (bytes: Buffer) => {
    const reply = reader.push(bytes);
    if (reply) resolve(reply);
  };
  const connection = await openConnection(port, take, reject);
  const impatience = setTimeout(() => reject(new Error("The first reply did not come.")), patienceMs);
  connection.send(request);
  const reply = await promise.finally(() => {
    clearTimeout(impatience);
    connection.close();
  });
  checkReply(reply, check);
  return reply;
}

function clientFor(nextKnown: () => Known | undefined): Client {
  const counter = new ReplyCounter();
  const reader = new ReplyReader({ keepBodies: false });
  let current: Known | undefined;
  return {
    next: () => {
      current = nextKnown();
      return current?.request;
    },
    take: (bytes) => {
      if (current?.expected) return counter.push(bytes, current.expected);
      const reply = reader.push(bytes);
      if (reply && current) compare(reply, current);
      return reply !== undefined;
    },
  };
}

function compare({ status, bodyBytes }: Reply, first: Known): void {
  if (status !== first.status) throw new Error(`The status is ${status}, and was ${first.status} at first.`);
  if (Math.abs(bodyBytes - first.bodyBytes) > first.bodyBytes * tolerance)
    throw new Error(`A reply has ${bodyBytes} bytes, and the first had ${first.bodyBytes}.`);
}
