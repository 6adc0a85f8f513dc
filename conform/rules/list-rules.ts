import {
  coffeesOf,
  expectShownFields,
  expectSuccess,
  expectThat,
  listedCoffee,
  listedIds,
  memberOf,
  showValue,
} from "../expectations.ts";
import type { Rules } from "../rule.ts";

/** More coffees than a page of most paginated lists has. */
const addedAtOnce = 12;

/** What `GET /coffee` and `GET /coffee/{id}` must answer. */
export const listRules: Rules = {
  "list-array": {
    source: "specification §7",
    title: "GET /coffee answers an array of coffees",
    async check(visitor) {
      coffeesOf(await visitor.list());
    },
  },
  "list-added": {
    source: "specification §3",
    title: "The list holds a coffee that was added, once, with its _id and its eight fields",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      await visitor.expectListed(id, fields);
    },
  },
  "list-full": {
    source: "specification §1",
    title: "The list holds every coffee, also of twelve that are added at once",
    async check(visitor) {
      const added = await Promise.all(Array.from({ length: addedAtOnce }, () => visitor.add()));
      const list = await visitor.list();
      for (const { id, fields } of added) expectShownFields(list, listedCoffee(list, id), fields);
    },
  },
  "list-fresh": {
    source: "specification §7",
    title: "The list shows a replaced coffee as it now is",
    async check(visitor) {
      const { id } = await visitor.add();
      listedCoffee(await visitor.list(), id);
      const fields = await visitor.replace(id);
      await visitor.expectListed(id, fields);
    },
  },
  "one-coffee": {
    source: "specification §7",
    title: "GET /coffee/{id} answers the one coffee with that id, with its eight fields",
    async check(visitor) {
      const [first, second] = [await visitor.add(), await visitor.add()];
      for (const { id, fields } of [first, second]) {
        const reply = await visitor.find(id);
        expectSuccess(reply);
        expectThat(memberOf(reply.json, "_id") === id, reply, `_id ${showValue(id)}`, showValue(reply.json));
        expectShownFields(reply, reply.json, fields);
      }
    },
  },
  "list-oldest-first": {
    source: "contract: list",
    title: "The list is in the order in which coffees were added, oldest first",
    async check(visitor) {
      const ids = [(await visitor.add()).id, (await visitor.add()).id, (await visitor.add()).id];
      const list = await visitor.list();
      const listed = listedIds(list, ids);
      expectThat(listed.join() === ids.join(), list, `the order ${ids.join(", ")}`, listed.join(", "));
    },
  },
  "list-place-kept": {
    source: "contract: list",
    title: "A coffee keeps its place in the list when it is replaced",
    async check(visitor) {
      const ids = [(await visitor.add()).id, (await visitor.add()).id];
      const [first = ""] = ids;
      const before = listedIds(await visitor.list(), ids);
      await visitor.replace(first);
      const list = await visitor.list();
      const after = listedIds(list, ids);
      expectThat(after.join() === before.join(), list, `still the order ${before.join(", ")}`, after.join(", "));
    },
  },
};
