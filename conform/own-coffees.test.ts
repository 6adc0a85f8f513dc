import { expect, test } from "vitest";
import { OwnCoffees } from "./own-coffees.ts";
import type { Reply } from "./reply.ts";

function replyOf(call: string, json: unknown): Reply {
  return { call, sent: "", status: 200, headers: {}, text: JSON.stringify(json), json };
}

test("if a restarted server reuses ids, somebody else's coffee does not count as the run's", () => {
  const own = new OwnCoffees();
  const [remaining, lost] = [own.fields(), own.fields()];
  own.recordCall("POST", "", remaining, replyOf("POST /coffee", { insertedId: 1 }));
  own.recordCall("POST", "", lost, replyOf("POST /coffee", { insertedId: 2 }));
  const list = replyOf("GET /coffee", [
    { _id: 1, ...remaining },
    { _id: 2, name: "Someone else's" },
  ]);
  own.reconcileAfterRestart(list);
  expect(own.undeleted).toEqual([{ id: "1", name: remaining.name }]);
  expect(own.listedIn(list)).toEqual([{ id: "1", name: remaining.name }]);
  expect(() => own.assertOwn("2")).toThrow("that of one that was there before");
});

test("a coffee whose name the server has put in capitals is known by its mark", () => {
  const own = new OwnCoffees();
  const name = own.fields().name.toUpperCase();
  expect(
    own.listedIn(
      replyOf("GET /coffee", [
        { _id: "a", name },
        { _id: "b", name: "CONFORMANCE-" },
      ]),
    ),
  ).toEqual([{ id: "a", name }]);
});
