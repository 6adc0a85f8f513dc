-- The idempotency key of each add that had one. A client that sends the same again gets the same reply.
CREATE TABLE add_keys (
  key    text COLLATE "C" PRIMARY KEY,
  number bigint NOT NULL UNIQUE REFERENCES changes (number)
);
