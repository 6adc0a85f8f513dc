import { expectHeader, expectStatus, expectSuccess } from "../expectations.ts";
import type { Reply } from "../reply.ts";
import type { Rules } from "../rule.ts";
import type { AddedCoffee, Visitor } from "../visitor.ts";

/** Another client may write between two calls, but hardly this many times in a row. */
const mostTries = 3;
const strongTag = /^"[!#-~\u0080-\u00ff]*"$/;

/** What tags must do in conditional requests. */
export const tagRules: Rules = {
  "list-tag": {
    source: "contract: conditional requests",
    title: "The list has an ETag; If-None-Match is 304 while nothing has changed, and not after a change",
    async check(visitor) {
      const list = await expectNotModifiedList(visitor);
      await visitor.add();
      const tag = list.headers["etag"] ?? "";
      expectStatus(await visitor.list({ "if-none-match": tag }), 200);
    },
  },
  "one-tag": {
    source: "contract: conditional requests",
    title: "A coffee has an ETag; If-None-Match is 304 while it has not changed, and not after a change",
    async check(visitor) {
      const { id } = await visitor.add();
      const tag = tagOf(await visitor.find(id));
      const unchanged = await visitor.find(id, { "if-none-match": tag });
      expectStatus(unchanged, 304);
      await visitor.replace(id);
      expectStatus(await visitor.find(id, { "if-none-match": tag }), 200);
    },
  },
  "tag-strong": {
    source: "contract: conditional requests",
    title: "A coffee's ETag is strong, so that If-Match may use it (RFC 9110 §13.1.1)",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.find(id);
      expectHeader(reply, "etag", "a strong tag", (tag) => strongTag.test(tag));
    },
  },
  "replace-if-match": {
    source: "contract: conditional requests",
    title:
      "PUT with the tag of an earlier state in If-Match is 412 and writes nothing; with the present tag it is made",
    async check(visitor) {
      const { coffee, staleTag } = await replacedCoffee(visitor);
      const fields = visitor.fields();
      const edited = { _id: coffee.id, ...fields };
      expectStatus(await visitor.put(coffee.id, edited, { "if-match": staleTag }), 412);
      const current = await visitor.expectStored(coffee.id, coffee.fields);
      expectSuccess(await visitor.put(coffee.id, edited, { "if-match": tagOf(current) }));
      await visitor.expectStored(coffee.id, fields);
    },
  },
  "delete-if-match": {
    source: "contract: conditional requests",
    title: "DELETE with the tag of an earlier state in If-Match is 412, and the coffee stays",
    async check(visitor) {
      const { coffee, staleTag } = await replacedCoffee(visitor);
      expectStatus(await visitor.remove(coffee.id, { "if-match": staleTag }), 412);
      await visitor.expectStored(coffee.id, coffee.fields);
    },
  },
  "weak-if-match": {
    source: "contract: conditional requests",
    title: "A tag marked weak never passes If-Match: PUT is 412 (RFC 9110 §13.1.1)",
    async check(visitor) {
      const { id } = await visitor.add();
      const tag = tagOf(await visitor.find(id));
      const weak = tag.startsWith("W/") ? tag : `W/${tag}`;
      expectStatus(await visitor.put(id, { _id: id, ...visitor.fields() }, { "if-match": weak }), 412);
    },
  },
};

function tagOf(reply: Reply): string {
  expectSuccess(reply);
  expectHeader(reply, "etag", "a tag", (tag) => tag !== "");
  return reply.headers["etag"] ?? "";
}

/** The list, after `If-None-Match` with its tag was 304. Retries if another client changed it in between. */
export async function expectNotModifiedList(
  visitor: Visitor,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const list = await visitor.list(headers);
    const again = await visitor.list({ ...headers, "if-none-match": tagOf(list) });
    const isChanged = again.status === 200 && again.text !== list.text;
    if (isChanged && tries < mostTries) continue;
    expectStatus(again, 304);
    return list;
  }
}

/** Adds a coffee and replaces it. Returns it with its earlier tag. */
async function replacedCoffee(visitor: Visitor): Promise<{ coffee: AddedCoffee; staleTag: string }> {
  const { id } = await visitor.add();
  const staleTag = tagOf(await visitor.find(id));
  const fields = await visitor.replace(id);
  return { coffee: { id, fields }, staleTag };
}
