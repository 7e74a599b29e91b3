-- Which seats of a table players hold now, so that nobody who is to be forgotten waits for a seat that they
-- left: bit k-1 is seat k. NULL, at tables from before this was noted: any may be.

ALTER TABLE tables ADD COLUMN held INTEGER;

-- Who was forgotten at a table that is still open, so that they can't take a seat there again: a keyed hash
-- of the table and the account. It goes when the table closes.
CREATE TABLE parted (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    mark     TEXT    NOT NULL CHECK (length(mark) BETWEEN 2 AND 64),
    PRIMARY KEY (table_id, mark)
) STRICT, WITHOUT ROWID;
