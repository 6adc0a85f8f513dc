import { readdirSync, readFileSync } from "node:fs";
import { resource } from "../program/files.ts";

export type DatabaseKind = "sqlite" | "postgres";

/** One SQL file of `store/migrations/`. */
export type Migration = Readonly<{
  /** The file's name up to its first dot. It begins with the migration's number, by which migrations are applied. */
  name: string;
  sql: string;
  /**
   * Whether it only adds what the release before ignores. Then databases record its name. All other migrations raise
   * the data version, and older programs refuse the data from then on.
   */
  isExpansion: boolean;
}>;

/** What was applied to a database. */
export type Applied = Readonly<{
  /** The data version; 0 if there are no tables. */
  version: number;
  /** The recorded expansions. Some may be of a newer program. */
  expansions: readonly RecordedExpansion[];
}>;

export type RecordedExpansion = Pick<Migration, "name" | "sql">;

/** A release, with the number of the newest migration that it contains. */
export type Release = Readonly<{ version: string; newestMigration: number }>;

const migrationsFolder = resource("migrations/");

/** The migrations for one kind of database, in order. */
export function readMigrations(kind: DatabaseKind): Migration[] {
  const files = readdirSync(migrationsFolder).filter((file) => file.endsWith(`.${kind}.sql`));
  return files.toSorted().map((file) => ({
    name: file.slice(0, file.indexOf(".")),
    sql: readFileSync(new URL(file, migrationsFolder), "utf8"),
    isExpansion: file.endsWith(`.expand.${kind}.sql`),
  }));
}

/** The releases before this one, oldest first. */
export function readReleases(): readonly Release[] {
  return JSON.parse(readFileSync(new URL("releases.json", migrationsFolder), "utf8"));
}

/** The data version once all these migrations are applied. */
export function dataVersionOf(migrations: readonly Migration[]): number {
  return migrations.filter(({ isExpansion }) => !isExpansion).length;
}

/** The migrations that a database lacks, in order. */
export function pendingMigrations(migrations: readonly Migration[], { version, expansions }: Applied): Migration[] {
  const steps = migrations.filter(({ isExpansion }) => !isExpansion).slice(version);
  const recorded = new Set(expansions.map(({ name }) => name));
  return migrations.filter((each) => (each.isExpansion ? !recorded.has(each.name) : steps.includes(each)));
}

/** The SQL that made a database's tables, in order. */
export function appliedMigrations(
  migrations: readonly Migration[],
  { version, expansions }: Applied,
): Pick<Migration, "name" | "sql">[] {
  const steps = migrations.filter(({ isExpansion }) => !isExpansion).slice(0, version);
  return [...steps, ...expansions].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The highest data version that a release can open. */
export function knownVersion(migrations: readonly Migration[], { newestMigration }: Release): number {
  return dataVersionOf(migrations.filter(({ name }) => Number.parseInt(name) <= newestMigration));
}
