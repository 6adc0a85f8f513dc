import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import express from "express";
import type { Coffee, CoffeeFields } from "../catalogue/coffee.ts";

/**
 * A product server as many shops have one: Express, an array where MongoDB would be, and the replies of its driver. Its tags
 * are strong, though it lets no page of another origin read or send one.
 */
export async function openClassicProductServer(
  coffees: readonly CoffeeFields[],
): Promise<{ url: string; server: Server }> {
  let kept: Coffee[] = coffees.map((fields) => ({ _id: randomBytes(12).toString("hex"), ...fields }));
  const app = express();
  app.use((request, reply, next) => {
    reply.set({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "content-type",
      "access-control-allow-methods": "*",
    });
    if (request.method === "OPTIONS") reply.sendStatus(204);
    else next();
  });
  app.set("etag", "strong");
  app.use(express.json());
  app.get("/coffee", (_request, reply) => reply.json(kept));
  app.get("/coffee/:id", (request, reply) => reply.json(kept.find(({ _id }) => _id === request.params["id"]) ?? null));
  app.post("/coffee", (request, reply) => {
    const coffee = { ...request.body, _id: randomBytes(12).toString("hex") };
    kept = [...kept, coffee];
    reply.json({ acknowledged: true, insertedId: coffee._id });
  });
  app.put("/coffee/:id", (request, reply) => {
    const before = kept.find(({ _id }) => _id === request.params["id"]);
    const after = before && { ...before, ...request.body };
    const isModified = JSON.stringify(before) !== JSON.stringify(after);
    if (after) kept = kept.map((coffee) => (coffee === before ? after : coffee));
    const counts = { matchedCount: before ? 1 : 0, modifiedCount: isModified ? 1 : 0 };
    reply.json({ acknowledged: true, ...counts, upsertedId: null, upsertedCount: 0 });
  });
  app.delete("/coffee/:id", (request, reply) => {
    const before = kept.length;
    kept = kept.filter(({ _id }) => _id !== request.params["id"]);
    reply.json({ acknowledged: true, deletedCount: before - kept.length });
  });
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: urlOf(server), server };
}

export function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
