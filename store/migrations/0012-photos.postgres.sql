-- Photos: all pictures of one photo are one blob. EXTERNAL stores the bytes uncompressed, so that a read of one picture
-- loads that part of the blob alone. ANALYZE must copy no key: see migration 10.
CREATE TABLE blobs (
  key        text COLLATE "C" PRIMARY KEY,
  bytes      bytea NOT NULL,
  changed_at timestamptz NOT NULL -- when the blob was last put
);

ALTER TABLE blobs
  ALTER COLUMN bytes SET STORAGE EXTERNAL,
  ALTER COLUMN key SET STATISTICS 0,
  ALTER COLUMN bytes SET STATISTICS 0;
