import { openConnection, type Connection } from "./connection.ts";
import type { PacedJob, Stream, StreamResult } from "./job.ts";
import { startMetronome } from "./metronome.ts";
import { ReplyReader } from "./reply-reader.ts";
import { writeText } from "./write-texts.ts";

/** Requests are sent at multiples of this; each stream is one beat later than the one before it. */
const beatMs = 2;
const leadMs = 100;
const connectionsPerStream = 32;
const patienceMs = 10_000;

/** Sends at even intervals. Counts each response time from when its request was due, even if it was sent later. */
export async function pacedLoad({ port, streams, seconds }: PacedJob): Promise<readonly StreamResult[]> {
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  const running = await Promise.all(streams.map((stream) => openStream(port, stream, seconds, reject)));
  const startsAt = performance.now() + leadMs;
  const metronome = startMetronome(leadMs, beatMs, () => {
    const now = performance.now();
    for (const [at, stream] of running.entries()) stream.sendDue(now, startsAt + at * beatMs);
    if (running.every((stream) => stream.isDone()) || now > startsAt + seconds * 1_000 + patienceMs) resolve();
  });
  try {
    await whole;
  } finally {
    await metronome.stop();
    for (const stream of running) stream.close();
  }
  return running.map((stream) => stream.result());
}

type Running = Readonly<{
  sendDue: (now: number, startsAt: number) => void;
  isDone: () => boolean;
  result: () => StreamResult;
  close: () => void;
}>;

async function openStream(
  port: number,
  stream: Stream,
  seconds: number,
  onLost: (error: Error) => void,
): Promise<Running> {
  const total = Math.floor(stream.perSecond * seconds);
  const times: number[] = [];
  const free: ((dueAt: number) => void)[] = [];
  const unsent: number[] = [];
  const unanswered = new Set<number>();
  const connections: Connection[] = [];
  let due = 0;
  let sentCount = 0;
  const open = async () => {
    const reader = new ReplyReader({ keepBodies: false });
    let dueAt = 0;
    const take = (bytes: Buffer) => {
      const reply = reader.push(bytes);
      if (!reply) return;
      if (reply.status !== stream.status) throw new Error(`${stream.name} was answered ${reply.status}.`);
      times.push(performance.now() - dueAt);
      unanswered.delete(dueAt);
      const next = unsent.shift();
      if (next === undefined) free.push(send);
      else send(next);
    };
    // Servers close connections that are idle for some seconds; a new one replaces each of these.
    const onClosed = (reason: Error) => {
      const at = free.indexOf(send);
      if (at < 0) return onLost(reason);
      free.splice(at, 1);
      open().catch(onLost);
    };
    const connection = await openConnection(port, take, onClosed);
    const send = (at: number) => {
      dueAt = at;
      connection.send(textOf(stream, port, sentCount++));
    };
    free.push(send);
    connections.push(connection);
  };
  await Promise.all(Array.from({ length: connectionsPerStream }, open));
  return {
    sendDue: (now, startsAt) => {
      for (; due < total; due++) {
        const at = startsAt + (due * 1_000) / stream.perSecond;
        if (at > now) return;
        unanswered.add(at);
        const send = free.pop();
        if (send) send(at);
        else unsent.push(at);
      }
    },
    isDone: () => times.length === total,
    result: () => {
      const waited = [...unanswered].map((at) => performance.now() - at);
      return { name: stream.name, times: [...times, ...waited], unanswered: waited.length };
    },
    close: () => connections.forEach((connection) => connection.close()),
  };
}

function textOf({ requests = [], puts = [] }: Stream, port: number, turn: number): string {
  const id = puts[turn % puts.length];
  return id === undefined ? (requests[turn % requests.length] ?? "") : writeText("PUT", port, id);
}
