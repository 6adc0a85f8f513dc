import { describe, expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import type { FoundCoffee, ProductServer } from "./product-server.ts";
import { sendEdit, upsertChanges } from "./send-edit.ts";

describe("where somebody else changed the coffee meanwhile", () => {
  const latte: Coffee = { _id: "1", ...emptyFields, name: "Latte", taste: "Milk" };

  /** A server that refuses as many edits, each time after another one of somebody else's. */
  function refusing(theirs: readonly FoundCoffee[]) {
    const sent: { coffee: Coffee; before: FoundCoffee | undefined }[] = [];
    const left = [...theirs];
    const server: Pick<ProductServer, "find" | "replace"> = {
      find: async () => ({ ok: true, value: left.shift() ?? { coffee: latte, tag: undefined } }),
      replace: async (coffee, before) => {
        sent.push({ coffee, before });
        if (left.length > 0) return { ok: false, failure: { status: 412, words: "" } };
        return { ok: true, value: { modifiedCount: 1, matchedCount: 1, upsertedId: undefined, change: undefined } };
      },
    };
    return { server, sent };
  }

  test("their values of other kinds go back as they came", async () => {
    const theirs = { coffee: { ...latte, taste: "5" }, tag: '"2"', otherValues: { taste: "5" } };
    const { server, sent } = refusing([theirs]);
    const result = await sendEdit(server, { coffee: latte, tag: '"1"' }, { ...latte, name: "Flat White" });
    expect(result).toMatchObject({ reply: { ok: true }, taken: ["taste"] });
    expect(sent.at(-1)).toEqual({ coffee: { ...latte, name: "Flat White", taste: "5" }, before: theirs });
  });

  test("twice, both are brought together with the edit; five times, it is refused", async () => {
    const theirs = ["a", "b", "c", "d", "e", "f"].map((chef, at) => ({ coffee: { ...latte, chef }, tag: `"${at}"` }));
    const edit = { ...latte, name: "Flat White" };
    const twice = refusing(theirs.slice(0, 2));
    await sendEdit(twice.server, { coffee: latte, tag: '"x"' }, edit);
    expect(twice.sent.map(({ coffee }) => coffee.chef)).toEqual(["", "a", "b"]);
    const often = refusing(theirs);
    const result = await sendEdit(often.server, { coffee: latte, tag: '"x"' }, edit);
    expect(result).toMatchObject({ reply: { ok: false, failure: { status: 412 } } });
    expect(often.sent).toHaveLength(5);
  });
});

test("an edit that a server adds as a new coffee takes the place of the one that is gone", () => {
  const edit: Coffee = { _id: "1", ...emptyFields, name: "Latte" };
  const put = { did: "put", coffee: edit, nextId: undefined };
  expect(upsertChanges(edit, "1")).toEqual([put]);
  expect(upsertChanges(edit, "2")).toEqual([
    { did: "delete", id: "1" },
    { ...put, coffee: { ...edit, _id: "2" } },
  ]);
});
