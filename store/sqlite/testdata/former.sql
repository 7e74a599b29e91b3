-- A data folder of the version before store/sqlite: five open tables and one that is closed.
-- It was migrated by goose, whose table goose_db_version is kept as it was written.
PRAGMA application_id = 1397052500;
BEGIN TRANSACTION;
CREATE TABLE accounts (
    id       INTEGER PRIMARY KEY,
    guild    INTEGER NOT NULL CHECK (guild > 0),
    kind     TEXT    NOT NULL CHECK (kind IN ('house', 'player', 'seat', 'pot')),
    player   INTEGER CHECK (player > 0),
    table_id INTEGER REFERENCES tables (id),
    seat     INTEGER,
    paid_in  INTEGER NOT NULL DEFAULT 0 CHECK (paid_in BETWEEN 0 AND 4611686018427387904),
    paid_out INTEGER NOT NULL DEFAULT 0 CHECK (paid_out BETWEEN 0 AND 4611686018427387904),
    last     INTEGER NOT NULL DEFAULT 0, -- the last transfer that the sums count
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat),
    CHECK (kind = 'house' OR paid_in >= paid_out),
    CHECK ((kind IN ('player', 'seat')) = (player IS NOT NULL)),
    CHECK ((kind IN ('seat', 'pot')) = (table_id IS NOT NULL)),
    CHECK ((kind = 'seat') = (seat IS NOT NULL))
) STRICT;
INSERT INTO "accounts" VALUES(1,1574180154408697856,'house',NULL,NULL,NULL,0,200,3);
INSERT INTO "accounts" VALUES(2,1574180154408697856,'player',1574180154408697858,NULL,NULL,100,20,2);
INSERT INTO "accounts" VALUES(3,1574180154408697856,'seat',1574180154408697858,4,1,20,3,6);
INSERT INTO "accounts" VALUES(4,1574180154408697856,'player',1574180154408697859,NULL,NULL,100,20,4);
INSERT INTO "accounts" VALUES(5,1574180154408697856,'seat',1574180154408697859,4,2,20,2,5);
INSERT INTO "accounts" VALUES(6,1574180154408697856,'pot',NULL,4,NULL,5,0,6);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(3,2,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(4,3,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(5,4,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(6,5,1,'2026-11-22 22:49:55');
INSERT INTO "goose_db_version" VALUES(7,6,1,'2026-11-22 22:49:55');
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
    CHECK ((kind = 'gift') = (granter IS NOT NULL)),
    CHECK ((kind = 'gift') = (reason IS NOT NULL))
) STRICT;
INSERT INTO "grants" VALUES(1,1574180154408697856,1574180154408697858,'start',100,1795387800301000000,NULL,NULL,NULL);
INSERT INTO "grants" VALUES(2,1574180154408697856,1574180154408697859,'start',100,1795387800312000000,NULL,NULL,NULL);
CREATE TABLE guilds (
    guild   INTEGER PRIMARY KEY CHECK (guild > 0),
    theme   TEXT    NOT NULL CHECK (length(theme) <= 32),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32),
    grace   INTEGER NOT NULL CHECK (grace >= 0),
    turn    INTEGER NOT NULL CHECK (turn >= 0)
) STRICT;
CREATE TABLE identifies (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL CHECK (at > 0)
) STRICT;
CREATE TABLE lines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL CHECK (n > 0),
    at       INTEGER NOT NULL CHECK (at > 0),
    seat     INTEGER NOT NULL CHECK (seat >= -2 AND seat <> 0),
    words    TEXT    NOT NULL CHECK (length(words) <= 2000 AND instr(words, char(10)) = 0),
    source   TEXT    CHECK (length(source) BETWEEN 1 AND 64), transfers INTEGER NOT NULL DEFAULT 0 CHECK (transfers BETWEEN 0 AND 1000),
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,1795387795713000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(1,2,1795387795713000000,1,'join',NULL,0);
INSERT INTO "lines" VALUES(1,3,1795387795744000000,2,'join','i1574195254238642176',0);
INSERT INTO "lines" VALUES(1,4,1795387795757000000,1,'start','i1574195254293168129',0);
INSERT INTO "lines" VALUES(1,5,1795387795757000000,-1,'deal 3NGQ 1TRV 1SGV 3NPD 2SPQ 1SGQ 2TPQ 2SRQ 1TPQ 3TPV 2TPD 3SGQ',NULL,0);
INSERT INTO "lines" VALUES(1,6,1795387796258000000,1,'set i j k','m1574195256394514432',0);
INSERT INTO "lines" VALUES(1,7,1795387796258000000,-1,'deal 2NPQ 2NGV 3TPQ',NULL,0);
INSERT INTO "lines" VALUES(2,1,1795387797283000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(2,2,1795387797283000000,1,'join',NULL,0);
INSERT INTO "lines" VALUES(2,3,1795387797288000000,2,'join','i1574195260714647553',0);
INSERT INTO "lines" VALUES(2,4,1795387797290000000,1,'start','i1574195260723036160',0);
INSERT INTO "lines" VALUES(2,5,1795387797290000000,-1,'deal 3NGQ 1TRV 1SGV 3NPD 2SPQ 1SGQ 2TPQ 2SRQ 1TPQ 3TPV 2TPD 3SGQ 3SRV 3SRD 3NRQ 2SGQ 1SRD 3TGD',NULL,0);
INSERT INTO "lines" VALUES(2,6,1795387797790000000,1,'draw','m1574195262820188160',0);
INSERT INTO "lines" VALUES(2,7,1795387797790000000,-1,'deal 1TPD',NULL,0);
INSERT INTO "lines" VALUES(3,1,1795387798791000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(3,2,1795387798791000000,1,'join',NULL,0);
INSERT INTO "lines" VALUES(3,3,1795387798800000000,1,'start','i1574195267056435202',0);
INSERT INTO "lines" VALUES(3,4,1795387798800000000,-1,'deal 3NGQ 1TRV 1SGV 3NPD 2SPQ 1SGQ 2TPQ 2SRQ 1TPQ',NULL,0);
INSERT INTO "lines" VALUES(3,5,1795387799300000000,1,'deal','m1574195269153587200',0);
INSERT INTO "lines" VALUES(3,6,1795387799300000000,-1,'deal 3TPD 2TGD 3SRV 3SRD 2NPQ 3TPV 1NPV 3NRV 3TRQ',NULL,0);
INSERT INTO "lines" VALUES(4,1,1795387800301000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(4,2,1795387800301000000,1,'join',NULL,1);
INSERT INTO "lines" VALUES(4,3,1795387800312000000,2,'join','i1574195273398222850',1);
INSERT INTO "lines" VALUES(4,4,1795387800316000000,1,'start','i1574195273415000064',0);
INSERT INTO "lines" VALUES(4,5,1795387800316000000,-1,'deal 3NGQ 1TRV 1SGV 3NPD 2SPQ 1SGQ',NULL,0);
INSERT INTO "lines" VALUES(4,6,1795387800816000000,2,'bet 2','m1574195275512152064',1);
INSERT INTO "lines" VALUES(4,7,1795387801117000000,1,'raise 1','m1574195276774637568',1);
INSERT INTO "lines" VALUES(5,1,1795387802117000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(5,2,1795387802117000000,1,'join',NULL,0);
INSERT INTO "lines" VALUES(5,3,1795387802122000000,2,'join','i1574195280989913088',0);
INSERT INTO "lines" VALUES(5,4,1795387802165000000,1,'start','i1574195281170268161',0);
INSERT INTO "lines" VALUES(5,5,1795387802165000000,-1,'deal KS 2C AC KD 6C 2S 8S 6S',NULL,0);
INSERT INTO "lines" VALUES(5,6,1795387802165000000,-1,'deal 3S QS',NULL,0);
INSERT INTO "lines" VALUES(5,7,1795387802665000000,1,'turn','m1574195283267420160',0);
INSERT INTO "lines" VALUES(5,8,1795387802665000000,-1,'deal 7H',NULL,0);
INSERT INTO "lines" VALUES(6,1,1795387803666000000,-1,'rules 1',NULL,0);
INSERT INTO "lines" VALUES(6,2,1795387803666000000,1,'join',NULL,0);
INSERT INTO "lines" VALUES(6,3,1795387803669000000,2,'join','i1574195287478501379',0);
INSERT INTO "lines" VALUES(6,4,1795387803671000000,1,'start','i1574195287486889985',0);
INSERT INTO "lines" VALUES(6,5,1795387803671000000,-1,'deal 3NGQ 1TRV 1SGV 3NPD 2SPQ 1SGQ 2TPQ 2SRQ 1TPQ 3TPV 2TPD 3SGQ',NULL,0);
INSERT INTO "lines" VALUES(6,6,1795387804172000000,-1,'end','i1574195289588236288',0);
CREATE TABLE names (
    guild  INTEGER NOT NULL CHECK (guild > 0),
    player INTEGER NOT NULL CHECK (player > 0),
    name   TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "names" VALUES(1574180154408697856,1574180154408697858,'Ann');
INSERT INTO "names" VALUES(1574180154408697856,1574180154408697859,'Bob');
CREATE TABLE nights (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild > 0),
    number  INTEGER NOT NULL CHECK (number > 0), -- 1, 2, 3 … in the guild: what people call it
    channel INTEGER NOT NULL CHECK (channel > 0),
    opener  INTEGER NOT NULL CHECK (opener > 0),
    buy_in  INTEGER NOT NULL CHECK (buy_in BETWEEN 1 AND 1000000000000),
    started INTEGER NOT NULL CHECK (started > 0),
    ended   INTEGER CHECK (ended >= started),
    source  TEXT    CHECK (length(source) BETWEEN 1 AND 64)
) STRICT;
CREATE TABLE players (
    player  INTEGER PRIMARY KEY CHECK (player > 0),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32)
) STRICT;
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat > 0),
    player   INTEGER NOT NULL CHECK (player > 0),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,1574180154408697858);
INSERT INTO "seats" VALUES(1,2,1574180154408697859);
INSERT INTO "seats" VALUES(2,1,1574180154408697858);
INSERT INTO "seats" VALUES(2,2,1574180154408697859);
INSERT INTO "seats" VALUES(3,1,1574180154408697858);
INSERT INTO "seats" VALUES(4,1,1574180154408697858);
INSERT INTO "seats" VALUES(4,2,1574180154408697859);
INSERT INTO "seats" VALUES(5,1,1574180154408697858);
INSERT INTO "seats" VALUES(5,2,1574180154408697859);
INSERT INTO "seats" VALUES(6,1,1574180154408697858);
INSERT INTO "seats" VALUES(6,2,1574180154408697859);
CREATE TABLE secret (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB    NOT NULL CHECK (length(key) = 32)
) STRICT;
INSERT INTO "secret" VALUES(1,X'5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A');
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
, night INTEGER REFERENCES nights (id)) STRICT;
INSERT INTO "tables" VALUES(1,1574180154408697856,1574195254108618820,'classic','{}',1574180154408697858,1795387795713000000,NULL,'i1574195254108618821',1574195254234447872,7,NULL);
INSERT INTO "tables" VALUES(2,1574180154408697856,1574195260693676032,'twenty','{}',1574180154408697858,1795387797283000000,NULL,'i1574195260693676033',1574195260710453248,7,NULL);
INSERT INTO "tables" VALUES(3,1574180154408697856,1574195267018686464,'solitaire','{}',1574180154408697858,1795387798791000000,NULL,'i1574195267018686465',1574195267056435200,6,NULL);
INSERT INTO "tables" VALUES(4,1574180154408697856,1574195273352085504,'poker','{"turn":"0"}',1574180154408697858,1795387800301000000,NULL,'i1574195273352085505',1574195273398222848,7,NULL);
INSERT INTO "tables" VALUES(5,1574180154408697856,1574195280968941568,'english','{}',1574180154408697858,1795387802117000000,NULL,'i1574195280968941569',1574195280985718784,8,NULL);
INSERT INTO "tables" VALUES(6,1574180154408697856,1574180154408697863,'classic','{}',1574180154408697858,1795387803666000000,1795387804172000000,'i1574195287465918464',1574195287478501377,6,NULL);
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
INSERT INTO "tallies" VALUES(1,6,1,'sets',1,1574180154408697856,'classic',1795387796258000000,1574180154408697858);
CREATE TABLE transfers (
    id       INTEGER PRIMARY KEY,
    payer    INTEGER NOT NULL REFERENCES accounts (id),
    payee    INTEGER NOT NULL REFERENCES accounts (id),
    amount   INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
    table_id INTEGER,
    line     INTEGER,
    grant_id INTEGER REFERENCES grants (id),
    ordinal  INTEGER NOT NULL CHECK (ordinal BETWEEN 1 AND 1000),
    at       INTEGER NOT NULL,
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    CHECK (payer <> payee),
    CHECK ((table_id IS NULL) = (line IS NULL)),
    CHECK ((line IS NULL) <> (grant_id IS NULL))
) STRICT;
INSERT INTO "transfers" VALUES(1,1,2,100,NULL,NULL,1,1,1795387800301000000);
INSERT INTO "transfers" VALUES(2,2,3,20,4,2,NULL,1,1795387800301000000);
INSERT INTO "transfers" VALUES(3,1,4,100,NULL,NULL,2,1,1795387800312000000);
INSERT INTO "transfers" VALUES(4,4,5,20,4,3,NULL,1,1795387800312000000);
INSERT INTO "transfers" VALUES(5,5,6,2,4,6,NULL,1,1795387800816000000);
INSERT INTO "transfers" VALUES(6,3,6,3,4,7,NULL,1,1795387801117000000);
CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE closed IS NULL;
CREATE INDEX tables_closed ON tables (channel, closed) WHERE closed IS NOT NULL;
CREATE UNIQUE INDEX tables_source ON tables (source) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX lines_source ON lines (source) WHERE source IS NOT NULL;
CREATE INDEX tallies_period ON tallies (guild, what, at, game, player, n);
CREATE INDEX tallies_ever ON tallies (guild, what, player, game, n);
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
CREATE TRIGGER tables_update BEFORE UPDATE ON tables
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.channel IS NOT OLD.channel
  OR NEW.game IS NOT OLD.game OR NEW.options IS NOT OLD.options OR NEW.opener IS NOT OLD.opener
  OR NEW.opened IS NOT OLD.opened OR NEW.source IS NOT OLD.source
  OR (OLD.closed IS NOT NULL AND NEW.closed IS NOT OLD.closed)
BEGIN
    SELECT RAISE(ABORT, 'a table is not changed after it was opened, nor opened again');
END;
CREATE TRIGGER tables_delete BEFORE DELETE ON tables BEGIN
    SELECT RAISE(ABORT, 'a table is never deleted');
END;
CREATE TRIGGER seats_insert BEFORE INSERT ON seats
WHEN EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat)
BEGIN
    SELECT RAISE(ABORT, 'this seat is taken');
END;
CREATE TRIGGER seats_update BEFORE UPDATE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never changed');
END;
CREATE TRIGGER seats_delete BEFORE DELETE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never deleted');
END;
CREATE TRIGGER lines_update BEFORE UPDATE ON lines BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;
CREATE TRIGGER lines_delete BEFORE DELETE ON lines BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;
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
CREATE TRIGGER tallies_update BEFORE UPDATE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never changed');
END;
CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;
CREATE UNIQUE INDEX accounts_guild ON accounts (guild, kind, coalesce(player, 0)) WHERE table_id IS NULL;
CREATE UNIQUE INDEX accounts_table ON accounts (table_id, coalesce(seat, 0)) WHERE table_id IS NOT NULL;
CREATE INDEX accounts_player ON accounts (guild, player, kind) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX grants_start ON grants (guild, player) WHERE kind = 'start';
CREATE UNIQUE INDEX grants_daily ON grants (guild, player, at / 86400000000000) WHERE kind = 'daily';
CREATE INDEX grants_gift ON grants (guild, id) WHERE kind = 'gift';
CREATE UNIQUE INDEX grants_source ON grants (source) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX transfers_grant ON transfers (grant_id) WHERE grant_id IS NOT NULL;
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
CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;
CREATE TRIGGER transfers_update BEFORE UPDATE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;
CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
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
            OR EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;
CREATE TRIGGER grants_pay AFTER INSERT ON grants BEGIN
    INSERT INTO accounts (guild, kind) SELECT NEW.guild, 'house'
        WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE table_id IS NULL AND guild = NEW.guild AND kind = 'house');
    INSERT INTO accounts (guild, kind, player) SELECT NEW.guild, 'player', NEW.player
        WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE table_id IS NULL
                          AND guild = NEW.guild AND kind = 'player' AND coalesce(player, 0) = NEW.player);
    INSERT INTO transfers (payer, payee, amount, grant_id, ordinal, at)
        SELECT h.id, p.id, NEW.amount, NEW.id, 1, NEW.at FROM accounts h, accounts p
        WHERE h.table_id IS NULL AND h.guild = NEW.guild AND h.kind = 'house'
          AND p.table_id IS NULL AND p.guild = NEW.guild AND p.kind = 'player' AND coalesce(p.player, 0) = NEW.player;
    SELECT RAISE(ABORT, 'a grant is paid at once')
        WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE grant_id IS NOT NULL AND grant_id = NEW.id);
END;
CREATE TRIGGER grants_update BEFORE UPDATE ON grants BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
CREATE TRIGGER grants_delete BEFORE DELETE ON grants BEGIN
    SELECT RAISE(ABORT, 'a grant is never deleted');
END;
CREATE UNIQUE INDEX nights_number ON nights (guild, number);
CREATE UNIQUE INDEX nights_open ON nights (channel) WHERE ended IS NULL;
CREATE UNIQUE INDEX nights_source ON nights (source) WHERE source IS NOT NULL;
CREATE INDEX tables_night ON tables (night) WHERE night IS NOT NULL;
CREATE TRIGGER nights_insert BEFORE INSERT ON nights BEGIN
    SELECT RAISE(ABORT, 'this night exists') WHERE EXISTS (SELECT 1 FROM nights WHERE id = NEW.id);
    SELECT RAISE(ABORT, 'nights are numbered without gaps')
        WHERE NEW.number <> 1 + coalesce((SELECT max(number) FROM nights WHERE guild = NEW.guild), 0);
    SELECT RAISE(ABORT, 'a night begins open') WHERE NEW.ended IS NOT NULL;
    SELECT RAISE(ABORT, 'the channel has an open night')
        WHERE EXISTS (SELECT 1 FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a night begins where no table stands')
        WHERE EXISTS (SELECT 1 FROM tables WHERE channel = NEW.channel AND closed IS NULL);
    SELECT RAISE(ABORT, 'this source was played')
        WHERE NEW.source IS NOT NULL
          AND (EXISTS (SELECT 1 FROM nights WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM grants WHERE source = NEW.source));
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
CREATE TRIGGER nights_delete BEFORE DELETE ON nights BEGIN
    SELECT RAISE(ABORT, 'a night is never deleted');
END;
CREATE TRIGGER tables_tonight BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'a table is of the open night of its channel')
        WHERE NEW.night IS NOT (SELECT id FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a table is of the guild of its night')
        WHERE NEW.night IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM nights WHERE id = NEW.night AND guild = NEW.guild);
END;
CREATE TRIGGER tables_same_night BEFORE UPDATE OF night ON tables
WHEN NEW.night IS NOT OLD.night
BEGIN
    SELECT RAISE(ABORT, 'a table stays of its night');
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
CREATE TRIGGER transfers_count AFTER INSERT ON transfers BEGIN
    SELECT RAISE(ABORT, 'transfers are numbered without gaps')
        WHERE NEW.id <> 1 AND NOT EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id - 1);
    UPDATE accounts SET paid_out = paid_out + NEW.amount, last = NEW.id WHERE id = NEW.payer;
    UPDATE accounts SET paid_in = paid_in + NEW.amount, last = NEW.id WHERE id = NEW.payee;
    SELECT RAISE(ABORT, 'a transfer counts on both sides')
        WHERE (SELECT last FROM accounts WHERE id = NEW.payer) IS NOT NEW.id
           OR (SELECT last FROM accounts WHERE id = NEW.payee) IS NOT NEW.id;
END;
CREATE UNIQUE INDEX transfers_line ON transfers (table_id, at, line, ordinal) WHERE line IS NOT NULL;
CREATE INDEX grants_player ON grants (guild, player);
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
         AND (EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
           OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source))
            THEN RAISE(ABORT, 'this source was played')
        END
    FROM tables t LEFT JOIN lines l ON l.table_id = t.id AND l.n = NEW.n - 1
    WHERE t.id = NEW.table_id;
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
                                      AND x.at = l.at AND x.line = l.n AND x.ordinal = l.transfers));
END;
CREATE TRIGGER transfers_insert BEFORE INSERT ON transfers BEGIN
    SELECT CASE
        WHEN EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id)
          OR EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                     AND table_id = NEW.table_id AND at = NEW.at AND line = NEW.line AND ordinal = NEW.ordinal)
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
         AND (l.at IS NOT NEW.at OR t.guild IS NOT a.guild OR NEW.ordinal NOT BETWEEN 1 AND l.transfers)
            THEN RAISE(ABORT, 'the line does not cause this transfer')
        WHEN NEW.line IS NOT NULL AND NEW.ordinal > 1
         AND NOT EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                         AND table_id = NEW.table_id AND at = NEW.at AND line = NEW.line AND ordinal = NEW.ordinal - 1)
            THEN RAISE(ABORT, 'the transfers of a line are numbered without gaps')
        WHEN (a.table_id IS NOT NULL AND a.table_id IS NOT NEW.table_id)
          OR (b.table_id IS NOT NULL AND b.table_id IS NOT NEW.table_id)
            THEN RAISE(ABORT, 'a line moves the chips of its own table')
        WHEN NEW.line IS NOT NULL AND 'player' IN (a.kind, b.kind)
         AND (a.player IS NOT b.player OR 'seat' NOT IN (a.kind, b.kind))
            THEN RAISE(ABORT, 'a balance and its owner''s seat pay only each other')
        WHEN NEW.grant_id IS NOT NULL
         AND NOT (a.kind = 'house' AND b.kind = 'player' AND NEW.ordinal = 1
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',7);
COMMIT;
