-- Under which key a coffee was added, where its visitor gave one: who sends the same again is answered the same.
CREATE TABLE add_keys (
  key    text COLLATE "C" PRIMARY KEY,
  number bigint NOT NULL UNIQUE REFERENCES changes (number)
);
