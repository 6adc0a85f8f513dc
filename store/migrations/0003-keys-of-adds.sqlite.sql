-- The idempotency key of each add that had one. A client that sends the same again gets the same reply.
CREATE TABLE add_keys (
  key    TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE REFERENCES changes (number)
) STRICT, WITHOUT ROWID;
