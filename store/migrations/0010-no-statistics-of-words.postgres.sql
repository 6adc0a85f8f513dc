-- ANALYZE copies values of columns into pg_statistic, where an erasure does not reach them. No query needs statistics
-- of these columns. Each keeps its type: setting it drops the statistics that the column has.
ALTER TABLE changes
  ALTER COLUMN before TYPE text COLLATE "C",
  ALTER COLUMN after TYPE text COLLATE "C",
  ALTER COLUMN before SET STATISTICS 0,
  ALTER COLUMN after SET STATISTICS 0;

ALTER TABLE coffees
  ALTER COLUMN name TYPE text COLLATE "C",
  ALTER COLUMN chef TYPE text COLLATE "C",
  ALTER COLUMN supplier TYPE text COLLATE "C",
  ALTER COLUMN taste TYPE text COLLATE "C",
  ALTER COLUMN category TYPE text COLLATE "C",
  ALTER COLUMN details TYPE text COLLATE "C",
  ALTER COLUMN photo TYPE text COLLATE "C",
  ALTER COLUMN price TYPE text COLLATE "C",
  ALTER COLUMN name SET STATISTICS 0,
  ALTER COLUMN chef SET STATISTICS 0,
  ALTER COLUMN supplier SET STATISTICS 0,
  ALTER COLUMN taste SET STATISTICS 0,
  ALTER COLUMN category SET STATISTICS 0,
  ALTER COLUMN details SET STATISTICS 0,
  ALTER COLUMN photo SET STATISTICS 0,
  ALTER COLUMN price SET STATISTICS 0;

ALTER TABLE add_keys
  ALTER COLUMN key TYPE text COLLATE "C",
  ALTER COLUMN key SET STATISTICS 0;

ALTER TABLE day_key
  ALTER COLUMN key TYPE text COLLATE "C",
  ALTER COLUMN key SET STATISTICS 0;
