import type { TestProject } from "vitest/node";
import { TestServer } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Starts a PostgreSQL server for a project's tests, and ends it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await TestServer.start();
  project.provide("databaseUrl", await server.newDatabase());
  return () => server[Symbol.asyncDispose]();
}
