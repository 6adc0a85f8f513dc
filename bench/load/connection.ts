import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** All connections share one read buffer: the bytes must be used before the next turn of the event loop. */
const memory = Buffer.alloc(256 * 1_024);

export type Connection = Readonly<{ send: (text: string | Buffer) => void; close: () => void }>;

/** Opens a connection that passes bytes to `onBytes`. Calls `onLost` once when it breaks, but not after `close`. */
export async function openConnection(
  port: number,
  onBytes: (bytes: Buffer) => void,
  onLost: (error: Error) => void,
): Promise<Connection> {
  const onread = {
    buffer: memory,
    callback: (length: number) => {
      try {
        onBytes(memory.subarray(0, length));
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
      return true;
    },
  };
  const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true, onread });
  await once(socket, "connect");
  let isClosed = false;
  let error: Error | undefined;
  socket.on("error", (reason) => (error = reason));
  socket.on("close", () => {
    if (!isClosed) onLost(error ?? new Error("The server closed a connection."));
  });
  return {
    send: (text) => void socket.write(text),
    close: () => {
      isClosed = true;
      socket.destroy();
    },
  };
}
