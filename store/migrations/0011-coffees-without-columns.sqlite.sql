-- The log has the text of every coffee: a column for each field said it again.
CREATE TABLE coffees_by_version (
  _id     TEXT PRIMARY KEY,
  place   INTEGER NOT NULL UNIQUE REFERENCES changes (number),
  version INTEGER NOT NULL REFERENCES changes (number)
) STRICT, WITHOUT ROWID;

INSERT INTO coffees_by_version (_id, place, version) SELECT _id, place, version FROM coffees ORDER BY _id;

DROP TABLE coffees;
ALTER TABLE coffees_by_version RENAME TO coffees;
