-- Which seats of a table players hold now, so that nobody who is to be forgotten waits for a seat that they
-- left: bit k-1 is seat k. NULL, at tables from before this was noted: any may be.
ALTER TABLE tables ADD COLUMN held bigint;

-- Who was forgotten at a table that is still open, so that they can't take a seat there again: a keyed hash
-- of the table and the account. It goes when the table closes.
CREATE TABLE parted (
    table_id bigint NOT NULL REFERENCES tables (id),
    mark     text   NOT NULL CHECK (length(mark) BETWEEN 2 AND 64),
    PRIMARY KEY (table_id, mark)
);
