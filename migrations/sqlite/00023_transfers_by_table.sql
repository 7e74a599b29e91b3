-- Transfers are numbered by their table, 1, 2, 3 and so on: whoever keeps the book of one table never waits
-- for that of another. No law speaks of a number over the whole file any more, nor of what is missing below it.
-- A grant has one transfer, its first. The id says in which order this file was written: up to where the sums of
-- an account go, and how a statement is sorted.

-- How many transfers a table had before the line: the line causes the numbers behind these.
ALTER TABLE lines ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0 CHECK (earlier >= 0);

DROP TRIGGER accounts_update;
DROP TRIGGER grants_pay;
DROP TRIGGER lines_insert;
DROP TRIGGER lines_update;
DROP TRIGGER tables_close;
DROP TRIGGER transfers_insert;
DROP TRIGGER transfers_count;
DROP TRIGGER transfers_update;
DROP TRIGGER transfers_delete;
DROP TABLE purged;

UPDATE lines SET earlier = moved.earlier FROM (
    SELECT table_id, n, sum(transfers) OVER (PARTITION BY table_id ORDER BY n) - transfers AS earlier FROM lines
    WHERE table_id IN (SELECT table_id FROM lines WHERE transfers > 0)
) AS moved WHERE moved.table_id = lines.table_id AND moved.n = lines.n AND moved.earlier > 0;

CREATE TABLE numbered (
    id       INTEGER PRIMARY KEY,
    payer    INTEGER NOT NULL REFERENCES accounts (id),
    payee    INTEGER NOT NULL REFERENCES accounts (id),
    amount   INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    table_id INTEGER,
    line     INTEGER,
    grant_id INTEGER REFERENCES grants (id),
    n        INTEGER NOT NULL CHECK (n > 0), -- at its table, or of its grant
    at       INTEGER NOT NULL,
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    CHECK (payer <> payee),
    CHECK ((table_id IS NULL) = (line IS NULL)),
    CHECK ((line IS NULL) <> (grant_id IS NULL))
) STRICT;

INSERT INTO numbered
    SELECT x.id, x.payer, x.payee, x.amount, x.table_id, x.line, x.grant_id, coalesce(l.earlier, 0) + x.ordinal, x.at
    FROM transfers x LEFT JOIN lines l ON l.table_id = x.table_id AND l.n = x.line ORDER BY x.id;
DROP TABLE transfers;
ALTER TABLE numbered RENAME TO transfers;
CREATE UNIQUE INDEX transfers_line ON transfers (table_id, at, line, n) WHERE line IS NOT NULL;
CREATE UNIQUE INDEX transfers_grant ON transfers (grant_id) WHERE grant_id IS NOT NULL;

-- Each table's numbers have no gap, because a line goes on where the one before it ends, and takes no line
-- after it before all that it causes stands.
CREATE TRIGGER lines_insert BEFORE INSERT ON lines BEGIN
    SELECT CASE
        WHEN t.closed IS NOT NULL
            THEN RAISE(ABORT, 'the table is closed')
        WHEN (NEW.n > 1 AND l.n IS NULL)
          OR EXISTS (SELECT 1 FROM lines WHERE table_id = NEW.table_id AND n >= NEW.n)
            THEN RAISE(ABORT, 'lines are numbered without gaps')
        WHEN l.transfers > 0
         AND NOT EXISTS (SELECT 1 FROM transfers
                         WHERE table_id = l.table_id AND at = l.at AND line = l.n AND line IS NOT NULL AND n = l.earlier + l.transfers)
            THEN RAISE(ABORT, 'the line before lacks transfers')
        WHEN NEW.earlier IS NOT coalesce(l.earlier + l.transfers, 0)
            THEN RAISE(ABORT, 'a line goes on where the transfers before it end')
        WHEN NEW.seat > 0
         AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat)
            THEN RAISE(ABORT, 'nobody sits there')
        WHEN NEW.source IS NOT NULL
         AND (EXISTS (SELECT 1 FROM lines WHERE substr(source, -6) = substr(NEW.source, -6) AND source = NEW.source)
           OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source))
            THEN RAISE(ABORT, 'this source was played')
        END
    FROM tables t LEFT JOIN lines l ON l.table_id = t.id AND l.n = NEW.n - 1
    WHERE t.id = NEW.table_id;
END;

CREATE TRIGGER lines_update BEFORE UPDATE ON lines
WHEN NEW.table_id IS NOT OLD.table_id OR NEW.n IS NOT OLD.n OR NEW.at IS NOT OLD.at OR NEW.seat IS NOT OLD.seat
  OR NEW.words IS NOT OLD.words OR NEW.chain IS NOT OLD.chain
  OR NOT CASE WHEN NEW.transfers IS NOT OLD.transfers OR NEW.earlier IS NOT OLD.earlier
        THEN NEW.source IS OLD.source AND EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
        ELSE OLD.source IS NOT NULL AND substr(OLD.source, 1, 1) <> '#' AND substr(coalesce(NEW.source, ''), 1, 1) = '#'
         AND EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND closed IS NOT NULL) END
BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;

CREATE TRIGGER tables_close BEFORE UPDATE OF closed ON tables
WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'chips lie on the table')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE table_id = NEW.id AND paid_in <> paid_out);
    SELECT RAISE(ABORT, 'the last line lacks transfers')
        WHERE EXISTS (SELECT 1 FROM lines l WHERE l.table_id = NEW.id AND l.transfers > 0
                      AND l.n = (SELECT max(n) FROM lines WHERE table_id = NEW.id)
                      AND NOT EXISTS (SELECT 1 FROM transfers x WHERE x.table_id = l.table_id
                                      AND x.at = l.at AND x.line = l.n AND x.n = l.earlier + l.transfers));
END;

CREATE TRIGGER transfers_insert BEFORE INSERT ON transfers BEGIN
    SELECT CASE
        WHEN EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                     AND table_id = NEW.table_id AND at = NEW.at AND line = NEW.line AND n = NEW.n)
          OR (NEW.grant_id IS NOT NULL
              AND EXISTS (SELECT 1 FROM transfers WHERE grant_id IS NOT NULL AND grant_id = NEW.grant_id))
            THEN RAISE(ABORT, 'this transfer stands already')
        WHEN NEW.amount NOT BETWEEN 1 AND 1000000000000
            THEN RAISE(ABORT, 'a transfer moves between 1 and 1000000000000 chips')
        WHEN NEW.payer = NEW.payee OR NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.payer)
            THEN RAISE(ABORT, 'a transfer needs two accounts of one guild')
        WHEN (NEW.line IS NULL) = (NEW.grant_id IS NULL) OR (NEW.line IS NULL) <> (NEW.table_id IS NULL)
            THEN RAISE(ABORT, 'a transfer has one cause')
        END;
    SELECT CASE
        WHEN b.guild IS NOT a.guild
            THEN RAISE(ABORT, 'a transfer needs two accounts of one guild')
        WHEN NEW.line IS NOT NULL
         AND (l.at IS NOT NEW.at OR t.guild IS NOT a.guild OR NEW.n <= l.earlier OR NEW.n > l.earlier + l.transfers)
            THEN RAISE(ABORT, 'the line does not cause this transfer')
        WHEN NEW.line IS NOT NULL AND NEW.n > l.earlier + 1
         AND NOT EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                         AND table_id = NEW.table_id AND at = NEW.at AND line = NEW.line AND n = NEW.n - 1)
            THEN RAISE(ABORT, 'the transfers of a table are numbered without gaps')
        WHEN (a.table_id IS NOT NULL AND a.table_id IS NOT NEW.table_id)
          OR (b.table_id IS NOT NULL AND b.table_id IS NOT NEW.table_id)
            THEN RAISE(ABORT, 'a line moves the chips of its own table')
        WHEN NEW.line IS NOT NULL AND 'player' IN (a.kind, b.kind)
         AND (a.player IS NOT b.player OR 'seat' NOT IN (a.kind, b.kind))
            THEN RAISE(ABORT, 'a balance and its owner''s seat pay only each other')
        WHEN NEW.grant_id IS NOT NULL
         AND NOT (a.kind = 'house' AND b.kind = 'player' AND NEW.n = 1
                  AND EXISTS (SELECT 1 FROM grants WHERE id = NEW.grant_id AND guild = a.guild
                              AND player = b.player AND amount = NEW.amount AND at = NEW.at))
            THEN RAISE(ABORT, 'a grant is paid by the house, as it says')
        WHEN a.kind <> 'house' AND a.paid_in - a.paid_out < NEW.amount
            THEN RAISE(ABORT, 'too few chips')
        WHEN a.paid_out > 4611686018427387904 - NEW.amount OR b.paid_in > 4611686018427387904 - NEW.amount
            THEN RAISE(ABORT, 'more chips than an account can count')
        END
    FROM accounts a
    LEFT JOIN accounts b ON b.id = NEW.payee
    LEFT JOIN lines l ON l.table_id = NEW.table_id AND l.n = NEW.line
    LEFT JOIN tables t ON t.id = l.table_id
    WHERE a.id = NEW.payer;
END;

CREATE TRIGGER transfers_count AFTER INSERT ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is written behind all others')
        WHERE NEW.id <> 1 + coalesce((SELECT id FROM transfers WHERE id <> NEW.id ORDER BY id DESC LIMIT 1), 0);
    UPDATE accounts SET paid_out = paid_out + NEW.amount, last = NEW.id WHERE id = NEW.payer;
    UPDATE accounts SET paid_in = paid_in + NEW.amount, last = NEW.id WHERE id = NEW.payee;
    SELECT RAISE(ABORT, 'a transfer counts on both sides')
        WHERE (SELECT last FROM accounts WHERE id = NEW.payer) IS NOT NEW.id
           OR (SELECT last FROM accounts WHERE id = NEW.payee) IS NOT NEW.id;
END;

CREATE TRIGGER transfers_update BEFORE UPDATE ON transfers
WHEN NEW.id IS NOT OLD.id OR NEW.payer IS NOT OLD.payer OR NEW.payee IS NOT OLD.payee
  OR NEW.table_id IS NOT OLD.table_id OR NEW.grant_id IS NOT OLD.grant_id OR NEW.line < OLD.line
  OR NEW.amount < OLD.amount
  OR NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;

CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers
WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = OLD.payer AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;

CREATE TRIGGER accounts_update BEFORE UPDATE ON accounts BEGIN
    SELECT CASE
        WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.kind IS NOT OLD.kind
          OR NEW.player IS NOT OLD.player OR NEW.table_id IS NOT OLD.table_id OR NEW.seat IS NOT OLD.seat
            THEN RAISE(ABORT, 'an account is never changed')
        WHEN NEW.last <= OLD.last OR NOT EXISTS (SELECT 1 FROM transfers WHERE id = NEW.last AND (
               (payer = OLD.id AND NEW.paid_out = OLD.paid_out + amount AND NEW.paid_in = OLD.paid_in)
            OR (payee = OLD.id AND NEW.paid_in = OLD.paid_in + amount AND NEW.paid_out = OLD.paid_out)))
            THEN RAISE(ABORT, 'the sums of an account follow its transfers')
        END;
END;

CREATE TRIGGER grants_pay AFTER INSERT ON grants BEGIN
    INSERT INTO accounts (guild, kind) SELECT NEW.guild, 'house'
        WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE table_id IS NULL AND guild = NEW.guild AND kind = 'house');
    INSERT INTO accounts (guild, kind, player) SELECT NEW.guild, 'player', NEW.player
        WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE table_id IS NULL
                          AND guild = NEW.guild AND kind = 'player' AND coalesce(player, 0) = NEW.player);
    INSERT INTO transfers (payer, payee, amount, grant_id, n, at)
        SELECT h.id, p.id, NEW.amount, NEW.id, 1, NEW.at FROM accounts h, accounts p
        WHERE h.table_id IS NULL AND h.guild = NEW.guild AND h.kind = 'house'
          AND p.table_id IS NULL AND p.guild = NEW.guild AND p.kind = 'player' AND coalesce(p.player, 0) = NEW.player;
    SELECT RAISE(ABORT, 'a grant is paid at once')
        WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE grant_id IS NOT NULL AND grant_id = NEW.id);
END;
