// Express with an array, as in many tutorials: nothing is kept when it ends.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import compression from "compression";
import express from "express";
import type { Coffee } from "../../catalogue/coffee.ts";

const [port = "", listFile = ""] = process.argv.slice(2);
const coffees: Coffee[] = JSON.parse(readFileSync(listFile, "utf8"));
const placeOf = (id: string | undefined) => coffees.findIndex(({ _id }) => _id === id);

const app = express();
app.use(compression());
app.use(express.json());
app.get("/coffee", (_request, reply) => reply.json(coffees));
app.get("/coffee/:id", (request, reply) => {
  const coffee = coffees[placeOf(request.params["id"])];
  if (coffee) reply.json(coffee);
  else reply.sendStatus(404);
});
app.post("/coffee", (request, reply) => {
  const insertedId = randomBytes(12).toString("hex");
  coffees.push({ ...request.body, _id: insertedId });
  reply.status(201).json({ acknowledged: true, insertedId });
});
app.put("/coffee/:id", (request, reply) => {
  const [id = "", at] = [request.params["id"], placeOf(request.params["id"])];
  if (at >= 0) coffees[at] = { ...request.body, _id: id };
  const found = at >= 0 ? 1 : 0;
  reply.json({ acknowledged: true, matchedCount: found, modifiedCount: found, upsertedCount: 0, upsertedId: null });
});
app.delete("/coffee/:id", (request, reply) => {
  const at = placeOf(request.params["id"]);
  if (at >= 0) coffees.splice(at, 1);
  reply.json({ acknowledged: true, deletedCount: at >= 0 ? 1 : 0 });
});
app.listen(Number(port), "127.0.0.1");
