-- Tables, their seats and journals, what the lines count, and settings.
--
-- Times are nanoseconds since 1970, UTC. Ids of guilds, channels, players and
-- posts are Discord's numbers; nothing here knows more of Discord than that.

-- +goose Up

CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild > 0),
    channel INTEGER NOT NULL CHECK (channel > 0),
    game    TEXT    NOT NULL CHECK (length(game) BETWEEN 1 AND 32),
    options TEXT    NOT NULL CHECK (json_valid(options) AND length(options) <= 4000),
    opener  INTEGER NOT NULL CHECK (opener > 0),
    opened  INTEGER NOT NULL CHECK (opened > 0),
    closed  INTEGER CHECK (closed > 0),
    source  TEXT    CHECK (length(source) BETWEEN 1 AND 64),
    post    INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0),
    shown   INTEGER NOT NULL DEFAULT 0 CHECK (shown >= 0)
) STRICT;

-- One open table per channel, whoever asks and however often.
CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE closed IS NULL;
CREATE INDEX tables_closed ON tables (channel, closed) WHERE closed IS NOT NULL;
CREATE UNIQUE INDEX tables_source ON tables (source) WHERE source IS NOT NULL;

-- A seat belongs to one player for as long as the table lives.
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat > 0),
    player   INTEGER NOT NULL CHECK (player > 0),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- The journal. Seat -1 is the dealer and -2 the clock.
CREATE TABLE lines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL CHECK (n > 0),
    at       INTEGER NOT NULL CHECK (at > 0),
    seat     INTEGER NOT NULL CHECK (seat >= -2 AND seat <> 0),
    words    TEXT    NOT NULL CHECK (length(words) <= 2000 AND instr(words, char(10)) = 0),
    source   TEXT    CHECK (length(source) BETWEEN 1 AND 64),
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

-- What was heard once is not played twice, at whichever table.
CREATE UNIQUE INDEX lines_source ON lines (source) WHERE source IS NOT NULL;

-- What a line counts for a player's record. guild, game, at and player repeat
-- what the table, the line and the seat say, so that a leaderboard reads one
-- index and nothing else; the trigger below refuses a copy that differs.
CREATE TABLE tallies (
    table_id INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    what     TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 32),
    n        INTEGER NOT NULL CHECK (n > 0),
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    player   INTEGER NOT NULL,
    PRIMARY KEY (table_id, line, seat, what),
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat)
) STRICT, WITHOUT ROWID;

-- at stands before game: a period narrows more than one game of five does.
CREATE INDEX tallies_period ON tallies (guild, what, at, game, player, n);
-- Without a period all rows count: in the order of the players they need no sorting.
CREATE INDEX tallies_ever ON tallies (guild, what, player, game, n);

CREATE TABLE guilds (
    guild   INTEGER PRIMARY KEY CHECK (guild > 0),
    theme   TEXT    NOT NULL CHECK (length(theme) <= 32),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32),
    grace   INTEGER NOT NULL CHECK (grace >= 0),
    turn    INTEGER NOT NULL CHECK (turn >= 0)
) STRICT;

CREATE TABLE players (
    player  INTEGER PRIMARY KEY CHECK (player > 0),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32)
) STRICT;

-- What players were called when they last sat down, for leaderboards.
CREATE TABLE names (
    guild  INTEGER NOT NULL CHECK (guild > 0),
    player INTEGER NOT NULL CHECK (player > 0),
    name   TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

-- The journal is never changed. The checks before an insert also refuse
-- INSERT OR REPLACE, whether or not the connection has recursive_triggers.

-- +goose StatementBegin
CREATE TRIGGER tables_insert BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'this table exists') WHERE EXISTS (SELECT 1 FROM tables WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'the channel has an open table')
        WHERE NEW.closed IS NULL
          AND EXISTS (SELECT 1 FROM tables WHERE channel = NEW.channel AND closed IS NULL);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_update BEFORE UPDATE ON tables
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.channel IS NOT OLD.channel
  OR NEW.game IS NOT OLD.game OR NEW.options IS NOT OLD.options OR NEW.opener IS NOT OLD.opener
  OR NEW.opened IS NOT OLD.opened OR NEW.source IS NOT OLD.source
  OR (OLD.closed IS NOT NULL AND NEW.closed IS NOT OLD.closed)
BEGIN
    SELECT RAISE(ABORT, 'a table is not changed after it was opened, nor opened again');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_delete BEFORE DELETE ON tables BEGIN
    SELECT RAISE(ABORT, 'a table is never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER seats_insert BEFORE INSERT ON seats
WHEN EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat)
BEGIN
    SELECT RAISE(ABORT, 'this seat is taken');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER seats_update BEFORE UPDATE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER seats_delete BEFORE DELETE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER lines_insert BEFORE INSERT ON lines BEGIN
    SELECT RAISE(ABORT, 'the table is closed')
        WHERE EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id AND closed IS NOT NULL);
    SELECT RAISE(ABORT, 'lines are numbered without gaps')
        WHERE NEW.n <> 1 + coalesce((SELECT max(n) FROM lines WHERE table_id = NEW.table_id), 0);
    SELECT RAISE(ABORT, 'nobody sits there')
        WHERE NEW.seat > 0
          AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER lines_update BEFORE UPDATE ON lines BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER lines_delete BEFORE DELETE ON lines BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tallies_insert BEFORE INSERT ON tallies BEGIN
    SELECT RAISE(ABORT, 'this tally stands already')
        WHERE EXISTS (SELECT 1 FROM tallies WHERE table_id = NEW.table_id
                      AND line = NEW.line AND seat = NEW.seat AND what = NEW.what);
    SELECT RAISE(ABORT, 'a tally repeats its table, line and seat')
        WHERE NOT EXISTS (SELECT 1 FROM tables t
                          JOIN lines l ON l.table_id = t.id AND l.n = NEW.line
                          JOIN seats s ON s.table_id = t.id AND s.seat = NEW.seat
                          WHERE t.id = NEW.table_id AND t.guild = NEW.guild AND t.game = NEW.game
                            AND l.at = NEW.at AND s.player = NEW.player);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tallies_update BEFORE UPDATE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;
-- +goose StatementEnd
