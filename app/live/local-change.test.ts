import { expect, test } from "vitest";
import { seededRandom } from "../../test/seeded-random.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { applyAll } from "../list/coffee-list.tsx";
import { readList } from "../../client/read-reply.ts";
import { pollChanges, type ChangeBatch } from "./follow/change-source.ts";
import { eventParser } from "./follow/event-parser.ts";
import { localChange } from "./local-change.ts";
import { readRemoteChange, type RemoteChange } from "./remote-change.ts";

const coffee = {
  _id: "1",
  name: "a",
  chef: "",
  supplier: "",
  taste: "",
  category: "",
  details: "",
  photo: "",
  price: "5",
};

test.for([
  ["an addition", { number: 7, action: "add", coffee }, { kind: "add", coffee, number: 7 }],
  ["an edit", { number: 7, action: "replace", coffee }, { kind: "update", coffee, number: 7 }],
  ["a deletion", { number: 7, action: "remove", coffeeId: "1" }, { kind: "delete", id: "1", number: 7 }],
  ["a return", { number: 7, action: "add", coffee, nextId: "2" }, { kind: "put", coffee, nextId: "2", number: 7 }],
  ["a return to the end", { number: 7, action: "add", coffee, nextId: null }, { kind: "put", coffee, number: 7 }],
] as const)("%s by another visitor becomes a local change with its number", ([, body, expected]) => {
  const change = readRemoteChange(body);
  expect(change && localChange(change)).toEqual(expected);
});

test.for([
  null,
  "text",
  [],
  {},
  { number: 1, action: "add" },
  { number: 1, action: "add", coffeeId: "1", coffee: "none" },
  { number: 1, action: "burn", coffee },
  { number: "1", action: "add", coffee },
  { number: 1, action: "remove" },
])("%j is not read as a change", (body) => {
  expect(readRemoteChange(body)).toBeUndefined();
});

test("a page of the log has the same changes as the stream", () => {
  const { _id, ...after } = coffee;
  const logged = { number: 7, time: "", action: "add", coffeeId: _id, before: null, after, nextId: null };
  expect(readRemoteChange(logged)).toEqual(readRemoteChange({ number: 7, action: "add", coffee, nextId: null }));
});

test.for([1, 2, 3, 4])(
  "after any actions, the changes turn the list before into the list after (seed %i)",
  async (seed) => {
    const { below, pick } = seededRandom(seed);
    await using shop = await openTestShop();
    const send = async (line: string, json?: object) => {
      const [method = "", path = ""] = line.split(" ");
      const headers = { "content-type": "application/json" };
      const reply = await fetch(shop.url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
      const body: unknown = await reply.json();
      return { body, upTo: Number(reply.headers.get("niceties-change")) };
    };
    const listed = async () => {
      const { body, upTo } = await send("GET /coffee");
      return { upTo, coffees: readList(body) ?? [] };
    };
    for (let count = 0; count < 6; count++) await send("POST /coffee", { name: `${count}` });
    for (let round = 0; round < 4; round++) {
      const before = await listed();
      for (let count = 0; count < 12; count++) {
        const { coffees, upTo } = await listed();
        const { _id } = coffees.length > 0 ? pick(coffees) : { _id: "none" };
        const act = pick(["add", "edit", "delete", "delete", "undo", "undo"]);
        if (act === "add") await send("POST /coffee", { name: `${round} ${count}` });
        if (act === "edit") await send(`PUT /coffee/${_id}`, { name: `${round} ${count}` });
        if (act === "delete") await send(`DELETE /coffee/${_id}`);
        if (act === "undo") await send(`PUT /-/changes/${1 + below(upTo)}/undo`);
      }
      const after = await listed();
      const changes = await changesFromStream(`${shop.url}/-/changes/stream?after=${before.upTo}`, after.upTo);
      const list = applyAll(before.coffees, changes.map(localChange));
      expect([list.coffees, list.needsReload]).toEqual([after.coffees, false]);
      const polled = await changesFromLog(shop.url, before.upTo);
      const ofLog = applyAll(before.coffees, polled.map(localChange));
      expect(ofLog.needsReload || ofLog.coffees).toEqual(ofLog.needsReload || after.coffees);
    }
  },
);

async function changesFromLog(url: string, after: number): Promise<RemoteChange[]> {
  const changes: RemoteChange[] = [];
  const onTold = (more: ChangeBatch) => changes.push(...("changes" in more ? more.changes : []));
  await pollChanges(url, after, { onBatch: onTold, signal: new AbortController().signal, silenceMs: 60_000 });
  return changes;
}

async function changesFromStream(url: string, upTo: number) {
  const giveUp = new AbortController();
  const { body } = await fetch(url, { signal: giveUp.signal });
  const parse = eventParser();
  const changes = [];
  let newest = -1;
  if (body)
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      for (const { type, data } of parse(piece)) {
        const change = type === "message" ? readRemoteChange(JSON.parse(data)) : undefined;
        if (change) changes.push(change);
        if (type === "begin") newest = Number(JSON.parse(data).number);
        newest = change?.number ?? newest;
      }
      if (newest >= upTo) break;
    }
  giveUp.abort();
  return changes;
}
