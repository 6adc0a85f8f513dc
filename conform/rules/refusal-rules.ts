import { expectHeader, expectMember, expectProblem, expectStatus, expectSuccess, memberOf } from "../expectations.ts";
import type { Reply } from "../reply.ts";
import type { Rules } from "../rule.ts";
import { RuleNotObserved } from "../rule-failed.ts";
import { insertedIdOf, pathOf } from "../visitor.ts";

const bodyMaxBytes = 65_536;
const textMaxCharacters = 10_000;
const asJson = { "content-type": "application/json" };

/** What a server must refuse, and how. */
export const refusalRules: Rules = {
  "body-not-json": {
    source: "contract: limits",
    title: "A body that is not a JSON object is 400",
    risk: "bodies that are no JSON object, such as []",
    async check(visitor) {
      await visitor.addAndRemove();
      for (const body of ['{"name":', `name=${visitor.mark}`, "[]", "null"]) {
        expectStatus(await visitor.send("POST", "/coffee", { body, headers: asJson }), 400);
      }
    },
  },
  "body-type": {
    source: "contract: limits",
    title: "A body of another type than application/json, or of none, is 415",
    risk: "bodies of another type, or of none",
    async check(visitor) {
      await visitor.addAndRemove();
      const body = JSON.stringify(visitor.fields());
      const headers = { "content-type": "text/plain" };
      expectStatus(await visitor.send("POST", "/coffee", { body, headers }), 415);
      expectStatus(await visitor.send("POST", "/coffee", { body }), 415);
    },
  },
  "body-limit": {
    source: "contract: limits",
    title: "A body of 64 KiB is taken; one byte more is 413",
    risk: "a body of more than 64 KiB",
    async check(visitor) {
      const fields = visitor.fields();
      const body = JSON.stringify(fields).padEnd(bodyMaxBytes);
      const reply = await visitor.send("POST", "/coffee", { body, headers: asJson });
      expectSuccess(reply);
      await visitor.expectStored(insertedIdOf(reply), fields);
      expectStatus(await visitor.send("POST", "/coffee", { body: `${body} `, headers: asJson }), 413);
    },
  },
  "problem-document": {
    source: "contract: problems",
    title: "Every refusal is a problem document (RFC 9457) with words for a person",
    async check(visitor) {
      const id = await visitor.addAndRemove();
      expectProblems([
        await visitor.find(id),
        await visitor.put(id, { _id: id, ...visitor.fields() }),
        await visitor.post({ ...visitor.fields(), price: "-1" }),
        await visitor.send("PATCH", "/coffee"),
      ]);
    },
  },
  "problem-of-body": {
    source: "contract: problems",
    title: "A body that is refused unread gets a problem document too",
    risk: "broken JSON, and a body of no type",
    async check(visitor) {
      await visitor.addAndRemove();
      expectProblems([
        await visitor.send("POST", "/coffee", { body: "{", headers: asJson }),
        await visitor.send("POST", "/coffee", { body: JSON.stringify(visitor.fields()) }),
      ]);
    },
  },
  "problem-fields": {
    source: "contract: problems",
    title: "The refusal of a coffee names every bad field, each with a message",
    async check(visitor) {
      const reply = await visitor.post({ ...visitor.fields(), taste: "t".repeat(textMaxCharacters + 1), price: "-1" });
      expectStatus(reply, 400);
      const errors = memberOf(reply.json, "errors");
      const faults: readonly unknown[] = Array.isArray(errors) ? errors : [];
      for (const field of ["taste", "price"]) {
        const message = memberOf(
          faults.find((fault) => memberOf(fault, "field") === field),
          "message",
        );
        const isSaid = typeof message === "string" && message !== "";
        expectMember(reply, ["errors"], `an entry for ${field} with a message`, () => isSaid);
      }
    },
  },
  "method-not-allowed": {
    source: "contract: methods",
    title: "A method that is not among the calls is 405, and Allow names those that are",
    async check(visitor) {
      const { id } = await visitor.add();
      for (const [path, methods] of [
        ["/coffee", ["GET", "POST"]],
        [pathOf(id), ["GET", "PUT", "DELETE"]],
      ] as const) {
        const reply = await visitor.send("PATCH", path);
        expectStatus(reply, 405);
        expectHeader(reply, "allow", methods.join(", "), (allow) => methods.every((method) => allow.includes(method)));
      }
    },
  },
  "wait-told": {
    source: "contract: limits",
    title: "A client over its write limit gets 429, with the time to wait in Retry-After",
    async check(visitor) {
      await visitor.add();
      // Exceeding the limit on purpose would keep real visitors out. So this only looks at replies that were 429
      // anyway.
      if (visitor.rateLimitedReplies.length === 0) throw new RuleNotObserved("No reply was 429.");
      for (const reply of visitor.rateLimitedReplies)
        expectHeader(reply, "retry-after", "a time to wait", (value) => value !== "");
    },
  },
};

/** Checks the refusals among these replies. Other rules check that each of them is a refusal. */
function expectProblems(replies: readonly Reply[]): void {
  const refusals = replies.filter(({ status }) => status >= 400);
  if (refusals.length === 0) throw new RuleNotObserved("Nothing was refused.");
  for (const reply of refusals) expectProblem(reply);
}
