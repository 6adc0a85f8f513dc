-- Version 2 of the log: the hash of a change covers a digest of that change, so that its texts can be erased. The texts
-- are the last columns, so that the columns before them are read without them. Changes made before keep their hashes,
-- and have no salt.
CREATE TABLE changes_of_version_2 (
  number    INTEGER PRIMARY KEY,
  time      TEXT NOT NULL,
  action    TEXT NOT NULL CHECK (action IN ('add', 'replace', 'remove', 'erase')),
  coffee_id TEXT NOT NULL,
  fields    INTEGER NOT NULL, -- those that got another value, as bits: 1 for name, 2 for chef, … 128 for price
  undoes    INTEGER REFERENCES changes_of_version_2 (number),
  visitor   TEXT, -- a pseudonym of the address
  browser   TEXT, -- a pseudonym of the browser
  salt      TEXT, -- null in a change of version 1, and in one that was erased
  own       TEXT, -- the digest of a change that was erased; null in a whole one
  erasure   TEXT, -- what an erasure removed, as JSON; null in every other change
  hash      TEXT NOT NULL,
  before    TEXT, -- the fields as JSON, null where there was no coffee
  after     TEXT -- likewise, null where the coffee is gone
) STRICT;

INSERT INTO changes_of_version_2 (number, time, action, coffee_id, fields, undoes, visitor, hash, before, after)
SELECT number, time, action, coffee_id,
  CASE
    WHEN after IS NULL THEN 0
    WHEN before IS NULL THEN 255
    ELSE
      (before -> '$.name' IS NOT after -> '$.name') * 1
      + (before -> '$.chef' IS NOT after -> '$.chef') * 2
      + (before -> '$.supplier' IS NOT after -> '$.supplier') * 4
      + (before -> '$.taste' IS NOT after -> '$.taste') * 8
      + (before -> '$.category' IS NOT after -> '$.category') * 16
      + (before -> '$.details' IS NOT after -> '$.details') * 32
      + (before -> '$.photo' IS NOT after -> '$.photo') * 64
      + (before -> '$.price' IS NOT after -> '$.price') * 128
  END,
  undoes, visitor, hash, before, after
FROM changes ORDER BY number;

DROP TABLE changes;
ALTER TABLE changes_of_version_2 RENAME TO changes;

-- Undoing reads a coffee's history from this index alone.
CREATE INDEX changes_of_coffee ON changes (coffee_id, number, action, undoes, fields);
CREATE INDEX changes_of_visitor ON changes (visitor, number);
CREATE INDEX changes_of_browser ON changes (browser, number) WHERE browser IS NOT NULL;
CREATE INDEX changes_in_time ON changes (time, number);
CREATE INDEX changes_that_undo ON changes (coffee_id, number, undoes) WHERE undoes IS NOT NULL;
