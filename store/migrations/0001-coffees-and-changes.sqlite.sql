-- The log. It explains every coffee that exists or ever existed. Only an erasure rewrites rows, and only healing after a
-- failed sync leaves out rows: those that nobody acknowledged.
CREATE TABLE changes (
  number    INTEGER PRIMARY KEY,
  time      TEXT NOT NULL,
  action    TEXT NOT NULL CHECK (action IN ('add', 'replace', 'remove')),
  coffee_id TEXT NOT NULL,
  before    TEXT, -- the eight fields as JSON, null where there was no coffee
  after     TEXT, -- likewise, null where the coffee is gone
  visitor   TEXT,
  undoes    INTEGER REFERENCES changes (number),
  hash      TEXT NOT NULL
) STRICT;

CREATE INDEX changes_of_coffee ON changes (coffee_id, number);

-- The coffees that result from the log. place is the number of the change that added the coffee, version of the change
-- that last wrote it.
CREATE TABLE coffees (
  _id      TEXT PRIMARY KEY,
  place    INTEGER NOT NULL UNIQUE REFERENCES changes (number),
  version  INTEGER NOT NULL REFERENCES changes (number),
  name     TEXT NOT NULL,
  chef     TEXT NOT NULL,
  supplier TEXT NOT NULL,
  taste    TEXT NOT NULL,
  category TEXT NOT NULL,
  details  TEXT NOT NULL,
  photo    TEXT NOT NULL,
  price    TEXT NOT NULL -- as JSON, so that it keeps its type and digits: "250" or 250.00
) STRICT, WITHOUT ROWID;
