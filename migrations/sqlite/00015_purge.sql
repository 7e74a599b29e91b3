-- A server that has sent the bot away is purged after a while: all of it goes, and of nothing else anything. What
-- is otherwise never deleted may go while its server goes, in one transaction.

-- Since when the bot is not on a server any more.
CREATE TABLE departed (
    guild INTEGER PRIMARY KEY CHECK (guild > 0),
    since INTEGER NOT NULL CHECK (since > 0),
    goes  INTEGER NOT NULL DEFAULT 0 CHECK (goes IN (0, 1)) -- in this very transaction
) STRICT;
CREATE INDEX departed_since ON departed (since, goes);

-- How many transfers are missing below the highest number because they were purged.
CREATE TABLE purged (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    transfers INTEGER NOT NULL CHECK (transfers >= 0)
) STRICT;
CREATE INDEX purged_twice ON purged (transfers);
INSERT INTO purged (id, transfers) VALUES (1, 0);

DROP TRIGGER tables_delete;
DROP TRIGGER seats_delete;
DROP TRIGGER lines_delete;
DROP TRIGGER tallies_delete;
DROP TRIGGER accounts_delete;
DROP TRIGGER transfers_delete;
DROP TRIGGER grants_delete;
DROP TRIGGER nights_delete;

CREATE TRIGGER tables_delete BEFORE DELETE ON tables WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a table is never deleted');
END;

CREATE TRIGGER seats_delete BEFORE DELETE ON seats
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a seat is never deleted');
END;

CREATE TRIGGER lines_delete BEFORE DELETE ON lines
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;

CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;

CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;

CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers
WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = OLD.payer AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;

CREATE TRIGGER grants_delete BEFORE DELETE ON grants WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a grant is never deleted');
END;

CREATE TRIGGER nights_delete BEFORE DELETE ON nights WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a night is never deleted');
END;
