import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ports, proxyMachine } from "./machines.ts";

const secretsSchema = z.object({
  superuser: z.string(),
  replication: z.string(),
  app: z.string(),
  patroni: z.string(),
});

/** The passwords of one cluster, in hexadecimal digits. */
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/** The name of the shop's database, and of its user. */
export const appName = "niceties";

/** Generates passwords, and writes them to a file that only root can read. */
export async function makeSecrets(directory: string): Promise<Secrets> {
  const secrets = { superuser: makeSecret(), replication: makeSecret(), app: makeSecret(), patroni: makeSecret() };
  await writeFile(fileIn(directory), JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

export async function readSecrets(directory: string): Promise<Secrets> {
  return secretsSchema.parse(JSON.parse(await readFile(fileIn(directory), "utf8")));
}

/** The shop's database address: HAProxy, which routes to the current primary. */
export function databaseUrl({ app }: Secrets): string {
  return `postgres://${appName}:${app}@${proxyMachine.address}:${ports.postgres}/${appName}`;
}

function makeSecret(): string {
  return randomBytes(16).toString("hex");
}

function fileIn(directory: string): string {
  return join(directory, "secrets.json");
}
