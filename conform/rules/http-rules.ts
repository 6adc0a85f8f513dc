import {
  expectHeader,
  expectShownFields,
  expectStatus,
  expectSuccess,
  expectThat,
  listedCoffee,
  showValue,
  showReply,
} from "../expectations.ts";
import type { Rules } from "../rule.ts";
import { pathOf } from "../visitor.ts";
import { expectNotModifiedList } from "./tag-rules.ts";

/** Long enough for a server to compress the list. */
const longText = Array.from({ length: 200 }, () => "roasted slowly").join(" ");
const wantsSignIn = [301, 302, 303, 307, 308, 401, 403, 407];

/** What HTTP and the contract require of all five calls. */
export const httpRules: Rules = {
  "no-sign-in": {
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
        expectThat(!wantsSignIn.includes(reply.status), reply, "an answer without signing in", showReply(reply));
      }
    },
  },
  "json-type": {
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
  "list-compressed": {
    source: "contract: compression",
    title: "The list comes in br, zstd or gzip where Accept-Encoding asks for it, and says so in Vary",
    async check(visitor) {
      const { id, fields } = await visitor.add({ details: longText });
      for (const coding of ["br", "zstd", "gzip"]) {
        const list = await visitor.list({ "accept-encoding": coding });
        expectHeader(list, "content-encoding", coding, (value) => value === coding);
        expectHeader(list, "vary", "Accept-Encoding", (value) => /accept-encoding|\*/i.test(value));
        expectShownFields(list, listedCoffee(list, id), fields);
      }
    },
  },
  "compressed-tag": {
    source: "contract: compression",
    title: "A compressed list's tag in If-None-Match gets 304 as well",
    async check(visitor) {
      await visitor.add({ details: longText });
      const list = await expectNotModifiedList(visitor, { "accept-encoding": "gzip" });
      expectHeader(list, "content-encoding", "gzip", (coding) => coding === "gzip");
    },
  },
  head: {
    source: "contract: methods",
    title: "HEAD answers as GET does, with the same headers",
    async check(visitor) {
      const { id } = await visitor.add();
      const get = await visitor.find(id);
      const head = await visitor.send("HEAD", pathOf(id));
      expectStatus(head, get.status);
      for (const name of ["content-type", "content-length", "etag"]) {
        const [wanted, got] = [get.headers[name], head.headers[name]];
        // RFC 9110 §9.3.2: a header may be left out if its value is known only after the body is made.
        const isLeftOut = name === "content-length" && got === undefined;
        expectThat(isLeftOut || got === wanted, head, `${name}: ${showValue(wanted)}, as GET has it`, showValue(got));
      }
      expectStatus(await visitor.send("HEAD", "/coffee"), 200);
    },
  },
  options: {
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
};
