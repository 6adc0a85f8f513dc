-- The log has the text of every coffee: a column for each field said it again.
ALTER TABLE coffees
  DROP COLUMN name,
  DROP COLUMN chef,
  DROP COLUMN supplier,
  DROP COLUMN taste,
  DROP COLUMN category,
  DROP COLUMN details,
  DROP COLUMN photo,
  DROP COLUMN price;
