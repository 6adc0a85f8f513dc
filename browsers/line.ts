import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The connection between browsers and a shop: a proxy that can be cut, and joined again at the same address. */
export type Line = AsyncDisposable &
  Readonly<{
    url: string;
    cut: () => Promise<void>;
    /** Holds back what browsers send from now on. */
    hold: () => void;
    join: () => Promise<void>;
  }>;

export async function openLine(shopUrl: string): Promise<Line> {
  const { hostname, port: shopPort } = new URL(shopUrl);
  const sockets = new Set<Socket>();
  const waysToShop = new Map<Socket, Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(Number(shopPort), hostname);
    waysToShop.set(near, far);
    near.on("close", () => waysToShop.delete(near));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (socket === far || !isHeld) socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, hostname);
    await once(server, "listening");
  };
  const cut = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The line has no port.");
  const { port } = address;
  return {
    url: `http://${hostname}:${port}`,
    cut,
    hold: () => {
      isHeld = true;
      for (const [near, far] of waysToShop) near.unpipe(far).pause();
    },
    join: async () => {
      if (isHeld) for (const [near, far] of waysToShop) near.pipe(far);
      isHeld = false;
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: cut,
  };
}
