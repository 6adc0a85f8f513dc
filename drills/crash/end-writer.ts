// Preloaded into a shop: the writer thread ends when it is asked to add a coffee with one of these names.
import { workerData, type MessagePort } from "node:worker_threads";

/** Names of coffees that end the writer thread. */
export const deadlyNames = { ends: "The writer ends", hoards: "The writer runs out of memory" } as const;

const hoard: number[][] = [];

function endIfNamed(requests: unknown): void {
  const text = JSON.stringify(requests);
  if (text.includes(deadlyNames.ends)) process.exit(7);
  while (text.includes(deadlyNames.hoards)) hoard.push(Array.from({ length: 100_000 }, () => Math.random()));
}

const work: { progress?: unknown; port?: MessagePort } | null = workerData;
if (work?.progress && work.port) {
  const { port } = work;
  const on = port.on.bind(port);
  const watch = (event: string, listener: (message: unknown) => void): MessagePort =>
    on(event, (message: unknown) => {
      if (event === "message") endIfNamed(message);
      listener(message);
    });
  Object.assign(port, { on: watch });
}
