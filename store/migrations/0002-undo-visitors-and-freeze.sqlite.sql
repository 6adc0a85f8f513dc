CREATE INDEX changes_of_visitor ON changes (visitor, number);
CREATE INDEX changes_in_time ON changes (time, number);
CREATE INDEX changes_that_undo ON changes (coffee_id, number, undoes) WHERE undoes IS NOT NULL;

-- While it has its one row, only the operator writes.
CREATE TABLE freeze (
  only  INTEGER PRIMARY KEY CHECK (only = 1),
  since TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;

-- From it and an address a visitor's pseudonym of the day is made. Never more than one row: yesterday's is forgotten.
CREATE TABLE day_key (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  day  TEXT NOT NULL,
  key  TEXT NOT NULL
) STRICT;
