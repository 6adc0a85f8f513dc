import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { findRoutes, type Answer } from "./route.ts";

const answer: Answer = async () => ({ status: 200, headers: [], body: "" });
const find = findRoutes([
  { path: "/coffee", answers: { GET: answer, POST: answer }, hasPage: true },
  { path: "/coffee/:id", answers: { GET: answer, PUT: answer, DELETE: answer } },
  { path: "/-/changes/:number/undo", answers: { PUT: answer } },
]);
const found = (path: string) => find({ path, segments: path.slice(1).split("/"), search: "" });

test.for([
  ["/coffee", "/coffee", ""],
  ["/coffee/1", "/coffee/:id", "1"],
  ["/coffee/:id", "/coffee/:id", ":id"],
  ["/-/changes/7/undo", "/-/changes/:number/undo", "7"],
] as const)("%s leads to %s, which names %j", ([path, route, argument]) => {
  expect(found(path)).toMatchObject({ route: { path: route }, argument });
});

test.for(["/", "/coffee/", "/coffee/1/", "/coffee/1/2", "/coffees", "/-/changes//undo", "/-/changes/7"])(
  "%s leads nowhere",
  (path) => {
    expect(found(path)).toBeUndefined();
  },
);

test.for([
  ["/coffee", "GET, HEAD, POST, OPTIONS"],
  ["/coffee/1", "GET, HEAD, PUT, DELETE, OPTIONS"],
  ["/-/changes/7/undo", "PUT, OPTIONS"],
] as const)("%s tells by OPTIONS, and whoever asks for something else, that it takes %s", async ([path, allow]) => {
  const incoming = new IncomingMessage(new Socket());
  const call = { incoming, headers: {}, argument: "", search: "", body: async () => "" };
  const { answerTo } = found(path)?.route ?? {};
  expect(await answerTo?.("OPTIONS")(call)).toEqual({ status: 204, headers: ["allow", allow], body: "" });
  for (const method of ["PATCH", "constructor", ""])
    await expect(answerTo?.(method)(call)).rejects.toMatchObject({ code: "method-not-allowed", headers: { allow } });
});
