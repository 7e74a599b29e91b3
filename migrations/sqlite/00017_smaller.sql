-- What a line counts is found by its table, and a table by its guild: who sat on the seat, when the line was and
-- what was played there is said once, by the seat, the line and the table, and not again in three more copies.

CREATE TABLE smaller (
    table_id INTEGER NOT NULL,
    what     TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 32),
    line     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    n        INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (table_id, what, line, seat),
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO smaller SELECT table_id, what, line, seat, n FROM tallies ORDER BY 1, 2, 3, 4;
DROP TABLE tallies;
ALTER TABLE smaller RENAME TO tallies;

CREATE TRIGGER tallies_insert BEFORE INSERT ON tallies BEGIN
    SELECT RAISE(ABORT, 'this tally stands already')
        WHERE EXISTS (SELECT 1 FROM tallies WHERE table_id = NEW.table_id
                      AND line = NEW.line AND seat = NEW.seat AND what = NEW.what);
    SELECT RAISE(ABORT, 'a tally is of a line and a seat')
        WHERE NOT EXISTS (SELECT 1 FROM lines WHERE table_id = NEW.table_id AND n = NEW.line)
           OR NOT EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat);
END;

CREATE TRIGGER tallies_update BEFORE UPDATE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never changed');
END;

CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;

-- What was counted at the closed tables of a guild, for each of its players: a leaderboard of all time reads these
-- and the tables that are open. Of what has been fastest or longest it is the best, of everything else the sum.
CREATE TABLE totals (
    guild  INTEGER NOT NULL,
    what   TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    player INTEGER NOT NULL,
    n      INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (guild, what, game, player)
) STRICT, WITHOUT ROWID;

INSERT INTO totals SELECT t.guild, y.what, t.game, s.player,
        CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END
    FROM tallies y JOIN tables t ON t.id = y.table_id JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
    WHERE t.closed IS NOT NULL GROUP BY 1, 2, 3, 4;

CREATE TRIGGER tables_total AFTER UPDATE OF closed ON tables WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL BEGIN
    INSERT INTO totals SELECT NEW.guild, y.what, NEW.game, s.player,
            CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END
        FROM tallies y JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
        WHERE y.table_id = NEW.id GROUP BY 2, 4
    ON CONFLICT DO UPDATE SET n = CASE what WHEN 'fastest' THEN min(n, excluded.n) WHEN 'streak' THEN max(n, excluded.n)
        ELSE n + excluded.n END;
END;

-- All that a leaderboard asks of a table; its opener stands in it for the reason that 00008_chain.sql gives.
DROP INDEX tables_guild;
CREATE INDEX tables_guild ON tables (guild, closed, opened, game, opener);

-- A source is found by its end, which is what differs most; nothing else of it lies twice. That no other is the
-- same, the triggers say.
DROP INDEX lines_source;
CREATE INDEX lines_cause ON lines (substr(source, -6)) WHERE source IS NOT NULL;

DROP TRIGGER tables_insert;
DROP TRIGGER lines_insert;
DROP TRIGGER grants_insert;
DROP TRIGGER nights_insert;

CREATE TRIGGER tables_insert BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'this table exists') WHERE EXISTS (SELECT 1 FROM tables WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'the channel has an open table')
        WHERE NEW.closed IS NULL AND NEW.daily IS NULL
          AND EXISTS (SELECT 1 FROM tables WHERE channel = NEW.channel AND closed IS NULL AND daily IS NULL);
    SELECT RAISE(ABORT, 'this deal was begun')
        WHERE NEW.daily IS NOT NULL
          AND EXISTS (SELECT 1 FROM tables WHERE opener = NEW.opener AND game = NEW.game AND daily = NEW.daily);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM lines WHERE substr(source, -6) = substr(NEW.source, -6) AND source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;

CREATE TRIGGER lines_insert BEFORE INSERT ON lines BEGIN
    SELECT CASE
        WHEN t.closed IS NOT NULL
            THEN RAISE(ABORT, 'the table is closed')
        WHEN (NEW.n > 1 AND l.n IS NULL)
          OR EXISTS (SELECT 1 FROM lines WHERE table_id = NEW.table_id AND n >= NEW.n)
            THEN RAISE(ABORT, 'lines are numbered without gaps')
        WHEN l.transfers > 0
         AND NOT EXISTS (SELECT 1 FROM transfers
                         WHERE table_id = l.table_id AND at = l.at AND line = l.n AND line IS NOT NULL AND ordinal = l.transfers)
            THEN RAISE(ABORT, 'the line before lacks transfers')
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

CREATE TRIGGER grants_insert BEFORE INSERT ON grants BEGIN
    SELECT RAISE(ABORT, 'this grant stands already') WHERE EXISTS (SELECT 1 FROM grants WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'a grant is between 1 and 100000 chips') WHERE NEW.amount NOT BETWEEN 1 AND 100000;
    SELECT RAISE(ABORT, 'the start was granted')
        WHERE NEW.kind = 'start'
          AND EXISTS (SELECT 1 FROM grants WHERE kind = 'start' AND guild = NEW.guild AND player = NEW.player);
    SELECT RAISE(ABORT, 'the day was granted')
        WHERE NEW.kind = 'daily'
          AND EXISTS (SELECT 1 FROM grants WHERE kind = 'daily' AND guild = NEW.guild AND player = NEW.player
                      AND at / 86400000000000 = NEW.at / 86400000000000);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM grants WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM lines WHERE substr(source, -6) = substr(NEW.source, -6) AND source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;

CREATE TRIGGER nights_insert BEFORE INSERT ON nights BEGIN
    SELECT RAISE(ABORT, 'this night exists') WHERE EXISTS (SELECT 1 FROM nights WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'nights are numbered without gaps')
        WHERE NEW.number <> 1 + coalesce((SELECT max(number) FROM nights WHERE guild = NEW.guild), 0);
    SELECT RAISE(ABORT, 'a night begins open') WHERE NEW.ended IS NOT NULL;
    SELECT RAISE(ABORT, 'the channel has an open night')
        WHERE EXISTS (SELECT 1 FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a night begins where no table stands')
        WHERE EXISTS (SELECT 1 FROM tables WHERE channel = NEW.channel AND closed IS NULL AND daily IS NULL);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM nights WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM lines WHERE substr(source, -6) = substr(NEW.source, -6) AND source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM grants WHERE source = NEW.source));
END;
