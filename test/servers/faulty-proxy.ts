import { once } from "node:events";
import { createServer, connect, type Server, type Socket } from "node:net";

/** What happens when a store sends bytes: they pass, or the network fails before or after them. */
export type Cut = "pass" | "cut before" | "cut after";

/** A network between a store and its database, or another server that keeps data, which fails when a test says so. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Called for everything that a store sends. */
  decide: (sent: string) => Cut = () => "pass";
  /** Called for each connection: how many bytes of replies pass on it, before the server seems to close it. */
  limitReplies: () => number = () => Infinity;
  /** While true, all bytes are lost in both directions, and no side gets an error. */
  isSilent = false;
  /** How much later bytes arrive, in both directions, in milliseconds. */
  delayMs = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Opens a proxy, and returns it with the URL that leads through it to `url`. */
  static async to(url: string): Promise<{ proxy: CuttingProxy; url: string }> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on("connection", (client) => proxy.#join(client, connect(Number(port), hostname)));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("There is no free port.");
    const through = new URL(url);
    through.port = String(address.port);
    return { proxy, url: through.href };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Ends all connections, as a network does that fails. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Runs acts in their order, each after the delay. */
  #delayed(): (act: () => void) => void {
    const waiting: (() => void)[] = [];
    return (act) => {
      if (this.delayMs === 0 && waiting.length === 0) return act();
      waiting.push(act);
      setTimeout(() => waiting.shift()?.(), this.delayMs);
    };
  }

  #join(client: Socket, database: Socket): void {
    for (const socket of [client, database]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("close", () => database.end());
    database.on("close", () => client.destroy());
    const [laterToDatabase, laterToClient] = [this.#delayed(), this.#delayed()];
    client.on("data", (data) => {
      if (this.isSilent) return;
      const decided = this.decide(String(data));
      laterToDatabase(() => {
        if (decided !== "cut before") database.write(data);
        if (decided !== "pass") client.destroy();
      });
    });
    let bytesLeft = this.limitReplies();
    database.on("data", (data: Buffer) => {
      if (this.isSilent || bytesLeft <= 0) return;
      const passed = data.subarray(0, bytesLeft);
      bytesLeft -= data.byteLength;
      const isLast = bytesLeft <= 0;
      laterToClient(() => {
        client.write(passed);
        if (isLast) client.end();
      });
    });
  }
}
