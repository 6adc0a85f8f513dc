-- The log. It explains every coffee that exists or ever existed. Only an erasure rewrites rows; none is deleted.
CREATE TABLE changes (
  number    bigint PRIMARY KEY,
  time      text COLLATE "C" NOT NULL,
  action    text COLLATE "C" NOT NULL CHECK (action IN ('add', 'replace', 'remove')),
  coffee_id text COLLATE "C" NOT NULL,
  before    text COLLATE "C", -- the eight fields as JSON, to the letter; null where there was no coffee
  after     text COLLATE "C", -- likewise, null where the coffee is gone
  visitor   text COLLATE "C",
  undoes    bigint REFERENCES changes (number),
  hash      text COLLATE "C" NOT NULL
);

CREATE INDEX changes_of_coffee ON changes (coffee_id, number);

-- The coffees that result from the log. place is the number of the change that added the coffee, version of the change
-- that last wrote it.
CREATE TABLE coffees (
  _id      text COLLATE "C" PRIMARY KEY,
  place    bigint NOT NULL UNIQUE REFERENCES changes (number),
  version  bigint NOT NULL REFERENCES changes (number),
  name     text COLLATE "C" NOT NULL,
  chef     text COLLATE "C" NOT NULL,
  supplier text COLLATE "C" NOT NULL,
  taste    text COLLATE "C" NOT NULL,
  category text COLLATE "C" NOT NULL,
  details  text COLLATE "C" NOT NULL,
  photo    text COLLATE "C" NOT NULL,
  price    text COLLATE "C" NOT NULL -- as JSON, so that it keeps its type and digits: "250" or 250.00
);

-- The end of the log, and the greatest coffee id in it. Every write locks this one row first.
CREATE TABLE head (
  one     integer PRIMARY KEY CHECK (one = 1),
  number  bigint NOT NULL,
  hash    text COLLATE "C" NOT NULL,
  time    text COLLATE "C",
  last_id text COLLATE "C"
);

INSERT INTO head (one, number, hash) VALUES (1, 0, '');
