import { readdirSync, readFileSync } from "node:fs";

const migrationsFolder = new URL("migrations/", import.meta.url);

/** The SQL of each data version for one kind of database, oldest first. */
export function readMigrations(kind: "sqlite" | "postgres"): string[] {
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith(`.${kind}.sql`));
  return names.toSorted().map((name) => readFileSync(new URL(name, migrationsFolder), "utf8"));
}
