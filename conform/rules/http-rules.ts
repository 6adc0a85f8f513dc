import {
  coffeesOf,
  expectHeader,
  expectShownFields,
  expectStatus,
  expectSuccess,
  expectThat,
  listedCoffee,
  shown,
  shownReply,
} from "../expectations.ts";
import type { Reply } from "../product-client.ts";
import type { Rule } from "../rule.ts";
import { pathOf, type AddedCoffee, type Visitor } from "../visitor.ts";

/** Others may write at any time; so often, in a row, between two calls they do not. */
const mostTries = 3;
const strongTag = /^"[!#-~\u0080-\u00ff]*"$/;
const wantsSignIn = [301, 302, 303, 307, 308, 401, 403, 407];

/** What HTTP and the contract ask around the five calls. */
export const httpRules: readonly Rule[] = [
  {
    id: "no-sign-in",
    level: "specification",
    source: "specification §6",
    title: "Nobody signs in: each of the five calls is answered to everyone",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const replies = [
        await visitor.list(),
        await visitor.find(id),
        await visitor.put(id, { _id: id, ...fields }),
        await visitor.remove(id),
      ];
      for (const reply of replies) {
        expectThat(!wantsSignIn.includes(reply.status), reply, "an answer without signing in", shownReply(reply));
      }
    },
  },
  {
    id: "json-type",
    level: "extra",
    source: "contract: calls",
    title: "What the five calls answer is of the type application/json",
    async check(visitor) {
      const added = await visitor.post(visitor.fields());
      const { id, fields } = await visitor.add();
      const reads = [await visitor.list(), await visitor.find(id)];
      const writes = [await visitor.put(id, { _id: id, ...fields }), await visitor.remove(id)];
      for (const reply of [added, ...reads, ...writes]) {
        expectHeader(reply, "content-type", "application/json", (type) => type.startsWith("application/json"));
      }
    },
  },
  {
    id: "list-tag",
    level: "extra",
    source: "contract: conditional requests",
    title: "The list has an ETag; If-None-Match is 304 while nothing has changed, and not after a change",
    async check(visitor) {
      const list = await expectNotModifiedList(visitor);
      await visitor.add();
      const tag = list.headers["etag"] ?? "";
      expectStatus(await visitor.list({ "if-none-match": tag }), 200);
    },
  },
  {
    id: "one-tag",
    level: "extra",
    source: "contract: conditional requests",
    title: "A coffee has an ETag; If-None-Match is 304 while it has not changed, and not after a change",
    async check(visitor) {
      const { id } = await visitor.add();
      const tag = tagOf(await visitor.find(id));
      const unchanged = await visitor.find(id, { "if-none-match": tag });
      expectStatus(unchanged, 304);
      expectSuccess(await visitor.put(id, { _id: id, ...visitor.fields() }));
      expectStatus(await visitor.find(id, { "if-none-match": tag }), 200);
    },
  },
  {
    id: "tag-strong",
    level: "extra",
    source: "contract: conditional requests",
    title: "A coffee's ETag is strong, so that If-Match may use it (RFC 9110 §13.1.1)",
    async check(visitor) {
      const { id } = await visitor.add();
      const reply = await visitor.find(id);
      expectHeader(reply, "etag", "a strong tag", (tag) => strongTag.test(tag));
    },
  },
  {
    id: "replace-if-match",
    level: "extra",
    source: "contract: conditional requests",
    title:
      "PUT with the tag of an earlier state in If-Match is 412 and writes nothing; with the present tag it is made",
    async check(visitor) {
      const { coffee, staleTag } = await changedMeanwhile(visitor);
      const fields = visitor.fields();
      const refused = await visitor.put(coffee.id, fields, { "if-match": staleTag });
      expectStatus(refused, 412);
      const kept = await visitor.find(coffee.id);
      expectShownFields(kept, kept.json, coffee.fields);
      expectSuccess(await visitor.put(coffee.id, fields, { "if-match": tagOf(kept) }));
      const replaced = await visitor.find(coffee.id);
      expectShownFields(replaced, replaced.json, fields);
    },
  },
  {
    id: "delete-if-match",
    level: "extra",
    source: "contract: conditional requests",
    title: "DELETE with the tag of an earlier state in If-Match is 412, and the coffee stays",
    async check(visitor) {
      const { coffee, staleTag } = await changedMeanwhile(visitor);
      expectStatus(await visitor.remove(coffee.id, { "if-match": staleTag }), 412);
      const kept = await visitor.find(coffee.id);
      expectShownFields(kept, kept.json, coffee.fields);
    },
  },
  {
    id: "weak-if-match",
    level: "extra",
    source: "contract: conditional requests",
    title: "A tag marked weak never passes If-Match: PUT is 412 (RFC 9110 §13.1.1)",
    async check(visitor) {
      const { id } = await visitor.add();
      const tag = tagOf(await visitor.find(id));
      const weak = tag.startsWith("W/") ? tag : `W/${tag}`;
      expectStatus(await visitor.put(id, visitor.fields(), { "if-match": weak }), 412);
    },
  },
  {
    id: "list-compressed",
    level: "extra",
    source: "contract: compression",
    title: "The list comes in br, zstd or gzip where Accept-Encoding asks for it, and says so in Vary",
    async check(visitor) {
      const { id, fields } = await addLong(visitor);
      for (const coding of ["br", "zstd", "gzip"]) {
        const list = await visitor.list({ "accept-encoding": coding });
        expectHeader(list, "content-encoding", coding, (value) => value === coding);
        expectHeader(list, "vary", "Accept-Encoding", (value) => /accept-encoding|\*/i.test(value));
        expectShownFields(list, listedCoffee(list, id), fields);
      }
    },
  },
  {
    id: "compressed-tag",
    level: "extra",
    source: "contract: compression",
    title: "The tag of a compressed list is 304 in If-None-Match as well",
    async check(visitor) {
      await addLong(visitor);
      const list = await expectNotModifiedList(visitor, { "accept-encoding": "gzip" });
      expectHeader(list, "content-encoding", "gzip", (coding) => coding === "gzip");
    },
  },
  {
    id: "head",
    level: "extra",
    source: "contract: methods",
    title: "HEAD answers as GET does, with the same headers",
    async check(visitor) {
      const { id } = await visitor.add();
      const get = await visitor.find(id);
      const head = await visitor.send("HEAD", pathOf(id));
      expectStatus(head, get.status);
      for (const name of ["content-type", "content-length", "etag"]) {
        const [wanted, got] = [get.headers[name], head.headers[name]];
        // RFC 9110 §9.3.2: what is known only once the body is made may be left out.
        const isLeftOut = name === "content-length" && got === undefined;
        expectThat(isLeftOut || got === wanted, head, `${name}: ${shown(wanted)}, as GET has it`, shown(got));
      }
      expectStatus(await visitor.send("HEAD", "/coffee"), 200);
    },
  },
  {
    id: "options",
    level: "extra",
    source: "contract: methods",
    title: "OPTIONS names in Allow the methods that are answered",
    async check(visitor) {
      const { id } = await visitor.add();
      for (const [path, methods] of [
        ["/coffee", ["GET", "HEAD", "POST", "OPTIONS"]],
        [pathOf(id), ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]],
      ] as const) {
        const reply = await visitor.send("OPTIONS", path);
        expectSuccess(reply);
        expectHeader(reply, "allow", methods.join(", "), (allow) => methods.every((method) => allow.includes(method)));
      }
    },
  },
];

function tagOf(reply: Reply): string {
  expectSuccess(reply);
  expectHeader(reply, "etag", "a tag", (tag) => tag !== "");
  return reply.headers["etag"] ?? "";
}

/** The list, for which `If-None-Match` with its tag was 304 as long as nobody changed it. */
async function expectNotModifiedList(visitor: Visitor, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const list = await visitor.list(headers);
    const again = await visitor.list({ ...headers, "if-none-match": tagOf(list) });
    if (again.status === 304) return list;
    const isChanged = again.status === 200 && again.text !== list.text;
    if (!isChanged || tries === mostTries) expectStatus(again, 304);
    coffeesOf(again);
  }
}

/** A coffee that was replaced, and the tag that it had before. */
async function changedMeanwhile(visitor: Visitor): Promise<{ coffee: AddedCoffee; staleTag: string }> {
  const { id } = await visitor.add();
  const staleTag = tagOf(await visitor.find(id));
  const fields = visitor.fields();
  expectSuccess(await visitor.put(id, { _id: id, ...fields }));
  return { coffee: { id, fields }, staleTag };
}

/** A coffee that is long enough for a list of it to be worth compressing. */
function addLong(visitor: Visitor): Promise<AddedCoffee> {
  return visitor.add({ details: Array.from({ length: 200 }, () => "roasted slowly").join(" ") });
}
