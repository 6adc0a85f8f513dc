-- Version 2 of the log: the hash of a change covers a digest of that change, so that its texts can be erased. Changes
-- made before keep their hashes, and have no salt.
ALTER TABLE changes
  DROP CONSTRAINT changes_action_check,
  ADD CONSTRAINT changes_action_check CHECK (action IN ('add', 'replace', 'remove', 'erase')),
  ADD COLUMN fields  integer NOT NULL DEFAULT 0, -- those that got another value, as bits: 1 for name, … 128 for price
  ADD COLUMN browser text COLLATE "C", -- a pseudonym of the browser, beside that of the address
  ADD COLUMN salt    text COLLATE "C", -- null in a change of version 1, and in one that was erased
  ADD COLUMN own     text COLLATE "C", -- the digest of a change that was erased; null in a whole one
  ADD COLUMN erasure text COLLATE "C"; -- what an erasure removed, as JSON; null in every other change

UPDATE changes SET fields = CASE
  WHEN after IS NULL THEN 0
  WHEN before IS NULL THEN 255
  ELSE
    ((before::json -> 'name')::text IS DISTINCT FROM (after::json -> 'name')::text)::integer * 1
    + ((before::json -> 'chef')::text IS DISTINCT FROM (after::json -> 'chef')::text)::integer * 2
    + ((before::json -> 'supplier')::text IS DISTINCT FROM (after::json -> 'supplier')::text)::integer * 4
    + ((before::json -> 'taste')::text IS DISTINCT FROM (after::json -> 'taste')::text)::integer * 8
    + ((before::json -> 'category')::text IS DISTINCT FROM (after::json -> 'category')::text)::integer * 16
    + ((before::json -> 'details')::text IS DISTINCT FROM (after::json -> 'details')::text)::integer * 32
    + ((before::json -> 'photo')::text IS DISTINCT FROM (after::json -> 'photo')::text)::integer * 64
    + ((before::json -> 'price')::text IS DISTINCT FROM (after::json -> 'price')::text)::integer * 128
  END;

ALTER TABLE changes ALTER COLUMN fields DROP DEFAULT;

-- Undoing reads a coffee's history from this index alone.
DROP INDEX changes_of_coffee;
CREATE INDEX changes_of_coffee ON changes (coffee_id, number) INCLUDE (action, undoes, fields);
CREATE INDEX changes_of_browser ON changes (browser, number) WHERE browser IS NOT NULL;
