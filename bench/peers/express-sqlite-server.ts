// Express with better-sqlite3: a query for each request, and a write that is on the disk before its reply.
import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import compression from "compression";
import express from "express";
import { coffeeFields } from "../../catalogue/fields.ts";

const [port = "", databaseFile = ""] = process.argv.slice(2);
const database = new Database(databaseFile);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
const named = coffeeFields.map((field) => `@${field}`).join(", ");
const list = database.prepare(`SELECT _id, ${coffeeFields.join(", ")} FROM coffees ORDER BY number`);
const find = database.prepare(`SELECT _id, ${coffeeFields.join(", ")} FROM coffees WHERE _id = ?`);
const add = database.prepare(`INSERT INTO coffees (_id, ${coffeeFields.join(", ")}) VALUES (@_id, ${named})`);
const set = coffeeFields.map((field) => `${field} = @${field}`).join(", ");
const replace = database.prepare(`UPDATE coffees SET ${set} WHERE _id = @_id`);
const remove = database.prepare("DELETE FROM coffees WHERE _id = ?");

const app = express();
app.use(compression());
app.use(express.json());
app.get("/coffee", (_request, reply) => reply.json(list.all()));
app.get("/coffee/:id", (request, reply) => {
  const coffee = find.get(request.params["id"]);
  if (coffee) reply.json(coffee);
  else reply.sendStatus(404);
});
app.post("/coffee", (request, reply) => {
  const insertedId = randomBytes(12).toString("hex");
  add.run({ ...request.body, _id: insertedId });
  reply.status(201).json({ acknowledged: true, insertedId });
});
app.put("/coffee/:id", (request, reply) => {
  const found = replace.run({ ...request.body, _id: request.params["id"] }).changes;
  reply.json({ acknowledged: true, matchedCount: found, modifiedCount: found, upsertedCount: 0, upsertedId: null });
});
app.delete("/coffee/:id", (request, reply) => {
  reply.json({ acknowledged: true, deletedCount: remove.run(request.params["id"]).changes });
});
app.listen(Number(port), "127.0.0.1");
