CREATE INDEX changes_erased ON changes (number) WHERE own IS NOT NULL;
CREATE INDEX changes_that_erase ON changes (coffee_id, number) WHERE action = 'erase';

-- Entries of erasures that are not in this log, because it is a backup that ends before them and was rewritten by them.
-- They vouch for what is left of its changes.
CREATE TABLE later_erasures (
  hash     text COLLATE "C" PRIMARY KEY,
  previous text COLLATE "C" NOT NULL, -- the hash of the change before it
  change   text COLLATE "C" NOT NULL -- the whole entry as JSON
);

-- The file that each table had when words were erased from it. While the table has the same file, dead rows in it may
-- still hold these words. VACUUM FULL gives the table another file.
CREATE TABLE unswept (
  relation text COLLATE "C" PRIMARY KEY,
  filenode bigint NOT NULL
);
