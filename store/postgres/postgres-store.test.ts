import { afterAll, beforeAll } from "vitest";
import { describeStore } from "../store-contract.ts";
import { openPostgresStore } from "./postgres-store.ts";
import { TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describeStore("a store in PostgreSQL", async () => {
  const url = await server.newSchema();
  return {
    open: (firstCoffees, at) => openPostgresStore(url, firstCoffees, at),
    [Symbol.asyncDispose]: async () => {},
  };
});
