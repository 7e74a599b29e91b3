-- A table at which nobody is there sleeps: the number of its last line then, 0 while
-- somebody is. It is not read from its journal at a start, and closed after a day.

ALTER TABLE tables ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep >= 0);

-- The few that sleep are looked for every now and then.
CREATE INDEX tables_asleep ON tables (asleep) WHERE asleep > 0;
