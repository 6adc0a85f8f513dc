import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { isAddition } from "../../store/is-addition.ts";
import {
  dataVersionOf,
  knownVersion,
  readMigrations,
  readReleases,
  type Migration,
  type Release,
} from "../../store/read-migrations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Migrations up to this number were made before there were expansions. */
const lastWithoutRule = 12;

const numberOf = ({ name }: Migration) => Number.parseInt(name);

/** What is wrong with migrations, after these releases. */
function faultsOf(migrations: readonly Migration[], releases: readonly Release[]): string[] {
  const { newestMigration = Infinity } = releases.at(-1) ?? {};
  return migrations
    .filter((migration) => numberOf(migration) > lastWithoutRule)
    .flatMap((migration) => {
      const { name, sql, isExpansion } = migration;
      if (isExpansion) return isAddition(sql) ? [] : `${name} does more than add`;
      if (releases.length === 0 || numberOf(migration) <= newestMigration) return [];
      const [, completed] = /^-- Completes (\S+)\.\n/.exec(sql) ?? [];
      const expansion = migrations.find((each) => each.isExpansion && each.name === completed);
      if (!expansion) return `${name} does not begin with the expansion that it completes`;
      return numberOf(expansion) <= newestMigration
        ? []
        : `${name} completes ${expansion.name}, which no release has yet`;
    });
}

test.for(["sqlite", "postgres"] as const)(
  "migrations of %s expand first, and complete one release later what they expanded",
  (kind) => {
    expect(faultsOf(readMigrations(kind), readReleases())).toEqual([]);
  },
);

test("the check of migrations names an expansion that does more, and a contract step without or with a new expansion", () => {
  const release = { version: "1.0.0", newestMigration: 13 };
  const expansion = { name: "0013-notes", sql: "CREATE TABLE notes (id INTEGER)", isExpansion: true };
  const step = { name: "0014-no-text", sql: "-- Completes 0013-notes.\nDROP TABLE old", isExpansion: false };
  expect(faultsOf([expansion, step], [release])).toEqual([]);
  expect(faultsOf([{ ...expansion, sql: "DROP TABLE notes" }], [])).toEqual(["0013-notes does more than add"]);
  expect(faultsOf([expansion, { ...step, sql: "DROP TABLE old" }], [release])).toEqual([
    "0014-no-text does not begin with the expansion that it completes",
  ]);
  expect(faultsOf([expansion, step], [{ ...release, newestMigration: 12 }])).toEqual([
    "0014-no-text completes 0013-notes, which no release has yet",
  ]);
});

test("names of migrations begin with their number, and a number has one name", () => {
  const files = readdirSync(`${root}/store/migrations`).filter((file) => file !== "releases.json");
  expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+(\.expand)?\.(sqlite|postgres)\.sql$/.test(file))).toEqual([]);
  const stems = new Set(files.map((file) => file.replace(/\.(sqlite|postgres)\.sql$/, "")));
  expect(new Set([...stems].map((stem) => stem.slice(0, 4))).size).toBe(stems.size);
});

test("releases.json has each release of the changelog that came before this version", () => {
  const headings = [...readFileSync(`${root}/CHANGELOG.md`, "utf8").matchAll(/^## (\d+\.\d+\.\d+\S*)/gm)];
  const before = headings.map(([, version]) => version).filter((version) => version !== packageFile.version);
  expect(readReleases().map(({ version }) => version)).toEqual(before.toReversed());
});

test("a release knows the data version of the migrations that it contains", () => {
  const migrations = readMigrations("postgres");
  expect(knownVersion(migrations, { version: "1.0.0", newestMigration: 9 })).toBe(7);
  expect(knownVersion(migrations, { version: "1.0.0", newestMigration: 9_999 })).toBe(dataVersionOf(migrations));
  const expansion = { name: "0013-notes", sql: "", isExpansion: true };
  expect(dataVersionOf([...migrations, expansion])).toBe(dataVersionOf(migrations));
});
