import { emptyFields } from "../../catalogue/coffee.ts";
import {
  expectFields,
  expectMember,
  expectMembers,
  expectStatus,
  expectSuccess,
  expectThat,
  listedCoffee,
  listedIds,
  memberOf,
  showValue,
} from "../expectations.ts";
import type { Rules } from "../rule.ts";

/** What `PUT /coffee/{id}` must do. */
export const replaceRules: Rules = {
  "replace-fields": {
    source: "specification §7",
    title: "PUT /coffee/{id} with _id and eight fields gives the coffee these fields",
    async check(visitor) {
      const { id } = await visitor.add();
      const fields = await visitor.replace(id);
      await visitor.expectStored(id, fields);
    },
  },
  "replace-modified": {
    source: "specification §4",
    title: "PUT that changes a coffee answers a modifiedCount above zero",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.put(id, { _id: id, ...visitor.fields() });
      expectSuccess(reply);
      expectMember(reply, ["modifiedCount"], "a number above zero", (count) => typeof count === "number" && count > 0);
    },
  },
  "replace-unchanged": {
    source: "specification §4",
    title: "PUT that changes nothing answers modifiedCount 0",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const reply = await visitor.put(id, { _id: id, ...fields });
      expectSuccess(reply);
      expectMembers(reply, { modifiedCount: 0 });
    },
  },
  "replace-emptied": {
    source: "specification §5",
    title: "A field that is emptied is empty from then on",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const emptied = { ...emptyFields, name: fields.name };
      await visitor.replace(id, emptied);
      await visitor.expectStored(id, emptied);
    },
  },
  "replace-same-id": {
    source: "specification §3",
    title: "A replaced coffee keeps its _id, and stands in the list once",
    async check(visitor) {
      const { id } = await visitor.add();
      const fields = await visitor.replace(id);
      const list = await visitor.list();
      listedCoffee(list, id);
      const named: readonly unknown[] = Array.isArray(list.json) ? list.json : [];
      const copies = named.filter((coffee) => memberOf(coffee, "name") === fields.name);
      expectThat(copies.length === 1, list, `one coffee named ${showValue(fields.name)}`, `${copies.length} of them`);
    },
  },
  "replace-others": {
    source: "specification §7",
    title: "PUT leaves all other coffees as they are",
    async check(visitor) {
      const [other, { id }] = [await visitor.add(), await visitor.add()];
      await visitor.replace(id);
      await visitor.expectStored(other.id, other.fields);
    },
  },
  "replace-counts": {
    source: "contract: PUT",
    title: "PUT answers 200 with acknowledged, and with what was matched, modified and upserted",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.put(id, { _id: id, ...visitor.fields() });
      expectStatus(reply, 200);
      const counts = { matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null };
      expectMembers(reply, { acknowledged: true, ...counts });
    },
  },
  "replace-whole": {
    source: "contract: PUT",
    title: 'PUT replaces the coffee whole: a field that is left out becomes "", and _id may be left out',
    risk: "a coffee that lacks fields",
    async check(visitor) {
      const { id } = await visitor.add();
      const { name } = visitor.fields();
      expectSuccess(await visitor.put(id, { name }));
      const reply = await visitor.find(id);
      expectFields(reply, reply.json, { ...emptyFields, name });
    },
  },
  "replace-other-id": {
    source: "contract: PUT",
    title: "PUT with another _id in the body than in the address is 400, and changes neither coffee",
    risk: "the _id of another coffee",
    async check(visitor) {
      const [one, other] = [await visitor.add(), await visitor.add()];
      expectStatus(await visitor.put(one.id, { _id: other.id, ...visitor.fields() }), 400);
      for (const { id, fields } of [one, other]) {
        await visitor.expectStored(id, fields);
      }
    },
  },
  "replace-unknown": {
    source: "contract: PUT",
    title: "PUT of an unknown coffee is 404, with matchedCount 0 and modifiedCount 0",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      const reply = await visitor.put(id, { _id: id, ...visitor.fields() });
      expectStatus(reply, 404);
      expectMembers(reply, { acknowledged: true, matchedCount: 0, modifiedCount: 0 });
    },
  },
  "replace-never-adds": {
    source: "contract: PUT",
    title: "PUT of an unknown coffee adds none",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      await visitor.put(id, { _id: id, ...visitor.fields() });
      const list = await visitor.list();
      expectThat(listedIds(list, [id]).length === 0, list, `no coffee with the _id ${showValue(id)}`, "one");
    },
  },
  "replace-unchanged-kept": {
    source: "contract: PUT",
    title: "An edit without a difference writes nothing: the coffee's tag stays",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const before = await visitor.find(id);
      const tag = before.headers["etag"];
      expectThat(tag !== undefined, before, "an ETag", "none");
      await visitor.replace(id, fields);
      const after = await visitor.find(id);
      expectThat(after.headers["etag"] === tag, after, `still the ETag ${tag}`, showValue(after.headers["etag"]));
    },
  },
  "refused-not-kept": {
    source: "contract: PUT",
    title: "A refused PUT leaves the coffee as it was",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      expectStatus(await visitor.put(id, { _id: id, ...visitor.fields(), price: "-1" }), 400);
      await visitor.expectStored(id, fields);
    },
  },
};
