import {
  expectMembers,
  expectShownFields,
  expectStatus,
  expectSuccess,
  expectThat,
  listedCoffee,
  listedIds,
  memberOf,
  showValue,
  showReply,
} from "../expectations.ts";
import type { Rule } from "../rule.ts";

/** What `DELETE /coffee/{id}` must do. */
export const deleteRules: readonly Rule[] = [
  {
    id: "delete-removes",
    level: "specification",
    source: "specification §7",
    title: "DELETE /coffee/{id}, without a body, takes the coffee out of the list",
    async check(visitor) {
      const { id } = await visitor.add();
      expectSuccess(await visitor.remove(id));
      const list = await visitor.list();
      expectThat(listedIds(list, [id]).length === 0, list, `no coffee with the _id ${showValue(id)}`, "one");
    },
  },
  {
    id: "delete-gone",
    level: "specification",
    source: "specification §7",
    title: "A deleted coffee can no longer be read by its id",
    async check(visitor) {
      const { id } = await visitor.add();
      expectSuccess(await visitor.remove(id));
      const reply = await visitor.find(id);
      expectThat(memberOf(reply.json, "_id") !== id, reply, "not the deleted coffee", showReply(reply));
    },
  },
  {
    id: "delete-reply",
    level: "specification",
    source: "specification §7",
    title: "DELETE answers JSON",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.remove(id);
      expectSuccess(reply);
      expectThat(reply.json !== undefined, reply, "JSON", showReply(reply));
    },
  },
  {
    id: "delete-others",
    level: "specification",
    source: "specification §7",
    title: "DELETE leaves all other coffees as they are",
    async check(visitor) {
      // Both coffees have the same fields, so only the id tells which one is deleted.
      const one = await visitor.add();
      const other = await visitor.add(one.fields);
      expectSuccess(await visitor.remove(one.id));
      const list = await visitor.list();
      expectShownFields(list, listedCoffee(list, other.id), other.fields);
    },
  },
  {
    id: "delete-counts",
    level: "extra",
    source: "contract: DELETE",
    title: "DELETE answers acknowledged and deletedCount 1; a second time is no error, and deletedCount 0",
    async check(visitor) {
      const { id } = await visitor.add();
      for (const deletedCount of [1, 0]) {
        const reply = await visitor.remove(id);
        expectStatus(reply, 200);
        expectMembers(reply, { acknowledged: true, deletedCount });
      }
    },
  },
];
