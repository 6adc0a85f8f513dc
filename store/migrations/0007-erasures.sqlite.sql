CREATE INDEX changes_erased ON changes (number) WHERE own IS NOT NULL;
CREATE INDEX changes_that_erase ON changes (coffee_id, number) WHERE action = 'erase';

-- Entries of erasures that are not in this log, because it is a backup that ends before them and was rewritten by them.
-- They vouch for what is left of its changes.
CREATE TABLE later_erasures (
  hash     TEXT PRIMARY KEY,
  previous TEXT NOT NULL, -- the hash of the change before it
  change   TEXT NOT NULL -- the whole entry as JSON
) STRICT, WITHOUT ROWID;
