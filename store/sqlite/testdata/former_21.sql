-- A folded, a closed and an open table of poker and what a purged server left, in the shape of version 21: transfers
-- are numbered over the whole file.
PRAGMA application_id = 1397052500;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-24 14:03:27');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-24 14:03:27');
INSERT INTO goose_db_version VALUES(3,2,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(4,3,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(5,4,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(6,5,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(7,6,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(8,7,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(9,8,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(10,9,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(11,10,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(12,11,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(13,12,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(14,13,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(15,14,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(16,15,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(17,16,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(18,17,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(19,18,1,'2026-11-24 14:03:28');
INSERT INTO goose_db_version VALUES(20,21,1,'2026-11-24 14:03:28');
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
, night INTEGER REFERENCES nights (id), heard INTEGER NOT NULL DEFAULT 0 CHECK (heard >= 0), chain BLOB CHECK (length(chain) = 16), seen INTEGER CHECK (seen = shown + post - heard), asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep >= 0), daily INTEGER CHECK (daily > 0)) STRICT;
INSERT INTO tables VALUES(2,1000,2000,'poker','{"ante":"1","pause":"0","stack":"12","turn":"0"}',1,1795176000000000000,1795176030000000000,NULL,0,0,NULL,0,X'a9a41101384d8635adea3322b2968fdc',0,0,NULL);
INSERT INTO tables VALUES(3,1000,2005,'poker','{"ante":"1","pause":"0","stack":"12","turn":"0"}',1,1795176000000000000,1795176018000000000,NULL,0,0,NULL,0,X'a9a41101384d8635adea3322b2968fdc',0,0,NULL);
INSERT INTO tables VALUES(4,1000,2006,'poker','{"ante":"1","pause":"0","stack":"12","turn":"0"}',1,1795176000000000000,NULL,NULL,0,0,NULL,0,X'a9a41101384d8635adea3322b2968fdc',0,0,NULL);
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat > 0),
    player   INTEGER NOT NULL CHECK (player > 0),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES(2,1,1);
INSERT INTO seats VALUES(3,1,1);
INSERT INTO seats VALUES(4,1,1);
INSERT INTO seats VALUES(2,2,2);
INSERT INTO seats VALUES(3,2,2);
INSERT INTO seats VALUES(4,2,2);
INSERT INTO seats VALUES(2,3,3);
INSERT INTO seats VALUES(3,3,3);
INSERT INTO seats VALUES(4,3,3);
CREATE TABLE lines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL CHECK (n > 0),
    at       INTEGER NOT NULL CHECK (at > 0),
    seat     INTEGER NOT NULL CHECK (seat >= -2 AND seat <> 0),
    words    TEXT    NOT NULL CHECK (length(words) <= 2000 AND instr(words, char(10)) = 0),
    source   TEXT    CHECK (length(source) BETWEEN 1 AND 64), transfers INTEGER NOT NULL DEFAULT 0 CHECK (transfers BETWEEN 0 AND 1000), chain BLOB CHECK (length(chain) = 16),
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO lines VALUES(2,30,1795176030000000000,-1,'end',NULL,12,X'71d6d9e7961c87397d86d898abcb63fe');
INSERT INTO lines VALUES(3,1,1795176001000000000,1,'join',NULL,1,X'9ed93b0ed12d34d9e2cf140f32f999b9');
INSERT INTO lines VALUES(3,2,1795176002000000000,2,'join',NULL,1,X'674f527ab532458db4aa7a9bd28fda03');
INSERT INTO lines VALUES(3,3,1795176003000000000,3,'join',NULL,1,X'cfe35ed3064c95fcaf7bf13c12ab33b0');
INSERT INTO lines VALUES(3,4,1795176004000000000,1,'start',NULL,0,X'897ed99d7cabbb0e7f8f90f2cb53a8bf');
INSERT INTO lines VALUES(3,5,1795176005000000000,-1,'deal 3TGQ 1NRD 3NGQ 1SGV 3NPV 3SRQ 1TPD 2TGQ',NULL,3,X'52d15a1626805212d4fdd40e014eac87');
INSERT INTO lines VALUES(3,6,1795176006000000000,2,'always pass',NULL,0,X'8687d44365f42ccf56a1af68ee8a8408');
INSERT INTO lines VALUES(3,7,1795176007000000000,2,'check',NULL,0,X'3484f1c745831ef941d4d6e37fa408e7');
INSERT INTO lines VALUES(3,8,1795176008000000000,2,'always ask',NULL,0,X'32c32ac80b30afd95603a45805109764');
INSERT INTO lines VALUES(3,9,1795176009000000000,1,'always pass',NULL,0,X'9c4d99109ab41c4300dc153484bf0b62');
INSERT INTO lines VALUES(3,10,1795176010000000000,3,'check',NULL,0,X'1cde95bb3b4d8dc8cd07bb5d4b93537a');
INSERT INTO lines VALUES(3,11,1795176011000000000,2,'always pass',NULL,0,X'16b7c69ae703b7a853d7f179dd4a1b17');
INSERT INTO lines VALUES(3,12,1795176012000000000,1,'check',NULL,0,X'da4afc04de2b38a652f7fee09fff2d9e');
INSERT INTO lines VALUES(3,13,1795176013000000000,3,'always pass',NULL,0,X'868a3ce5437bc72e677b867178169fec');
INSERT INTO lines VALUES(3,14,1795176014000000000,1,'always ask',NULL,0,X'2d5745a7c573bc1b4aab970a96f0cabe');
INSERT INTO lines VALUES(3,15,1795176015000000000,1,'always pass',NULL,0,X'dd48ac5e87661dd18c9301f70cd097bf');
INSERT INTO lines VALUES(3,16,1795176016000000000,1,'pass',NULL,0,X'4521118e5ead93e219f28ea41638228b');
INSERT INTO lines VALUES(3,17,1795176017000000000,1,'always ask',NULL,0,X'9c84586cd6aa6af4b793ab2508dcfc89');
INSERT INTO lines VALUES(3,18,1795176018000000000,-1,'end',NULL,6,X'6675d35dac23e889ecfb30fa3a2f88d8');
INSERT INTO lines VALUES(4,1,1795176001000000000,1,'join',NULL,1,X'9ed93b0ed12d34d9e2cf140f32f999b9');
INSERT INTO lines VALUES(4,2,1795176002000000000,2,'join',NULL,1,X'674f527ab532458db4aa7a9bd28fda03');
INSERT INTO lines VALUES(4,3,1795176003000000000,3,'join',NULL,1,X'cfe35ed3064c95fcaf7bf13c12ab33b0');
INSERT INTO lines VALUES(4,4,1795176004000000000,1,'start',NULL,0,X'897ed99d7cabbb0e7f8f90f2cb53a8bf');
INSERT INTO lines VALUES(4,5,1795176005000000000,-1,'deal 3TGQ 1NRD 3NGQ 1SGV 3NPV 3SRQ 1TPD 2TGQ',NULL,3,X'52d15a1626805212d4fdd40e014eac87');
INSERT INTO lines VALUES(4,6,1795176006000000000,2,'always pass',NULL,0,X'8687d44365f42ccf56a1af68ee8a8408');
INSERT INTO lines VALUES(4,7,1795176007000000000,2,'check',NULL,0,X'3484f1c745831ef941d4d6e37fa408e7');
INSERT INTO lines VALUES(4,8,1795176008000000000,2,'always ask',NULL,0,X'32c32ac80b30afd95603a45805109764');
INSERT INTO lines VALUES(4,9,1795176009000000000,1,'always pass',NULL,0,X'9c4d99109ab41c4300dc153484bf0b62');
INSERT INTO lines VALUES(4,10,1795176010000000000,3,'check',NULL,0,X'1cde95bb3b4d8dc8cd07bb5d4b93537a');
INSERT INTO lines VALUES(4,11,1795176011000000000,2,'always pass',NULL,0,X'16b7c69ae703b7a853d7f179dd4a1b17');
INSERT INTO lines VALUES(4,12,1795176012000000000,1,'check',NULL,0,X'da4afc04de2b38a652f7fee09fff2d9e');
INSERT INTO lines VALUES(4,13,1795176013000000000,3,'always pass',NULL,0,X'868a3ce5437bc72e677b867178169fec');
INSERT INTO lines VALUES(4,14,1795176014000000000,1,'always ask',NULL,0,X'2d5745a7c573bc1b4aab970a96f0cabe');
INSERT INTO lines VALUES(4,15,1795176015000000000,1,'always pass',NULL,0,X'dd48ac5e87661dd18c9301f70cd097bf');
INSERT INTO lines VALUES(4,16,1795176016000000000,1,'pass',NULL,0,X'4521118e5ead93e219f28ea41638228b');
INSERT INTO lines VALUES(4,17,1795176017000000000,1,'always ask',NULL,0,X'9c84586cd6aa6af4b793ab2508dcfc89');
INSERT INTO lines VALUES(4,18,1795176018000000000,1,'always pass',NULL,0,X'e3c5cfd6b446a090b38633c8725c92b5');
INSERT INTO lines VALUES(4,19,1795176019000000000,3,'always ask',NULL,0,X'629843119869e52de162ef6f3a64e88b');
INSERT INTO lines VALUES(4,20,1795176020000000000,3,'always pass',NULL,0,X'8d833b26b77cd3b0f96295e7c6baafb6');
INSERT INTO lines VALUES(4,21,1795176021000000000,3,'pass',NULL,0,X'a99a0438722f2eb3d5b1aa5ced4f43c3');
INSERT INTO lines VALUES(4,22,1795176022000000000,2,'pass',NULL,0,X'fdfc35cf5c99b2b0aca7aa14b7a532d3');
INSERT INTO lines VALUES(4,23,1795176023000000000,-1,'deal 3NPQ',NULL,0,X'76abfc18bf2ba98d39a29a4071b75de8');
INSERT INTO lines VALUES(4,24,1795176024000000000,2,'drop',NULL,0,X'fafa3777317bf51f0f8e7a0c5415c37d');
CREATE TABLE guilds (
    guild   INTEGER PRIMARY KEY CHECK (guild > 0),
    theme   TEXT    NOT NULL CHECK (length(theme) <= 32),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32),
    grace   INTEGER NOT NULL CHECK (grace >= 0),
    turn    INTEGER NOT NULL CHECK (turn >= 0)
, timezone TEXT NOT NULL DEFAULT '' CHECK (length(timezone) <= 64), language TEXT NOT NULL DEFAULT '' CHECK (length(language) <= 35)) STRICT;
CREATE TABLE players (
    player  INTEGER PRIMARY KEY CHECK (player > 0),
    palette TEXT    NOT NULL CHECK (length(palette) <= 32)
) STRICT;
CREATE TABLE names (
    guild  INTEGER NOT NULL CHECK (guild > 0),
    player INTEGER NOT NULL CHECK (player > 0),
    name   TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
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
INSERT INTO accounts VALUES(4,1000,'house',NULL,NULL,NULL,0,3005,42);
INSERT INTO accounts VALUES(5,1000,'player',1,NULL,NULL,1024,36,36);
INSERT INTO accounts VALUES(6,1000,'player',2,NULL,NULL,1029,36,42);
INSERT INTO accounts VALUES(7,1000,'player',3,NULL,NULL,1024,36,38);
INSERT INTO accounts VALUES(8,1000,'seat',1,2,1,20,20,21);
INSERT INTO accounts VALUES(9,1000,'seat',2,2,2,13,13,22);
INSERT INTO accounts VALUES(10,1000,'seat',3,2,3,17,17,23);
INSERT INTO accounts VALUES(11,1000,'pot',NULL,2,NULL,14,14,20);
INSERT INTO accounts VALUES(12,1000,'seat',1,3,1,13,13,33);
INSERT INTO accounts VALUES(13,1000,'seat',2,3,2,13,13,34);
INSERT INTO accounts VALUES(14,1000,'seat',3,3,3,13,13,35);
INSERT INTO accounts VALUES(15,1000,'pot',NULL,3,NULL,3,3,32);
INSERT INTO accounts VALUES(16,1000,'seat',1,4,1,12,1,41);
INSERT INTO accounts VALUES(17,1000,'seat',2,4,2,12,1,39);
INSERT INTO accounts VALUES(18,1000,'seat',3,4,3,12,1,40);
INSERT INTO accounts VALUES(19,1000,'pot',NULL,4,NULL,3,0,41);
CREATE TABLE grants (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild > 0),
    player  INTEGER NOT NULL CHECK (player > 0),
    kind    TEXT    NOT NULL CHECK (kind IN ('start', 'daily', 'gift')),
    amount  INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 100000),
    at      INTEGER NOT NULL CHECK (at > 0),
    granter INTEGER CHECK (granter > 0),
    reason  TEXT    CHECK (length(reason) BETWEEN 1 AND 200),
    source  TEXT    CHECK (length(source) BETWEEN 1 AND 64), chain BLOB CHECK (length(chain) = 16),
    CHECK ((kind = 'gift') = (granter IS NOT NULL)),
    CHECK ((kind = 'gift') = (reason IS NOT NULL))
) STRICT;
INSERT INTO grants VALUES(2,1000,1,'start',1000,1795176000000000000,NULL,NULL,NULL,X'cb15019d7d4cf800d7aca0addd36205c');
INSERT INTO grants VALUES(3,1000,2,'start',1000,1795176000000000000,NULL,NULL,NULL,X'080304c5ef552ddfaf9a652a79bd5fe0');
INSERT INTO grants VALUES(4,1000,3,'start',1000,1795176000000000000,NULL,NULL,NULL,X'45bde7cc823d95185aae7d581515b62d');
INSERT INTO grants VALUES(5,1000,2,'gift',5,1795176000000000000,1,'for the cake','#imzVCvovjZ_s5K9VEVqOBQ',X'ee799b7ff55c3c59929e1f08bc95dfc5');
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
INSERT INTO transfers VALUES(4,4,5,1000,NULL,NULL,2,1,1795176000000000000);
INSERT INTO transfers VALUES(5,4,6,1000,NULL,NULL,3,1,1795176000000000000);
INSERT INTO transfers VALUES(6,4,7,1000,NULL,NULL,4,1,1795176000000000000);
INSERT INTO transfers VALUES(7,5,8,12,2,30,NULL,1,1795176030000000000);
INSERT INTO transfers VALUES(8,6,9,12,2,30,NULL,2,1795176030000000000);
INSERT INTO transfers VALUES(9,7,10,12,2,30,NULL,3,1795176030000000000);
INSERT INTO transfers VALUES(10,9,11,1,2,30,NULL,4,1795176030000000000);
INSERT INTO transfers VALUES(14,10,11,5,2,30,NULL,5,1795176030000000000);
INSERT INTO transfers VALUES(15,8,11,8,2,30,NULL,6,1795176030000000000);
INSERT INTO transfers VALUES(18,11,8,8,2,30,NULL,7,1795176030000000000);
INSERT INTO transfers VALUES(19,11,9,1,2,30,NULL,8,1795176030000000000);
INSERT INTO transfers VALUES(20,11,10,5,2,30,NULL,9,1795176030000000000);
INSERT INTO transfers VALUES(21,8,5,12,2,30,NULL,10,1795176030000000000);
INSERT INTO transfers VALUES(22,9,6,12,2,30,NULL,11,1795176030000000000);
INSERT INTO transfers VALUES(23,10,7,12,2,30,NULL,12,1795176030000000000);
INSERT INTO transfers VALUES(24,5,12,12,3,1,NULL,1,1795176001000000000);
INSERT INTO transfers VALUES(25,6,13,12,3,2,NULL,1,1795176002000000000);
INSERT INTO transfers VALUES(26,7,14,12,3,3,NULL,1,1795176003000000000);
INSERT INTO transfers VALUES(27,13,15,1,3,5,NULL,1,1795176005000000000);
INSERT INTO transfers VALUES(28,14,15,1,3,5,NULL,2,1795176005000000000);
INSERT INTO transfers VALUES(29,12,15,1,3,5,NULL,3,1795176005000000000);
INSERT INTO transfers VALUES(30,15,12,1,3,18,NULL,1,1795176018000000000);
INSERT INTO transfers VALUES(31,15,13,1,3,18,NULL,2,1795176018000000000);
INSERT INTO transfers VALUES(32,15,14,1,3,18,NULL,3,1795176018000000000);
INSERT INTO transfers VALUES(33,12,5,12,3,18,NULL,4,1795176018000000000);
INSERT INTO transfers VALUES(34,13,6,12,3,18,NULL,5,1795176018000000000);
INSERT INTO transfers VALUES(35,14,7,12,3,18,NULL,6,1795176018000000000);
INSERT INTO transfers VALUES(36,5,16,12,4,1,NULL,1,1795176001000000000);
INSERT INTO transfers VALUES(37,6,17,12,4,2,NULL,1,1795176002000000000);
INSERT INTO transfers VALUES(38,7,18,12,4,3,NULL,1,1795176003000000000);
INSERT INTO transfers VALUES(39,17,19,1,4,5,NULL,1,1795176005000000000);
INSERT INTO transfers VALUES(40,18,19,1,4,5,NULL,2,1795176005000000000);
INSERT INTO transfers VALUES(41,16,19,1,4,5,NULL,3,1795176005000000000);
INSERT INTO transfers VALUES(42,4,6,5,NULL,NULL,5,1,1795176000000000000);
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
CREATE TABLE identifies (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL CHECK (at > 0)
) STRICT;
CREATE TABLE secret (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB    NOT NULL CHECK (length(key) = 32)
) STRICT;
INSERT INTO secret VALUES(1,X'1ffeb299cd85b99e2d0d288b1c1360cade720e7c5bab6b64a489dcdaaaa2aa23');
CREATE TABLE plans (
    id        INTEGER PRIMARY KEY,
    guild     INTEGER NOT NULL CHECK (guild > 0),
    number    INTEGER NOT NULL CHECK (number > 0), -- 1, 2, 3 … in the guild: what people call it
    channel   INTEGER NOT NULL CHECK (channel > 0),
    planner   INTEGER NOT NULL CHECK (planner > 0),
    made      INTEGER NOT NULL CHECK (made > 0),
    starts    INTEGER NOT NULL CHECK (starts > made),
    remind    INTEGER NOT NULL CHECK (remind BETWEEN made AND starts),
    post      INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0),   -- in which people sign up; 0: not posted yet
    event     INTEGER NOT NULL DEFAULT 0 CHECK (event >= -1), -- Discord's; 0: not made yet, -1: there is none
    cancelled INTEGER CHECK (cancelled > 0),
    done      INTEGER CHECK (done > 0), -- since when nothing is left to do: people were reminded, or know that it is off
    source    TEXT CHECK (length(source) BETWEEN 1 AND 64)
) STRICT;
CREATE TABLE signups (
    plan   INTEGER NOT NULL REFERENCES plans (id),
    player INTEGER NOT NULL CHECK (player > 0),
    at     INTEGER NOT NULL CHECK (at > 0),
    PRIMARY KEY (plan, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    id      INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1099511627776),
    discord INTEGER UNIQUE CHECK (discord > 0),             -- NULL: forgotten
    trace   INTEGER CHECK (trace BETWEEN 0 AND 65535),      -- of who was forgotten: sixteen bits of a keyed hash
    leaves  INTEGER CHECK (leaves > 0),                     -- since when somebody is to be forgotten, and still sits
    CHECK ((discord IS NULL) = (trace IS NOT NULL)),
    CHECK (discord IS NOT NULL OR leaves IS NULL)
) STRICT;
INSERT INTO people VALUES(1,11,NULL,NULL);
INSERT INTO people VALUES(2,12,NULL,NULL);
INSERT INTO people VALUES(3,13,NULL,NULL);
CREATE TABLE departed (
    guild INTEGER PRIMARY KEY CHECK (guild > 0),
    since INTEGER NOT NULL CHECK (since > 0),
    goes  INTEGER NOT NULL DEFAULT 0 CHECK (goes IN (0, 1)) -- in this very transaction
) STRICT;
CREATE TABLE purged (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    transfers INTEGER NOT NULL CHECK (transfers >= 0)
) STRICT;
INSERT INTO purged VALUES(1,8);
CREATE TABLE IF NOT EXISTS "tallies" (
    table_id INTEGER NOT NULL,
    what     TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 32),
    line     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    n        INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (table_id, what, line, seat),
    FOREIGN KEY (table_id, line) REFERENCES lines (table_id, n),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE totals (
    guild  INTEGER NOT NULL,
    what   TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    player INTEGER NOT NULL,
    n      INTEGER NOT NULL CHECK (n > 0),
    PRIMARY KEY (guild, what, game, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE folds (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    link     BLOB CHECK (length(link) = 16) -- of all that stays; NULL: it is folded in this very transaction
) STRICT;
INSERT INTO folds VALUES(2,X'4b75e38cc0681d56a89c2e5aed3ce2e8');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',20);
CREATE INDEX tables_closed ON tables (channel, closed) WHERE closed IS NOT NULL;
CREATE UNIQUE INDEX tables_source ON tables (source) WHERE source IS NOT NULL;
CREATE TRIGGER seats_insert BEFORE INSERT ON seats
WHEN EXISTS (SELECT 1 FROM seats WHERE table_id = NEW.table_id AND seat = NEW.seat)
BEGIN
    SELECT RAISE(ABORT, 'this seat is taken');
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
CREATE UNIQUE INDEX nights_number ON nights (guild, number);
CREATE UNIQUE INDEX nights_open ON nights (channel) WHERE ended IS NULL;
CREATE UNIQUE INDEX nights_source ON nights (source) WHERE source IS NOT NULL;
CREATE INDEX tables_night ON tables (night) WHERE night IS NOT NULL;
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
CREATE INDEX grants_guild ON grants (guild);
CREATE TRIGGER tables_chain BEFORE UPDATE OF chain ON tables WHEN OLD.chain IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a link of a chain is never changed');
END;
CREATE INDEX seats_player ON seats (player);
CREATE INDEX grants_granter ON grants (granter, reason) WHERE granter IS NOT NULL;
CREATE INDEX nights_twice ON nights (guild, channel, opener, buy_in, started, ended);
CREATE INDEX players_twice ON players (palette);
CREATE INDEX names_twice ON names (name);
CREATE INDEX identifies_at ON identifies (at);
CREATE INDEX secret_twice ON secret (key);
CREATE INDEX goose_db_version_twice ON goose_db_version (version_id, is_applied, tstamp);
CREATE INDEX tables_asleep ON tables (asleep) WHERE asleep > 0;
CREATE UNIQUE INDEX plans_number ON plans (guild, number);
CREATE UNIQUE INDEX plans_source ON plans (source) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX plans_once ON plans (channel, starts) WHERE cancelled IS NULL;
CREATE INDEX plans_due ON plans (remind) WHERE done IS NULL;
CREATE INDEX plans_ahead ON plans (guild, starts) WHERE cancelled IS NULL;
CREATE INDEX guilds_twice ON guilds (theme, palette, grace, turn, timezone);
CREATE INDEX plans_twice ON plans (guild, number, channel, planner, made, starts, remind, post, event, cancelled, done);
CREATE INDEX signups_twice ON signups (player, at);
CREATE INDEX people_trace ON people (trace) WHERE trace IS NOT NULL;
CREATE INDEX people_leaves ON people (leaves) WHERE leaves IS NOT NULL;
CREATE TRIGGER people_update BEFORE UPDATE ON people
WHEN NEW.id IS NOT OLD.id OR (NEW.discord IS NOT NULL AND NEW.discord IS NOT OLD.discord)
BEGIN
    SELECT RAISE(ABORT, 'a number stays the same person''s');
END;
CREATE TRIGGER tables_update BEFORE UPDATE ON tables
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.channel IS NOT OLD.channel
  OR NEW.game IS NOT OLD.game OR NEW.options IS NOT OLD.options OR NEW.opener IS NOT OLD.opener
  OR NEW.opened IS NOT OLD.opened OR NEW.source IS NOT OLD.source
  OR (OLD.closed IS NOT NULL AND NEW.closed IS NOT OLD.closed)
BEGIN
    SELECT RAISE(ABORT, 'a table is not changed after it was opened, nor opened again');
END;
CREATE TRIGGER seats_update BEFORE UPDATE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never changed');
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
CREATE TRIGGER grants_update BEFORE UPDATE ON grants
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.player IS NOT OLD.player
  OR NEW.kind IS NOT OLD.kind OR NEW.amount IS NOT OLD.amount OR NEW.at IS NOT OLD.at
  OR NEW.granter IS NOT OLD.granter OR NEW.source IS NOT OLD.source OR NEW.chain IS NOT OLD.chain
  OR NEW.reason IS NOT '…'
BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
CREATE INDEX departed_since ON departed (since, goes);
CREATE INDEX purged_twice ON purged (transfers);
CREATE TRIGGER tables_delete BEFORE DELETE ON tables WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a table is never deleted');
END;
CREATE TRIGGER seats_delete BEFORE DELETE ON seats
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a seat is never deleted');
END;
CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;
CREATE TRIGGER grants_delete BEFORE DELETE ON grants WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a grant is never deleted');
END;
CREATE TRIGGER nights_delete BEFORE DELETE ON nights WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes) BEGIN
    SELECT RAISE(ABORT, 'a night is never deleted');
END;
CREATE UNIQUE INDEX tables_daily ON tables (opener, game, daily) WHERE daily IS NOT NULL;
CREATE INDEX tables_daily_open ON tables (daily) WHERE daily IS NOT NULL AND closed IS NULL;
CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE closed IS NULL AND daily IS NULL;
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
CREATE TRIGGER tables_total AFTER UPDATE OF closed ON tables WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL BEGIN
    INSERT INTO totals SELECT NEW.guild, y.what, NEW.game, s.player,
            CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END
        FROM tallies y JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
        WHERE y.table_id = NEW.id GROUP BY 2, 4
    ON CONFLICT DO UPDATE SET n = CASE what WHEN 'fastest' THEN min(n, excluded.n) WHEN 'streak' THEN max(n, excluded.n)
        ELSE n + excluded.n END;
END;
CREATE INDEX tables_guild ON tables (guild, closed, opened, game, opener);
CREATE INDEX lines_cause ON lines (substr(source, -6)) WHERE source IS NOT NULL;
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
CREATE INDEX folds_link ON folds (link);
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
CREATE TRIGGER lines_update BEFORE UPDATE ON lines
WHEN NEW.table_id IS NOT OLD.table_id OR NEW.n IS NOT OLD.n OR NEW.at IS NOT OLD.at OR NEW.seat IS NOT OLD.seat
  OR NEW.words IS NOT OLD.words OR NEW.chain IS NOT OLD.chain
  OR NOT CASE WHEN NEW.transfers IS NOT OLD.transfers
        THEN NEW.source IS OLD.source AND EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
        ELSE OLD.source IS NOT NULL AND substr(OLD.source, 1, 1) <> '#' AND substr(coalesce(NEW.source, ''), 1, 1) = '#'
         AND EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND closed IS NOT NULL) END
BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;
CREATE TRIGGER lines_delete BEFORE DELETE ON lines
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;
CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
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
COMMIT;
