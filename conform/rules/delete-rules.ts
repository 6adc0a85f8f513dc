import {
  expectMembers,
  expectStatus,
  expectSuccess,
  expectThat,
  listedIds,
  memberOf,
  showValue,
  showReply,
} from "../expectations.ts";
import type { Rules } from "../rule.ts";

/** What `DELETE /coffee/{id}` must do. */
export const deleteRules: Rules = {
  "delete-removes": {
    source: "specification §7",
    title: "DELETE /coffee/{id}, without a body, takes the coffee out of the list",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      const list = await visitor.list();
      expectThat(listedIds(list, [id]).length === 0, list, `no coffee with the _id ${showValue(id)}`, "one");
    },
  },
  "delete-gone": {
    source: "specification §7",
    title: "A deleted coffee can no longer be read by its id",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      const reply = await visitor.find(id);
      expectThat(memberOf(reply.json, "_id") !== id, reply, "not the deleted coffee", showReply(reply));
    },
  },
  "delete-reply": {
    source: "specification §7",
    title: "DELETE answers JSON",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.remove(id);
      expectSuccess(reply);
      expectThat(reply.json !== undefined, reply, "JSON", showReply(reply));
    },
  },
  "delete-others": {
    source: "specification §7",
    title: "DELETE leaves all other coffees as they are",
    async check(visitor) {
      // Both coffees have the same fields, so only the id tells which one is deleted.
      const one = await visitor.add();
      const other = await visitor.add(one.fields);
      expectSuccess(await visitor.remove(one.id));
      await visitor.expectListed(other.id, other.fields);
    },
  },
  "delete-counts": {
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
};
