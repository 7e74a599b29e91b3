-- The schema of an SQLite database. Once a migration has been released, it never changes.
--
-- Times are nanoseconds since 1970 (UTC). Ids of guilds, channels and messages are Discord's.

-- All other tables identify a player by our own number. Only this table connects the number with a Discord account, so
-- forgetting a player removes the account here and leaves journals, tallies and the ledger unchanged. House players have the
-- highest numbers and no row. trace is 16 bits of a keyed hash of a forgotten account, which keep the player from getting
-- one-time grants again.
CREATE TABLE people (
    id      INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1099511627776),
    discord INTEGER UNIQUE CHECK (discord > 0), -- NULL: the player was forgotten
    trace   INTEGER CHECK (trace BETWEEN 0 AND 65535),
    -- Since when the player waits to be forgotten; the greatest integer if they don't. It is never NULL, so that no row
    -- grows: SQLite would move the rows of other players, and leave copies of them behind when they are forgotten.
    leaves  INTEGER NOT NULL DEFAULT 9223372036854775807 CHECK (leaves > 0),
    CHECK ((discord IS NULL) = (trace IS NOT NULL)),
    CHECK (discord IS NOT NULL OR leaves = 9223372036854775807)
) STRICT;
CREATE INDEX people_trace ON people (trace) WHERE trace IS NOT NULL;
CREATE INDEX people_leaves ON people (leaves) WHERE leaves < 9223372036854775807;

-- The database's key signs buttons, seals sources and links the chains.
CREATE TABLE secret (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB    NOT NULL CHECK (length(key) = 32)
) STRICT;
-- No chain covers the columns of the indexes whose names end in _twice. PRAGMA integrity_check compares each index with
-- its table, so it finds a flipped bit on the disk.
CREATE INDEX secret_twice ON secret (key);

-- These tables have the settings of servers and players, and the names of players on each server.
CREATE TABLE guilds (
    guild    INTEGER PRIMARY KEY CHECK (guild > 0),
    theme    TEXT    NOT NULL CHECK (length(theme) <= 32),
    palette  TEXT    NOT NULL CHECK (length(palette) <= 32),
    grace    INTEGER NOT NULL CHECK (grace >= 0),
    turn     INTEGER NOT NULL CHECK (turn >= 0),
    timezone TEXT    NOT NULL DEFAULT '' CHECK (length(timezone) <= 64), -- an IANA name; empty: UTC
    language TEXT    NOT NULL DEFAULT '' CHECK (length(language) <= 35), -- a BCP 47 tag; empty: Discord's choice
    rules    TEXT    NOT NULL DEFAULT '' CHECK (rules IN ('', 'house', 'book')) -- of new tables; empty: the default
) STRICT;
CREATE INDEX guilds_twice ON guilds (theme, palette, grace, turn, timezone);

CREATE TABLE players (
    player  INTEGER PRIMARY KEY CHECK (player > 0),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32),
    news    TEXT    NOT NULL DEFAULT '' CHECK (news IN ('', 'messages')) -- how the player gets news of a table
) STRICT;
CREATE INDEX players_twice ON players (palette, news);

CREATE TABLE names (
    guild  INTEGER NOT NULL CHECK (guild > 0),
    player INTEGER NOT NULL CHECK (player > 0),
    name   TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX names_twice ON names (name);

-- Poker nights. Tables opened in the channel during a night belong to the night and count for its standings.
CREATE TABLE nights (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild > 0),
    number  INTEGER NOT NULL CHECK (number > 0), -- 1, 2, 3 … in the guild, as shown to players
    channel INTEGER NOT NULL CHECK (channel > 0),
    opener  INTEGER NOT NULL CHECK (opener > 0),
    buy_in  INTEGER NOT NULL CHECK (buy_in BETWEEN 1 AND 1000000000000),
    started INTEGER NOT NULL CHECK (started > 0),
    ended   INTEGER CHECK (ended >= started),
    source  TEXT    CHECK (length(source) BETWEEN 1 AND 64),
    -- Since when the night ends with the hand in play. It stays set until the standings are posted, so that a
    -- restart forgets nothing.
    closing INTEGER CHECK (closing > 0)
) STRICT;
CREATE UNIQUE INDEX nights_number ON nights (guild, number);
-- A channel has at most one open night.
CREATE UNIQUE INDEX nights_open ON nights (channel) WHERE ended IS NULL;
CREATE UNIQUE INDEX nights_source ON nights (source) WHERE source IS NOT NULL;
CREATE INDEX nights_closing ON nights (id) WHERE closing IS NOT NULL;
CREATE INDEX nights_twice ON nights (guild, channel, opener, buy_in, started, ended);

-- Planned nights, and the players who have signed up. Plans are never deleted, but a plan may be marked as cancelled.
CREATE TABLE plans (
    id        INTEGER PRIMARY KEY,
    guild     INTEGER NOT NULL CHECK (guild > 0),
    number    INTEGER NOT NULL CHECK (number > 0), -- 1, 2, 3 … in the guild, as shown to players
    channel   INTEGER NOT NULL CHECK (channel > 0),
    planner   INTEGER NOT NULL CHECK (planner > 0),
    made      INTEGER NOT NULL CHECK (made > 0),
    starts    INTEGER NOT NULL CHECK (starts > made),
    remind    INTEGER NOT NULL CHECK (remind BETWEEN made AND starts),
    post      INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0), -- the message with the sign-up buttons; 0: not posted yet
    event     INTEGER NOT NULL DEFAULT 0 CHECK (event >= -1), -- Discord's scheduled event; 0: not created yet, -1: there is none
    cancelled INTEGER CHECK (cancelled > 0),
    done      INTEGER CHECK (done > 0), -- when the reminder or the cancellation was posted
    source    TEXT CHECK (length(source) BETWEEN 1 AND 64)
) STRICT;
CREATE UNIQUE INDEX plans_number ON plans (guild, number);
CREATE UNIQUE INDEX plans_source ON plans (source) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX plans_once ON plans (channel, starts) WHERE cancelled IS NULL;
CREATE INDEX plans_due ON plans (remind) WHERE done IS NULL;
CREATE INDEX plans_ahead ON plans (guild, starts) WHERE cancelled IS NULL;
CREATE INDEX plans_twice ON plans (guild, number, channel, planner, made, starts, remind, post, event, cancelled, done);

CREATE TABLE signups (
    plan   INTEGER NOT NULL REFERENCES plans (id),
    player INTEGER NOT NULL CHECK (player > 0),
    at     INTEGER NOT NULL CHECK (at > 0),
    PRIMARY KEY (plan, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX signups_twice ON signups (player, at);

-- Tables, their seats, and their journals. A seat belongs to one player for as long as the table exists.
--
-- Each table, line and grant has a link: a hash of itself and of the previous row (store/chain.go).
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
    shown   INTEGER NOT NULL DEFAULT 0 CHECK (shown >= 0),
    night   INTEGER REFERENCES nights (id),
    -- The newest message of the channel that the table has judged. A refused move is no line, so the sources
    -- of the lines don't tell.
    heard   INTEGER NOT NULL DEFAULT 0 CHECK (heard >= 0),
    chain   BLOB    NOT NULL CHECK (length(chain) = 16),
    -- A sum by which damage to the other columns is found. It changes with every line, and a sum is cheaper
    -- than an index.
    seen    INTEGER NOT NULL DEFAULT 0 CHECK (seen = shown + post - heard),
    -- The number of the last line if nobody is present, otherwise 0. The table of a sleeping game is read only
    -- when a player returns, and closed after a day.
    asleep  INTEGER NOT NULL DEFAULT 0 CHECK (asleep >= 0),
    daily   INTEGER CHECK (daily > 0), -- the day of a daily deal, in days since 1970 (UTC)
    -- The table that this one continues. Its players are expected here, also after a restart.
    follows INTEGER CHECK (follows > 0 AND follows < id),
    held    INTEGER NOT NULL DEFAULT 0 -- the seats that players hold now: bit k-1 is seat k
) STRICT;
CREATE INDEX tables_closed ON tables (channel, closed) WHERE closed IS NOT NULL;
CREATE UNIQUE INDEX tables_source ON tables (source) WHERE source IS NOT NULL;
CREATE INDEX tables_night ON tables (night) WHERE night IS NOT NULL;
CREATE INDEX tables_asleep ON tables (asleep) WHERE asleep > 0;
CREATE UNIQUE INDEX tables_daily ON tables (opener, game, daily) WHERE daily IS NOT NULL;
CREATE INDEX tables_daily_open ON tables (daily) WHERE daily IS NOT NULL AND closed IS NULL;
-- A channel has at most one open table, however many players ask for one at the same time.
CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE closed IS NULL AND daily IS NULL;
-- This index has everything that a leaderboard needs to know about a table. It includes the opener, so that damage to
-- the opener is found.
CREATE INDEX tables_guild ON tables (guild, closed, opened, game, opener);

-- Players who were forgotten may not return to an open table where they had a seat. A row is a keyed hash of the table
-- and the account, and is deleted when the table closes.
CREATE TABLE parted (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    mark     TEXT    NOT NULL CHECK (length(mark) BETWEEN 2 AND 64),
    PRIMARY KEY (table_id, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat > 0),
    player   INTEGER NOT NULL CHECK (player > 0),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player);

-- The journal of a table. Seat -1 is the dealer and seat -2 is the clock.
CREATE TABLE lines (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    n         INTEGER NOT NULL CHECK (n > 0),
    at        INTEGER NOT NULL CHECK (at > 0),
    seat      INTEGER NOT NULL CHECK (seat >= -2 AND seat <> 0),
    words     TEXT    NOT NULL CHECK (length(words) <= 2000 AND instr(words, char(10)) = 0),
    source    TEXT    CHECK (length(source) BETWEEN 1 AND 64),
    -- How many transfers the line causes. This is written with the line, so no transfer can be added later.
    transfers INTEGER NOT NULL DEFAULT 0 CHECK (transfers BETWEEN 0 AND 1000),
    chain     BLOB    NOT NULL CHECK (length(chain) = 16),
    -- How many transfers the table had before the line. The line causes the transfers with the next numbers.
    earlier   INTEGER NOT NULL DEFAULT 0 CHECK (earlier >= 0),
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
-- Sources are found by their last characters, which differ most. Triggers refuse a second line with the same source.
CREATE INDEX lines_cause ON lines (substr(source, -6)) WHERE source IS NOT NULL;

-- A tally is what a line counts for a seat, such as a set or a win.
CREATE TABLE tallies (
    table_id INTEGER NOT NULL,
    what     TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 32),
    line     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    n        INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (table_id, what, line, seat),
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat)
) STRICT, WITHOUT ROWID;

-- The sums of the tallies of all closed tables of a guild, by player. For 'fastest' and 'streak', this is the best
-- value instead of the sum. All-time leaderboards read these sums and the open tables.
CREATE TABLE totals (
    guild  INTEGER NOT NULL,
    what   TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    player INTEGER NOT NULL,
    n      INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (guild, what, game, player)
) STRICT, WITHOUT ROWID;

-- The ledger. An account has two sums that only grow, and its chips are their difference. A transfer adds its amount to
-- the payer's paid_out and the payee's paid_in, so the sum over a guild is always zero.
--
-- A 'house' account grants chips. A 'player' account is a member's balance, 'seat' a stack, and 'pot' the pot of a table.
--
-- Triggers repeat the CHECKs, because INSERT OR IGNORE would silently skip a row that violates a CHECK, while RAISE stops
-- the statement.
CREATE TABLE accounts (
    id       INTEGER PRIMARY KEY,
    guild    INTEGER NOT NULL CHECK (guild > 0),
    kind     TEXT    NOT NULL CHECK (kind IN ('house', 'player', 'seat', 'pot')),
    player   INTEGER CHECK (player > 0),
    table_id INTEGER REFERENCES tables (id),
    seat     INTEGER,
    paid_in  INTEGER NOT NULL DEFAULT 0 CHECK (paid_in BETWEEN 0 AND 4611686018427387904),
    paid_out INTEGER NOT NULL DEFAULT 0 CHECK (paid_out BETWEEN 0 AND 4611686018427387904),
    last     INTEGER NOT NULL DEFAULT 0, -- the newest transfer in the sums
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat),
    CHECK (kind = 'house' OR paid_in >= paid_out),
    CHECK ((kind IN ('player', 'seat')) = (player IS NOT NULL)),
    CHECK ((kind IN ('seat', 'pot')) = (table_id IS NOT NULL)),
    CHECK ((kind = 'seat') = (seat IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX accounts_guild ON accounts (guild, kind, coalesce(player, 0)) WHERE table_id IS NULL;
CREATE UNIQUE INDEX accounts_table ON accounts (table_id, coalesce(seat, 0)) WHERE table_id IS NOT NULL;
CREATE INDEX accounts_player ON accounts (guild, player, kind) WHERE player IS NOT NULL;

-- Chips that the house grants: once at the start, at most once a day (UTC) up to a floor, and as gifts of managers. A
-- trigger writes the transfer of each grant.
CREATE TABLE grants (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild > 0),
    player  INTEGER NOT NULL CHECK (player > 0),
    kind    TEXT    NOT NULL CHECK (kind IN ('start', 'daily', 'gift')),
    amount  INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 100000),
    at      INTEGER NOT NULL CHECK (at > 0),
    granter INTEGER CHECK (granter > 0),
    reason  TEXT    CHECK (length(reason) BETWEEN 1 AND 200),
    source  TEXT    CHECK (length(source) BETWEEN 1 AND 64),
    chain   BLOB    NOT NULL CHECK (length(chain) = 16),
    CHECK ((kind = 'gift') = (granter IS NOT NULL)),
    CHECK ((kind = 'gift') = (reason IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX grants_start ON grants (guild, player) WHERE kind = 'start';
-- A player gets at most one daily grant per day (UTC).
CREATE UNIQUE INDEX grants_daily ON grants (guild, player, at / 86400000000000) WHERE kind = 'daily';
CREATE INDEX grants_gift ON grants (guild, id) WHERE kind = 'gift';
CREATE UNIQUE INDEX grants_source ON grants (source) WHERE source IS NOT NULL;
CREATE INDEX grants_player ON grants (guild, player);
CREATE INDEX grants_guild ON grants (guild);
CREATE INDEX grants_granter ON grants (granter, reason) WHERE granter IS NOT NULL;

-- Each transfer has one cause: a line of its table, or a grant. The column at repeats the time of the cause. The ids are
-- in the order in which transfers were written, and n numbers the transfers of a table without gaps, so that no table
-- waits for another table's numbers.
CREATE TABLE transfers (
    id       INTEGER PRIMARY KEY,
    payer    INTEGER NOT NULL REFERENCES accounts (id),
    payee    INTEGER NOT NULL REFERENCES accounts (id),
    amount   INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    table_id INTEGER,
    line     INTEGER,
    grant_id INTEGER REFERENCES grants (id),
    n        INTEGER NOT NULL CHECK (n > 0), -- 1, 2, 3 … at its table; 1 for a grant
    at       INTEGER NOT NULL,
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    CHECK (payer <> payee),
    CHECK ((table_id IS NULL) = (line IS NULL)),
    CHECK ((line IS NULL) <> (grant_id IS NULL))
) STRICT;
-- A single index finds the transfers of a table, of a period at a table, and of a line.
CREATE UNIQUE INDEX transfers_line ON transfers (table_id, at, line, n) WHERE line IS NOT NULL;
CREATE UNIQUE INDEX transfers_grant ON transfers (grant_id) WHERE grant_id IS NOT NULL;

-- Tables that ended long ago may be compacted. Their last line stays, with the sums of all tallies and transfers, so that
-- leaderboards and balances don't change. While link is NULL, rows that otherwise never change may be changed or deleted.
CREATE TABLE folds (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    link     BLOB CHECK (length(link) = 16) -- covers what is left; NULL while the transaction compacts it
) STRICT;
CREATE INDEX folds_link ON folds (link);

-- Servers from which the bot was removed. After a while, one transaction deletes everything that is stored about such a
-- server. During this transaction goes is true, and rows that are otherwise never deleted may be deleted.
CREATE TABLE departed (
    guild INTEGER PRIMARY KEY CHECK (guild > 0),
    since INTEGER NOT NULL CHECK (since > 0),
    goes  INTEGER NOT NULL DEFAULT 0 CHECK (goes IN (0, 1)) -- the running transaction purges it
) STRICT;
CREATE INDEX departed_since ON departed (since, goes);

-- The times of new gateway sessions. Discord resets the token after 1,000 sessions in a day, however often the bot
-- restarts.
CREATE TABLE identifies (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL CHECK (at > 0)
) STRICT;
CREATE INDEX identifies_at ON identifies (at);

-- Messages that the bot still has to delete: offers of games, reminders (with the deadline of their turn), and former
-- messages of tables.
CREATE TABLE leftovers (
    channel  INTEGER NOT NULL CHECK (channel > 0),
    message  INTEGER NOT NULL CHECK (message > 0),
    guild    INTEGER NOT NULL CHECK (guild > 0),
    table_id INTEGER CHECK (table_id > 0),
    turn     INTEGER CHECK (turn > 0 AND (turn IS NULL OR table_id IS NOT NULL)),
    PRIMARY KEY (channel, message)
) STRICT, WITHOUT ROWID;

-- These triggers refuse rows that the store would never write, even if another program tries to write them.

CREATE TRIGGER people_update BEFORE UPDATE ON people
WHEN NEW.id IS NOT OLD.id OR (NEW.discord IS NOT NULL AND NEW.discord IS NOT OLD.discord)
BEGIN
    SELECT RAISE(ABORT, 'a number stays the same person''s');
END;

CREATE TRIGGER secret_insert BEFORE INSERT ON secret BEGIN
    SELECT RAISE(ABORT, 'there is a key') WHERE EXISTS (SELECT 1 FROM secret);
END;
CREATE TRIGGER secret_update BEFORE UPDATE ON secret BEGIN
    SELECT RAISE(ABORT, 'the key is never changed');
END;
CREATE TRIGGER secret_delete BEFORE DELETE ON secret BEGIN
    SELECT RAISE(ABORT, 'the key is never deleted');
END;

CREATE TRIGGER nights_update BEFORE UPDATE ON nights BEGIN
    SELECT RAISE(ABORT, 'a night is not changed after it began, nor opened again')
        WHERE NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.number IS NOT OLD.number
           OR NEW.channel IS NOT OLD.channel OR NEW.opener IS NOT OLD.opener OR NEW.buy_in IS NOT OLD.buy_in
           OR NEW.started IS NOT OLD.started OR NEW.source IS NOT OLD.source
           OR (OLD.ended IS NOT NULL AND NEW.ended IS NOT OLD.ended);
    SELECT RAISE(ABORT, 'a table of the night is open')
        WHERE NEW.ended IS NOT OLD.ended
          AND EXISTS (SELECT 1 FROM tables WHERE night = OLD.id AND closed IS NULL);
END;
-- If the first table of a night could not be shown to anyone, the night never began. It is deleted, unless a later night
-- already has a number.
CREATE TRIGGER nights_delete BEFORE DELETE ON nights
WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes)
  AND EXISTS (SELECT 1 FROM tables WHERE night = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'a night that began is never deleted');
END;
CREATE TRIGGER nights_insert BEFORE INSERT ON nights BEGIN
    SELECT RAISE(ABORT, 'this night exists') WHERE EXISTS (SELECT 1 FROM nights WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'nights are numbered in order')
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

CREATE TRIGGER tables_same_night BEFORE UPDATE OF night ON tables
WHEN NEW.night IS NOT OLD.night
  AND (NEW.night IS NOT NULL OR OLD.closed IS NULL OR EXISTS (SELECT 1 FROM seats WHERE table_id = OLD.id))
BEGIN
    SELECT RAISE(ABORT, 'a table stays of its night');
END;
CREATE TRIGGER tables_chain BEFORE UPDATE OF chain ON tables BEGIN
    SELECT RAISE(ABORT, 'a link of a chain is never changed');
END;
CREATE TRIGGER tables_update BEFORE UPDATE ON tables
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.channel IS NOT OLD.channel
  OR NEW.game IS NOT OLD.game OR NEW.options IS NOT OLD.options OR NEW.opener IS NOT OLD.opener
  OR NEW.opened IS NOT OLD.opened OR NEW.source IS NOT OLD.source
  OR (OLD.closed IS NOT NULL AND NEW.closed IS NOT OLD.closed)
BEGIN
    SELECT RAISE(ABORT, 'a table is not changed after it was opened, nor opened again');
END;
CREATE TRIGGER tables_delete BEFORE DELETE ON tables WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a table is never deleted');
END;
CREATE TRIGGER tables_daily BEFORE UPDATE OF daily ON tables WHEN NEW.daily IS NOT OLD.daily BEGIN
    SELECT RAISE(ABORT, 'a daily deal stays of its day');
END;
CREATE TRIGGER tables_tonight BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'a daily deal is of no night') WHERE NEW.daily IS NOT NULL AND NEW.night IS NOT NULL;
    SELECT RAISE(ABORT, 'a table is of the open night of its channel')
        WHERE NEW.daily IS NULL AND NEW.night IS NOT (SELECT id FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a table is of the guild of its night')
        WHERE NEW.night IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM nights WHERE id = NEW.night AND guild = NEW.guild);
END;
CREATE TRIGGER tables_total AFTER UPDATE OF closed ON tables WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL BEGIN
    INSERT INTO totals SELECT NEW.guild, y.what, NEW.game, s.player,
            CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END
        FROM tallies y JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
        WHERE y.table_id = NEW.id GROUP BY 2, 4
    ON CONFLICT DO UPDATE SET n = CASE what WHEN 'fastest' THEN min(n, excluded.n) WHEN 'streak' THEN max(n, excluded.n)
        ELSE n + excluded.n END;
END;
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
CREATE TRIGGER tables_close BEFORE UPDATE OF closed ON tables
WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'there are chips on the table')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE table_id = NEW.id AND paid_in <> paid_out);
    SELECT RAISE(ABORT, 'the last line lacks transfers')
        WHERE EXISTS (SELECT 1 FROM lines l WHERE l.table_id = NEW.id AND l.transfers > 0
                      AND l.n = (SELECT max(n) FROM lines WHERE table_id = NEW.id)
                      AND NOT EXISTS (SELECT 1 FROM transfers x WHERE x.table_id = l.table_id
                                      AND x.at = l.at AND x.line = l.n AND x.n = l.earlier + l.transfers));
END;
CREATE TRIGGER tables_post AFTER UPDATE OF post ON tables WHEN OLD.post > 0 AND NEW.post <> OLD.post BEGIN
    INSERT INTO leftovers (channel, message, guild, table_id) SELECT OLD.channel, OLD.post, OLD.guild, OLD.id
        WHERE NOT EXISTS (SELECT 1 FROM leftovers WHERE channel = OLD.channel AND message = OLD.post);
END;

CREATE TRIGGER seats_insert BEFORE INSERT ON seats
WHEN EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat)
BEGIN
    SELECT RAISE(ABORT, 'this seat is taken');
END;
CREATE TRIGGER seats_update BEFORE UPDATE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never changed');
END;
CREATE TRIGGER seats_delete BEFORE DELETE ON seats
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a seat is never deleted');
END;

CREATE TRIGGER lines_delete BEFORE DELETE ON lines
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
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
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;

CREATE TRIGGER accounts_insert BEFORE INSERT ON accounts BEGIN
    SELECT RAISE(ABORT, 'this account exists')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id)
           OR EXISTS (SELECT 1 FROM accounts WHERE table_id IS NULL AND NEW.table_id IS NULL
                      AND guild = NEW.guild AND kind = NEW.kind AND coalesce(player, 0) = coalesce(NEW.player, 0))
           OR EXISTS (SELECT 1 FROM accounts WHERE table_id IS NOT NULL
                      AND table_id = NEW.table_id AND coalesce(seat, 0) = coalesce(NEW.seat, 0));
    SELECT RAISE(ABORT, 'an account begins empty')
        WHERE NEW.paid_in <> 0 OR NEW.paid_out <> 0 OR NEW.last <> 0;
    SELECT RAISE(ABORT, 'an account of a table is of its guild')
        WHERE NEW.table_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id AND guild = NEW.guild);
    SELECT RAISE(ABORT, 'the account of a seat is its player''s')
        WHERE NEW.kind = 'seat'
          AND NOT EXISTS (SELECT 1 FROM seats
                          WHERE table_id = NEW.table_id AND seat = NEW.seat AND player = NEW.player);
END;
CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
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

CREATE TRIGGER grants_update BEFORE UPDATE ON grants
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.player IS NOT OLD.player
  OR NEW.kind IS NOT OLD.kind OR NEW.amount IS NOT OLD.amount OR NEW.at IS NOT OLD.at
  OR NEW.granter IS NOT OLD.granter OR NEW.source IS NOT OLD.source OR NEW.chain IS NOT OLD.chain
  OR NEW.reason IS NOT '…'
BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
CREATE TRIGGER grants_delete BEFORE DELETE ON grants WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a grant is never deleted');
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

CREATE TRIGGER folds_insert BEFORE INSERT ON folds BEGIN
    SELECT RAISE(ABORT, 'only a closed table of no night is folded, and once')
        WHERE NEW.link IS NOT NULL
           OR EXISTS (SELECT 1 FROM folds WHERE table_id = NEW.table_id)
           OR NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id AND closed IS NOT NULL AND night IS NULL);
END;
CREATE TRIGGER folds_update BEFORE UPDATE ON folds
WHEN OLD.link IS NOT NULL OR NEW.link IS NULL OR NEW.table_id IS NOT OLD.table_id
BEGIN
    SELECT RAISE(ABORT, 'a folded table stays as it is');
END;
CREATE TRIGGER folds_delete BEFORE DELETE ON folds
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a folded table is never unfolded');
END;
