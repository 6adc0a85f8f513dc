import { expect, test } from "vitest";
import { isAddition } from "./is-addition.ts";

test.for([
  "CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT NOT NULL CHECK (length(words) > 0)) STRICT, WITHOUT ROWID;",
  "-- Notes; of visitors.\nCREATE TABLE notes (\n  words TEXT DEFAULT ';' -- what's said\n);\nCREATE INDEX by_words ON notes (words);",
  "CREATE INDEX by_place ON coffees (place, _id) WHERE place > 5",
  "CREATE INDEX by_text ON coffees USING gin (to_tsvector('simple', \"text\"))",
  "ALTER TABLE coffees ADD COLUMN note TEXT",
  "ALTER TABLE coffees ADD COLUMN note numeric(10, 2) NOT NULL DEFAULT 0",
  "ALTER TABLE notes ALTER COLUMN words SET STATISTICS 0; ALTER TABLE notes ALTER COLUMN words SET STORAGE EXTERNAL",
])("%s only adds", (sql) => {
  expect(isAddition(sql)).toBe(true);
});

test.for([
  "",
  "-- Nothing.",
  "DROP TABLE coffees",
  "CREATE TABLE notes (id INTEGER); DROP TABLE coffees",
  "CREATE TABLE notes AS SELECT * FROM coffees",
  "CREATE TABLE notes (id) AS SELECT _id FROM coffees",
  "CREATE TABLE notes (id TEXT REFERENCES coffees (_id))",
  "CREATE UNIQUE INDEX by_text ON coffees (text)",
  "CREATE VIEW notes AS SELECT _id FROM coffees",
  "CREATE TRIGGER no_notes BEFORE DELETE ON coffees BEGIN SELECT RAISE(ABORT, 'no'); END",
  "ALTER TABLE coffees ADD COLUMN note TEXT NOT NULL",
  "ALTER TABLE coffees ADD COLUMN note TEXT CHECK (note = text)",
  "ALTER TABLE coffees ADD COLUMN note TEXT UNIQUE",
  "ALTER TABLE coffees ADD COLUMN note TEXT REFERENCES changes (number)",
  "ALTER TABLE coffees ADD COLUMN note TEXT GENERATED ALWAYS AS (text)",
  "ALTER TABLE coffees ADD COLUMN note int, DROP COLUMN text",
  "ALTER TABLE coffees DROP COLUMN text",
  "ALTER TABLE coffees RENAME TO others",
  "ALTER TABLE coffees ALTER COLUMN text SET NOT NULL",
  "UPDATE coffees SET text = ''",
  "INSERT INTO coffees VALUES (1)",
  "ATTACH 'other.db' AS other",
  "PRAGMA user_version = 99",
  "CREATE TABLE notes (id INTEGER) /* ; */ ; SELECT 1",
])("%s does more than add", (sql) => {
  expect(isAddition(sql)).toBe(false);
});
