import {
  expectHeader,
  expectMember,
  expectMembers,
  expectShownFields,
  expectStatus,
  expectSuccess,
  expectThat,
  memberOf,
  showValue,
} from "../expectations.ts";
import type { Reply } from "../reply.ts";
import type { Rules } from "../rule.ts";
import { RuleNotObserved } from "../rule-failed.ts";
import { pathOf } from "../visitor.ts";

/** The origin of a page that does not exist. */
const origin = "https://conformance.example";
const receiptForm = /^([1-9]\d*)-[0-9a-f]{64}$/;

/** What a Niceties shop offers beyond the five calls. */
export const shopRules: Rules = {
  "other-origins": {
    source: "contract: other origins",
    title: "If pages of any origin may read the list, their preflights allow the writes, with JSON as their type",
    async check(visitor) {
      const list = await visitor.list({ origin });
      const allowOrigin = list.headers["access-control-allow-origin"] ?? "";
      if (!["*", origin].includes(allowOrigin))
        throw new RuleNotObserved("The operator allows other origins, or none.");
      const { id } = await visitor.add();
      for (const [method, path] of [
        ["POST", "/coffee"],
        ["PUT", pathOf(id)],
        ["DELETE", pathOf(id)],
      ] as const) {
        const asks = { "access-control-request-method": method, "access-control-request-headers": "content-type" };
        const reply = await visitor.send("OPTIONS", path, { headers: { origin, ...asks } });
        expectSuccess(reply);
        expectHeader(reply, "access-control-allow-origin", allowOrigin, (value) => ["*", origin].includes(value));
        expectListed(reply, "access-control-allow-methods", method);
        expectListed(reply, "access-control-allow-headers", "Content-Type");
      }
    },
  },
  "address-bar": {
    source: "contract: address bar",
    title: "Where the server has pages, a person who opens /coffee or /coffee/{id} sees one, with status 404",
    async check(visitor) {
      const { id } = await visitor.add();
      for (const path of ["/coffee", pathOf(id)]) {
        const page = await visitor.send("GET", path, { headers: { "sec-fetch-dest": "document" } });
        if (page.json !== undefined) throw new RuleNotObserved("The server has no pages.");
        expectStatus(page, 404);
        expectHeader(page, "content-type", "text/html", (type) => type.startsWith("text/html"));
        const coffees = await visitor.send("GET", path, { headers: { "sec-fetch-dest": "empty" } });
        expectSuccess(coffees);
        expectHeader(coffees, "vary", "Sec-Fetch-Dest", (value) => /sec-fetch-dest|\*/i.test(value));
      }
    },
  },
  receipt: {
    source: "contract: receipts",
    title: "The reply to a write has a receipt with the change's number if something changed, and none otherwise",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      const changed = { _id: id, ...fields, taste: "smoky" };
      const first = receiptNumber(await visitor.put(id, changed));
      const unchanged = await visitor.put(id, changed);
      const receipt = unchanged.headers["niceties-receipt"];
      expectThat(receipt === undefined, unchanged, "no receipt, for nothing changed", showValue(receipt));
      const removed = await visitor.remove(id);
      const next = receiptNumber(removed);
      expectThat(next > first, removed, `the number of a change after ${first}`, String(next));
    },
  },
  undo: {
    source: "contract: undo",
    title: "A delete can be undone: the coffee is there again, under its id and with its eight fields",
    async check(visitor) {
      const { id, fields } = await visitor.add();
      expectSuccess(await visitor.remove(id));
      const log = await visitor.send("GET", `/-/changes?coffee=${encodeURIComponent(id)}`);
      expectSuccess(log);
      expectMember(log, ["changes", 0, "coffeeId"], showValue(id), (value) => value === id);
      const number = memberOf(log.json, "changes", 0, "number");
      expectThat(typeof number === "number", log, "the number of the newest change", showValue(number));
      const undone = await visitor.undo(number, id);
      expectSuccess(undone);
      expectMembers(undone, { acknowledged: true, undoneCount: 1, coffeeId: id });
      const found = await visitor.find(id);
      expectSuccess(found);
      expectShownFields(found, found.json, fields);
    },
  },
};

/** The header must list the item, ignoring case, or allow everything. */
function expectListed(reply: Reply, name: string, item: string): void {
  expectHeader(reply, name, item, (value) => {
    const items = value.toLowerCase().split(/\s*,\s*/);
    return items.includes(item.toLowerCase()) || items.includes("*");
  });
}

function receiptNumber(reply: Reply): number {
  expectSuccess(reply);
  const receipt = reply.headers["niceties-receipt"];
  const [, number] = receiptForm.exec(receipt ?? "") ?? [];
  expectThat(number !== undefined, reply, "niceties-receipt: a number, a dash and 64 hex digits", showValue(receipt));
  return Number(number);
}
