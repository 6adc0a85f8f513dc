import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** Starts any product server on a free port. */
export async function startServer(listener: RequestListener, path = "") {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
