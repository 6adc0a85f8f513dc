import { once } from "node:events";
import { BoundSocket, connect, createServer, type Server, type Socket } from "node:net";

/** A line to a shop on which everything takes a while, as from a phone: bytes, ends and resets, in both directions. */
export class SlowLine implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #delayMs: number;
  readonly #sockets = new Set<Socket>();

  /** `delayMs` is the time in one direction. */
  constructor(url: string, delayMs: number) {
    const { hostname, port } = new URL(url);
    const bound = new BoundSocket({ host: "127.0.0.1" });
    const through = new URL(url);
    const address = bound.address();
    through.port = typeof address === "object" ? String(address.port) : "";
    this.url = through.origin;
    this.#delayMs = delayMs;
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      const shop = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      this.#passOn(client, shop);
      this.#passOn(shop, client);
    });
    this.#server.listen(bound);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #passOn(from: Socket, to: Socket): void {
    const later = (act: () => void) => void setTimeout(act, this.#delayMs);
    this.#sockets.add(from);
    from.on("data", (bytes) => later(() => to.write(bytes)));
    from.on("end", () => later(() => to.end()));
    from.on("error", () => later(() => to.resetAndDestroy()));
    from.on("close", () => this.#sockets.delete(from));
  }
}
