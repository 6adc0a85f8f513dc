import { afterAll, beforeAll } from "vitest";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { describeStore } from "../../test/store-contract/describe-store.ts";
import { openPostgresStore } from "./postgres-store.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describeStore("a store in PostgreSQL", async () => {
  const url = await server.newSchema();
  return {
    open: (firstCoffees, time, catalogueLimit = Infinity) =>
      openPostgresStore(url, firstCoffees, time, { catalogueLimit }),
    [Symbol.asyncDispose]: async () => {},
  };
});
