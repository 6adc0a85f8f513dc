import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import express from "express";
import { coffeeFields } from "../../catalogue/fields.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { misunderstood, readArguments } from "../../tools/read-arguments.ts";

/** What real product servers do that the specification does not mention. Each habit can be turned on alone. */
const badHabits = {
  upserts: "PUT of an unknown id adds a coffee (upsert: true)",
  setsListedFields: "PUT sets a list of fields that lacks the price, and writes null for a field that the body lacks",
  answersUnknownWithNothing: "GET of an unknown id answers 200 with an empty body instead of null",
  weakTags: "tags are weak",
  diesOfOtherIds: "an id that is not 24 hex digits ends the process (an uncaught BSONError); it is back after a moment",
  diesOfArrays: "a body that is an array ends the process; it is back after a moment",
  dropsEmptyFields: "empty text is not stored, so the field is missing from then on",
  addsFields: "each coffee has fields that the specification does not know",
  storesPricesAsNumbers: "a price that reads as a number is stored as a number",
  holdsOddCoffees: "there are coffees with string ids, missing fields, prices in words and other values than text",
  isSlow: "each reply about one coffee takes longer than a document waits for it",
} as const;

export type BadHabit = keyof typeof badHabits;
export const allBadHabits = Object.keys(badHabits).filter((name): name is BadHabit => name in badHabits);

/** The fields that such a server stores for a coffee: any fields with any values. */
export type Stored = Readonly<Record<string, unknown>>;

/** Coffees as real databases have them. The first has a string as its id, so no call with its id finds it. */
export const oddCoffees: readonly Stored[] = [
  { _id: "65a1b2c3d4e5f60718293a4b", name: "String Id", chef: "Matin Paul", price: "250" },
  { name: "Without Chef", photo: null, price: "two hundred", __v: 0 },
  {
    name: "Other Values",
    taste: 5,
    details: { roast: "dark" },
    category: ["milk", "cold"],
    supplier: true,
    price: 120,
  },
];

type Document = { readonly key: string; readonly isObjectId: boolean; fields: Stored };

const shown = ({ key, fields }: Document) => ({ _id: key, ...fields });

/** Longer than the 3 seconds that a document waits. */
const slowReplyMs = 3_300;
/** How long a supervisor takes to start the process again. */
const restartMs = 300;

/**
 * A product server as many shops have it: Express, an array instead of MongoDB, and the replies of MongoDB's driver.
 * Its ETags are strong, but pages of other origins can neither read nor send them. A coffee that brings its `_id` keeps
 * it as a string, as after an import; the ids of all others are ObjectIds.
 */
export async function openClassicProductServer(
  coffees: readonly Stored[],
  habits: readonly BadHabit[] = [],
  port = 0,
): Promise<{ url: string; close: () => void }> {
  const has = (habit: BadHabit) => habits.includes(habit);
  const stored = (fields: Stored): Stored =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => name !== "_id" && !(has("dropsEmptyFields") && value === ""))
        .map(([name, value]) => [
          name,
          has("storesPricesAsNumbers") && name === "price" && Number(value) > 0 ? Number(value) : value,
        ]),
    );
  const newDocument = ({ _id, ...fields }: Stored): Document => ({
    key: typeof _id === "string" ? _id : randomBytes(12).toString("hex"),
    isObjectId: typeof _id !== "string",
    fields: { ...stored(fields), ...(has("addsFields") && { rating: 4.5, createdAt: new Date().toISOString() }) },
  });
  let documents = [...coffees, ...(has("holdsOddCoffees") ? oddCoffees : [])].map(newDocument);
  /** Filters by `new ObjectId(id)`, so it never finds a string. */
  const find = (id = "") => documents.find(({ key, isObjectId }) => isObjectId && key === id.toLowerCase());

  const app = express();
  const server = createServer(app);
  const listen = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  let restart: ReturnType<typeof setTimeout> | undefined;
  const die = () => {
    port = Number(new URL(urlOf(server)).port);
    server.close();
    server.closeAllConnections();
    restart = setTimeout(() => void listen(), restartMs);
  };

  app.use((request, reply, next) => {
    reply.set({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "content-type",
      "access-control-allow-methods": "*",
    });
    if (request.method === "OPTIONS") reply.sendStatus(204);
    else if (has("isSlow") && request.url.startsWith("/coffee/")) setTimeout(next, slowReplyMs);
    else next();
  });
  app.set("etag", has("weakTags") ? "weak" : "strong");
  app.use(express.json());
  app.use(({ method, body, url }, _reply, next) => {
    const [, id] = /^\/coffee\/([^?]+)/.exec(url) ?? [];
    const isOtherId = id !== undefined && !/^[0-9a-f]{24}$/i.test(id);
    if (has("diesOfOtherIds") && isOtherId) die();
    else if (has("diesOfArrays") && method.startsWith("P") && Array.isArray(body)) die();
    else next();
  });
  app.get("/coffee", (_request, reply) => reply.json(documents.map(shown)));
  app.get("/coffee/:id", (request, reply) => {
    const found = find(request.params["id"]);
    if (found) reply.json(shown(found));
    else if (has("answersUnknownWithNothing")) reply.end();
    else reply.json(null);
  });
  app.post("/coffee", (request, reply) => {
    const added = newDocument({ ...request.body, _id: undefined });
    documents.push(added);
    reply.json({ acknowledged: true, insertedId: added.key });
  });
  app.put("/coffee/:id", (request, reply) => {
    const { body, params } = request;
    const listed = coffeeFields.filter((field) => field !== "price").map((field) => [field, body[field] ?? null]);
    const set: Stored = has("setsListedFields") ? Object.fromEntries(listed) : body;
    const found = find(params["id"]);
    const counts = { matchedCount: found ? 1 : 0, modifiedCount: 0, upsertedCount: 0, upsertedId: "" };
    if (found) {
      const after = stored({ ...found.fields, ...set });
      if (JSON.stringify(after) !== JSON.stringify(found.fields)) counts.modifiedCount = 1;
      found.fields = after;
    } else if (has("upserts")) {
      const upserted = { ...newDocument({ ...set, _id: undefined }), key: params["id"] ?? "" };
      documents.push(upserted);
      Object.assign(counts, { upsertedCount: 1, upsertedId: upserted.key });
    }
    reply.json({ acknowledged: true, ...counts, upsertedId: counts.upsertedId || null });
  });
  app.delete("/coffee/:id", (request, reply) => {
    const found = find(request.params["id"]);
    documents = documents.filter((document) => document !== found);
    reply.json({ acknowledged: true, deletedCount: found ? 1 : 0 });
  });

  await listen();
  const close = () => {
    clearTimeout(restart);
    server.close();
    server.closeAllConnections();
  };
  return { url: urlOf(server), close };
}

export function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

if (import.meta.main) {
  const habitLines = Object.entries(badHabits).map(([name, meaning]) => `  ${name.padEnd(26)} ${meaning}`);
  const helpText = [
    "tools/with-node node test/servers/classic-product-server.ts [--port NUMBER] [all | HABIT …]\n",
    ...habitLines,
  ].join("\n");
  const options = { port: { type: "string", default: "0" } } as const;
  const { values, positionals } = readArguments(helpText, { options, allowPositionals: true });
  const unknown = positionals.filter((name) => name !== "all" && !(name in badHabits));
  if (unknown.length > 0) misunderstood(helpText, `There is no bad habit ${unknown.join(", ")}.`);
  const habits = allBadHabits.filter((name) => positionals.includes(name) || positionals.includes("all"));
  const { url } = await openClassicProductServer(sampleCoffees, habits, Number(values.port));
  console.log(`The product server is open at ${url}`);
}
