import { openConnection } from "../kit/exchange-bytes.ts";
import { visit } from "./requests/run.ts";

export const idleConnections = 2_000;

/** Holds 2,000 idle connections, and visits the shop meanwhile. */
export async function visitAmongIdle(url: string): Promise<string[]> {
  const sockets = await Promise.all(Array.from({ length: idleConnections }, () => openConnection(url)));
  const offences = await visit(url);
  for (const socket of sockets) socket.destroy();
  return offences;
}

/** Measures how long the shop tolerates clients that send headers or a body slowly; `most` is the limit in seconds. */
export async function timeSlowClients(
  url: string,
): Promise<Readonly<{ name: string; seconds: number; most: number }>[]> {
  const head = "POST /coffee HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n";
  const dawdlers = [
    { name: "a client that says nothing", start: "", drop: "", most: 45 },
    { name: "headers letter by letter", start: `${head}X-Slow: `, drop: "a", most: 45 },
    { name: "a body letter by letter", start: `${head}Content-Length: 60000\r\n\r\n`, drop: " ", most: 65 },
    { name: "a body that stops", start: `${head}Content-Length: 60000\r\n\r\n{`, drop: "", most: 65 },
  ];
  return Promise.all(
    dawdlers.map(async ({ name, start, drop, most }) => {
      const started = performance.now();
      const socket = await openConnection(url);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      for (const event of ["end", "close"]) socket.once(event, () => end());
      socket.resume();
      socket.write(start);
      const dripping = setInterval(() => socket.write(drop), 500);
      const patience = setTimeout(() => end(), most * 2_000);
      await ended;
      clearInterval(dripping);
      clearTimeout(patience);
      socket.destroy();
      return { name, seconds: (performance.now() - started) / 1_000, most };
    }),
  );
}
