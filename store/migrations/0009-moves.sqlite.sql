-- The move of this shop to another place, and the move from one. See decision 0028.
CREATE TABLE moves (
  way         TEXT PRIMARY KEY CHECK (way IN ('to', 'from')),
  id          TEXT NOT NULL,
  place       TEXT NOT NULL,    -- the other place: a directory, or a database without its password
  since       TEXT NOT NULL,
  is_done     INTEGER NOT NULL CHECK (is_done IN (0, 1)),
  number      INTEGER NOT NULL, -- the newest change that is moved, and its hash
  hash        TEXT NOT NULL,
  mover       TEXT NOT NULL,    -- host and process id
  lease_until INTEGER NOT NULL  -- in milliseconds since 1970: until then an unfinished move keeps everybody from writing
) STRICT, WITHOUT ROWID;
