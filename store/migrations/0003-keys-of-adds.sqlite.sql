-- Under which key a coffee was added, where its visitor gave one: who sends the same again is answered the same.
CREATE TABLE add_keys (
  key    TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE REFERENCES changes (number)
) STRICT, WITHOUT ROWID;
