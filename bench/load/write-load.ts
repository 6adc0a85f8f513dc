import { closedLoop, type Client } from "./closed-loop.ts";
import type { LoadResult, WriteJob, WriteMethod } from "./job.ts";
import { ReplyReader, type Reply } from "./reply-reader.ts";
import { writeText } from "./write-texts.ts";

const pools = new Map<string, string[]>();

/** Reads each reply whole, and checks its status and its id or count. */
export function writeLoad({ port, methods, pool, writers, seconds }: WriteJob): Promise<LoadResult> {
  const ids = pools.get(pool) ?? [];
  pools.set(pool, ids);
  const clients = Array.from({ length: writers }, () =>
    methods.length === 1 ? writer(port, methods, ids) : writer(port, methods, []),
  );
  return closedLoop(port, clients, seconds);
}

/** POST adds to `ids`, PUT picks from them, and DELETE takes from them until none is left. */
function writer(port: number, methods: readonly WriteMethod[], ids: string[]): Client {
  const reader = new ReplyReader({ keepBodies: true });
  let turn = 0;
  let method: WriteMethod = "POST";
  return {
    next: () => {
      method = methods[turn++ % methods.length] ?? "POST";
      if (method === "POST") return writeText(method, port);
      const id = method === "PUT" ? ids[Math.floor(Math.random() * ids.length)] : ids.pop();
      return id === undefined ? undefined : writeText(method, port, id);
    },
    take: (bytes) => {
      const reply = reader.push(bytes);
      if (!reply) return false;
      const id = checkWrite(method, reply);
      if (id !== undefined) ids.push(id);
      return true;
    },
  };
}

/** The id of the added coffee. Throws if the write was not done. */
export function checkWrite(method: WriteMethod, { status, body }: Reply): string | undefined {
  if (status !== (method === "POST" ? 201 : 200))
    throw new Error(`${method} was answered ${status}: ${body.toString()}`);
  const reply: { insertedId?: string; _id?: string; modifiedCount?: number; deletedCount?: number } = JSON.parse(
    body.toString(),
  );
  if (reply.modifiedCount === 0 || reply.deletedCount === 0)
    throw new Error(`${method} changed nothing: ${body.toString()}`);
  const id = reply.insertedId ?? reply._id;
  if (method === "POST" && id === undefined) throw new Error(`POST returned no id: ${body.toString()}`);
  return method === "POST" ? id : undefined;
}
