import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Children } from "../machine/children.ts";
import { freePort } from "../machine/free-port.ts";
import type { Peer } from "./peer.ts";
import type { Place } from "./place.ts";

export type Server = Readonly<{
  peer: Peer;
  port: number;
  processId: number;
  /** Milliseconds from its start until it had sent one coffee, and until it had sent the whole list. */
  oneMs: number;
  listMs: number;
  close: () => Promise<void>;
}>;

const patienceMs = 60_000;
const pollMs = 3;

/** Starts a peer and waits until it answers; if it does not, rejects with what it printed. */
export async function openServer(children: Children, peer: Peer, place: Place, firstId: string): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  const child = children.start(peer.command(place, port), ["ignore", "ignore", "pipe"]);
  let printed = "";
  child.stderr?.on("data", (text) => (printed += String(text)));
  const close = () => children.end(child);
  try {
    const url = `http://127.0.0.1:${port}/coffee`;
    while (!(await isAnswered(`${url}/${firstId}`))) {
      if (hasEnded(child)) throw new Error(`${peer.name} ended at once: ${printed}`);
      if (performance.now() - started > patienceMs) throw new Error(`${peer.name} did not answer: ${printed}`);
      await delay(pollMs);
    }
    const oneMs = performance.now() - started;
    if (!(await isAnswered(url))) throw new Error(`${peer.name} does not answer with its list: ${printed}`);
    const listMs = performance.now() - started;
    return { peer, port, processId: child.pid ?? 0, oneMs, listMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { headers: { "accept-encoding": "identity", connection: "close" } });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
