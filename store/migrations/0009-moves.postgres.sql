-- The move of this shop to another place, and the move from one. See decision 0028.
CREATE TABLE moves (
  way         text COLLATE "C" PRIMARY KEY CHECK (way IN ('to', 'from')),
  id          text COLLATE "C" NOT NULL,
  place       text COLLATE "C" NOT NULL, -- the other place: a directory, or a database without its password
  since       text COLLATE "C" NOT NULL,
  is_done     integer NOT NULL CHECK (is_done IN (0, 1)),
  number      bigint NOT NULL, -- the newest change that is moved, and its hash
  hash        text COLLATE "C" NOT NULL,
  mover       text COLLATE "C" NOT NULL, -- host and process id
  lease_until bigint NOT NULL  -- in milliseconds since 1970: until then an unfinished move keeps everybody from writing
);
