-- The bytes that all coffees count for, as in store/log/catalogue-size.ts: their fields as JSON, and 512 more for each.
ALTER TABLE head ADD COLUMN catalogue_bytes bigint NOT NULL DEFAULT 0;

UPDATE head SET catalogue_bytes = (
  SELECT coalesce(sum(coalesce(octet_length(after), 0) + 512), 0)
  FROM coffees JOIN changes ON changes.number = version
);
