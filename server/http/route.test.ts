import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { findRoutes, type Handler } from "./route.ts";

const answer: Handler = async () => ({ status: 200, headers: [], body: "" });
const find = findRoutes([
  { path: "/coffee", kind: "call", methods: { GET: answer, POST: answer }, hasPage: true },
  { path: "/coffee/:id", kind: "call", methods: { GET: answer, PUT: answer, DELETE: answer } },
  { path: "/-/changes/:number/undo", kind: "call", methods: { PUT: answer } },
  { path: "/-/*", kind: "call", methods: { ANY: answer } },
  { path: "/-/late", kind: "call", methods: { GET: answer } },
  { path: "/-/late", kind: "file", methods: { GET: answer } },
]);
const found = (path: string) => find({ path, segments: path.slice(1).split("/"), search: "" });

test.for([
  ["/coffee", "/coffee", ""],
  ["/coffee/1", "/coffee/:id", "1"],
  ["/coffee/:id", "/coffee/:id", ":id"],
  ["/-/changes/7/undo", "/-/changes/:number/undo", "7"],
  ["/-/changes/7", "/-/*", ""],
  ["/-/changes//undo", "/-/*", ""],
  ["/-/", "/-/*", ""],
  ["/-", "/-/*", ""],
] as const)("%s matches the route %s with the argument %j", ([path, route, argument]) => {
  expect(found(path)).toMatchObject({ route: { path: route }, argument });
});

test("an exact path goes before a pattern, and the first of two equal paths before the second", () => {
  expect(found("/-/late")?.route).toMatchObject({ path: "/-/late", kind: "call" });
});

test("a route with ANY answers every method", async () => {
  const { handlerOf } = found("/-/x")?.route ?? {};
  for (const method of ["GET", "OPTIONS", "BREW"]) expect(handlerOf?.(method)).toBe(answer);
});

test.for(["/", "/coffee/", "/coffee/1/", "/coffee/1/2", "/coffees", "/-x"])("%s matches no route", (path) => {
  expect(found(path)).toBeUndefined();
});

test.for([
  ["/coffee", "GET, HEAD, POST, OPTIONS"],
  ["/coffee/1", "GET, HEAD, PUT, DELETE, OPTIONS"],
  ["/-/changes/7/undo", "PUT, OPTIONS"],
] as const)("%s names its methods in Allow, for OPTIONS and unknown methods: %s", async ([path, allow]) => {
  const incoming = new IncomingMessage(new Socket());
  const call = { incoming, headers: {}, argument: "", search: "", body: async () => "" };
  const { handlerOf } = found(path)?.route ?? {};
  expect(await handlerOf?.("OPTIONS")(call)).toEqual({ status: 204, headers: ["allow", allow], body: "" });
  for (const method of ["PATCH", "constructor", ""])
    await expect(handlerOf?.(method)(call)).rejects.toMatchObject({ code: "method-not-allowed", headers: { allow } });
});
