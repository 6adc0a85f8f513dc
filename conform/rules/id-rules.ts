import { randomBytes } from "node:crypto";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { expectMembers, expectStatus, expectThat, showValue } from "../expectations.ts";
import type { Rules } from "../rule.ts";
import { insertedIdOf } from "../visitor.ts";

/** What an id is, and how a server must answer texts that are not ids. */
export const idRules: Rules = {
  "id-own": {
    source: "specification §3",
    title: "Each coffee has an id of its own, also where all eight fields are the same",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const twin = await visitor.post(fields);
      expectThat(insertedIdOf(twin) !== id, twin, `another id than ${showValue(id)}`, "that same id");
    },
  },
  "id-shape": {
    source: "contract: ids",
    title: "An id is 24 lower-case hex digits",
    async check(visitor) {
      const reply = await visitor.post(visitor.fields());
      const id = insertedIdOf(reply);
      expectThat(isCoffeeId(id), reply, "24 lower-case hex digits", showValue(id));
    },
  },
  "ids-increase": {
    source: "contract: ids",
    title: "Ids increase with time",
    async check(visitor) {
      let last = "";
      for (let added = 0; added < 4; added += 1) {
        const reply = await visitor.post(visitor.fields());
        const id = insertedIdOf(reply);
        expectThat(id > last, reply, `an id after ${showValue(last)}`, showValue(id));
        last = id;
      }
    },
  },
  "ids-never-reused": {
    source: "contract: ids",
    title: "The id of a deleted coffee is not given again",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      const reply = await visitor.post(visitor.fields());
      expectThat(insertedIdOf(reply) !== id, reply, `another id than ${showValue(id)}`, "that same id");
    },
  },
  "unknown-id": {
    source: "contract: ids",
    title: "GET of a deleted coffee is 404",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      expectStatus(await visitor.find(id), 404);
    },
  },
  "strange-ids": {
    source: "contract: ids",
    title: "Any text that is not an id is an unknown coffee: GET is 404, DELETE is 200 with deletedCount 0",
    risk: "ids that are not 24 hex digits",
    async check(visitor) {
      // Sent first, while the run has no coffee on the server, which may end at one of these.
      const other = [randomBytes(12).toString("base64url"), "-1", "undefined", "constructor", "কফি"];
      for (const text of other) expectStatus(await visitor.find(text), 404);
      const { id } = await visitor.add();
      const alike = [id.toUpperCase(), `${id}0`, id.slice(0, -1)].filter((text) => text !== id);
      for (const text of alike) expectStatus(await visitor.find(text), 404);
      // Random, so that it cannot be the id of a coffee.
      const reply = await visitor.remove(`not-an-id-${randomBytes(12).toString("base64url")}`);
      expectStatus(reply, 200);
      expectMembers(reply, { deletedCount: 0 });
    },
  },
};
