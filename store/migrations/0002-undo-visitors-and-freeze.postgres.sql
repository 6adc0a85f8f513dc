CREATE INDEX changes_of_visitor ON changes (visitor, number);
CREATE INDEX changes_in_time ON changes (time, number);
CREATE INDEX changes_that_undo ON changes (coffee_id, number, undoes) WHERE undoes IS NOT NULL;

-- While this table has its one row, only the operator can write.
CREATE TABLE "freeze" (
  one   integer PRIMARY KEY CHECK (one = 1),
  since text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL
);

-- The key from which, with an address, a visitor's pseudonym of the day is made. Never more than one row: yesterday's
-- key is forgotten.
CREATE TABLE day_key (
  one  integer PRIMARY KEY CHECK (one = 1),
  day  text COLLATE "C" NOT NULL,
  key  text COLLATE "C" NOT NULL
);
