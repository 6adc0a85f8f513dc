import { openConnection, type Connection } from "./connection.ts";
import type { PacedJob, Stream, StreamResult } from "./job.ts";
import { startMetronome } from "./metronome.ts";
import { ReplyReader } from "./reply-reader.ts";
import { writeText } from "./write-texts.ts";

const connectionsPerStream = 32;
const patienceMs = 10_000;

type Running = Readonly<{
  result: () => StreamResult;
  sendDue: (now: number) => void;
  isDone: () => boolean;
  close: () => void;
}>;

/** Sends at even times and measures each reply from the time at which its request was due, sent or not. */
export async function pacedLoad({ port, streams, seconds }: PacedJob): Promise<readonly StreamResult[]> {
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  const started = performance.now() + 50;
  const running = await Promise.all(streams.map((stream) => startStream(port, stream, started, seconds, reject)));
  const beats = Math.max(...streams.map(({ perSecond }) => perSecond));
  const metronome = startMetronome(beats, () => {
    const now = performance.now();
    for (const each of running) each.sendDue(now);
    if (running.every((each) => each.isDone()) || now > started + seconds * 1_000 + patienceMs) resolve();
  });
  try {
    await whole;
  } finally {
    await metronome.stop();
    for (const each of running) each.close();
  }
  return running.map((each) => each.result());
}

async function startStream(
  port: number,
  stream: Stream,
  started: number,
  seconds: number,
  onLost: (error: Error) => void,
): Promise<Running> {
  const total = Math.floor(stream.perSecond * seconds);
  const times: number[] = [];
  const free: ((dueAt: number) => void)[] = [];
  const waiting: number[] = [];
  const connections: Connection[] = [];
  let sent = 0;
  const open = async () => {
    const reader = new ReplyReader({ keepBodies: false });
    let dueAt = 0;
    const connection = await openConnection(
      port,
      (bytes) => {
        const reply = reader.push(bytes);
        if (!reply) return;
        if (reply.status !== stream.status) throw new Error(`${stream.name} was answered ${reply.status}.`);
        times.push(performance.now() - dueAt);
        const next = waiting.shift();
        if (next === undefined) free.push(send);
        else send(next);
      },
      onLost,
    );
    const send = (due: number) => {
      dueAt = due;
      connection.send(nextText(stream, port, sent));
    };
    free.push(send);
    connections.push(connection);
  };
  await Promise.all(Array.from({ length: connectionsPerStream }, open));
  return {
    sendDue: (now) => {
      for (; sent < total; sent++) {
        const due = started + (sent * 1_000) / stream.perSecond;
        if (due > now) return;
        const send = free.pop();
        if (send) send(due);
        else waiting.push(due);
      }
    },
    isDone: () => times.length === total,
    result: () => ({ name: stream.name, times, unanswered: total - times.length }),
    close: () => connections.forEach((connection) => connection.close()),
  };
}

function nextText({ requests = [], puts = [] }: Stream, port: number, turn: number): string {
  const id = puts[turn % puts.length];
  return id === undefined ? (requests[turn % requests.length] ?? "") : writeText("PUT", port, id);
}
