-- The ledger: accounts, transfers between them, and grants.
--
-- Chips are whole numbers. An account is two sums that only grow; what lies in
-- it is their difference. Over a guild these differences are zero, because a
-- transfer adds the same amount to one account's paid_out and to another's
-- paid_in. What may not be is refused by triggers as well as by CHECKs:
-- INSERT OR IGNORE steps over a CHECK in silence, RAISE stops it.

-- +goose Up

-- How many transfers a line causes. It is said with the line and never changed,
-- so a line that stands gets no further transfers later.
ALTER TABLE lines ADD COLUMN transfers INTEGER NOT NULL DEFAULT 0 CHECK (transfers BETWEEN 0 AND 1000);

-- The house is where grants come from; a player's account is their balance in
-- the guild; a seat's is the stack before it; a pot's what was bet.
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

CREATE UNIQUE INDEX accounts_guild ON accounts (guild, kind, coalesce(player, 0)) WHERE table_id IS NULL;
CREATE UNIQUE INDEX accounts_table ON accounts (table_id, coalesce(seat, 0)) WHERE table_id IS NOT NULL;
CREATE INDEX accounts_player ON accounts (guild, player, kind) WHERE player IS NOT NULL;

-- Chips that the house gives: once at the start, up to a floor each day, and
-- gifts by somebody who may. A grant brings its transfer with it, see below.
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

CREATE UNIQUE INDEX grants_start ON grants (guild, player) WHERE kind = 'start';
-- At most one a day, by the calendar of UTC.
CREATE UNIQUE INDEX grants_daily ON grants (guild, player, at / 86400000000000) WHERE kind = 'daily';
CREATE INDEX grants_gift ON grants (guild, id) WHERE kind = 'gift';
CREATE UNIQUE INDEX grants_source ON grants (source) WHERE source IS NOT NULL;

-- at repeats the time of the cause, so that a leaderboard of a period reads
-- one index; the trigger refuses a copy that differs.
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

CREATE UNIQUE INDEX transfers_line ON transfers (table_id, line, ordinal) WHERE line IS NOT NULL;
CREATE UNIQUE INDEX transfers_grant ON transfers (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX transfers_payer ON transfers (payer, at, payee, amount);
CREATE INDEX transfers_payee ON transfers (payee, at, payer, amount);

-- +goose StatementBegin
CREATE TRIGGER lines_settled BEFORE INSERT ON lines
WHEN (SELECT transfers FROM lines WHERE table_id = NEW.table_id AND n = NEW.n - 1) > 0
BEGIN
    SELECT RAISE(ABORT, 'the line before lacks transfers')
        WHERE NOT EXISTS (SELECT 1 FROM lines l
                          JOIN transfers x ON x.table_id = l.table_id AND x.line = l.n AND x.ordinal = l.transfers
                          WHERE l.table_id = NEW.table_id AND l.n = NEW.n - 1);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_close BEFORE UPDATE OF closed ON tables
WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'chips lie on the table')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE table_id = NEW.id AND paid_in <> paid_out);
    SELECT RAISE(ABORT, 'the last line lacks transfers')
        WHERE EXISTS (SELECT 1 FROM lines l WHERE l.table_id = NEW.id AND l.transfers > 0
                      AND l.n = (SELECT max(n) FROM lines WHERE table_id = NEW.id)
                      AND NOT EXISTS (SELECT 1 FROM transfers x
                                      WHERE x.table_id = l.table_id AND x.line = l.n AND x.ordinal = l.transfers));
END;
-- +goose StatementEnd

-- +goose StatementBegin
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
-- +goose StatementEnd

-- The sums take up one transfer at a time, each once and in order. Only the
-- trigger that follows a transfer finds one that was not yet taken up.
-- +goose StatementBegin
CREATE TRIGGER accounts_update BEFORE UPDATE ON accounts BEGIN
    SELECT RAISE(ABORT, 'an account is never changed')
        WHERE NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.kind IS NOT OLD.kind
           OR NEW.player IS NOT OLD.player OR NEW.table_id IS NOT OLD.table_id OR NEW.seat IS NOT OLD.seat;
    SELECT RAISE(ABORT, 'the sums of an account follow its transfers')
        WHERE NEW.last <= OLD.last OR NOT EXISTS (SELECT 1 FROM transfers WHERE id = NEW.last AND (
               (payer = OLD.id AND NEW.paid_out = OLD.paid_out + amount AND NEW.paid_in = OLD.paid_in)
            OR (payee = OLD.id AND NEW.paid_in = OLD.paid_in + amount AND NEW.paid_out = OLD.paid_out)));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfers_insert BEFORE INSERT ON transfers BEGIN
    SELECT RAISE(ABORT, 'this transfer stands already')
        WHERE EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id)
           OR EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                      AND table_id = NEW.table_id AND line = NEW.line AND ordinal = NEW.ordinal)
           OR EXISTS (SELECT 1 FROM transfers WHERE grant_id IS NOT NULL AND grant_id = NEW.grant_id);
    SELECT RAISE(ABORT, 'a transfer moves between 1 and 1000000000000 chips')
        WHERE NEW.amount NOT BETWEEN 1 AND 1000000000000;
    SELECT RAISE(ABORT, 'a transfer needs two accounts of one guild')
        WHERE NEW.payer = NEW.payee
           OR NOT EXISTS (SELECT 1 FROM accounts a JOIN accounts b ON b.guild = a.guild
                          WHERE a.id = NEW.payer AND b.id = NEW.payee);
    SELECT RAISE(ABORT, 'a transfer has one cause')
        WHERE (NEW.line IS NULL) = (NEW.grant_id IS NULL) OR (NEW.line IS NULL) <> (NEW.table_id IS NULL);
    SELECT RAISE(ABORT, 'the line does not cause this transfer')
        WHERE NEW.line IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM lines l
                          JOIN tables t ON t.id = l.table_id
                          JOIN accounts a ON a.id = NEW.payer AND a.guild = t.guild
                          WHERE l.table_id = NEW.table_id AND l.n = NEW.line AND l.at = NEW.at
                            AND NEW.ordinal BETWEEN 1 AND l.transfers);
    SELECT RAISE(ABORT, 'the transfers of a line are numbered without gaps')
        WHERE NEW.line IS NOT NULL AND NEW.ordinal > 1
          AND NOT EXISTS (SELECT 1 FROM transfers WHERE line IS NOT NULL
                          AND table_id = NEW.table_id AND line = NEW.line AND ordinal = NEW.ordinal - 1);
    SELECT RAISE(ABORT, 'a line moves the chips of its own table')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE id IN (NEW.payer, NEW.payee)
                      AND table_id IS NOT NULL AND table_id IS NOT NEW.table_id);
    SELECT RAISE(ABORT, 'a balance and its owner''s seat pay only each other')
        WHERE NEW.line IS NOT NULL
          AND EXISTS (SELECT 1 FROM accounts a JOIN accounts b ON b.id = NEW.payee
                      WHERE a.id = NEW.payer AND (a.kind = 'player' OR b.kind = 'player')
                        AND (a.player IS NOT b.player OR 'seat' NOT IN (a.kind, b.kind)));
    SELECT RAISE(ABORT, 'a grant is paid by the house, as it says')
        WHERE NEW.grant_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM grants g
                          JOIN accounts a ON a.id = NEW.payer AND a.kind = 'house' AND a.guild = g.guild
                          JOIN accounts b ON b.id = NEW.payee AND b.kind = 'player' AND b.guild = g.guild
                          WHERE g.id = NEW.grant_id AND b.player = g.player AND g.amount = NEW.amount
                            AND g.at = NEW.at AND NEW.ordinal = 1);
    SELECT RAISE(ABORT, 'too few chips')
        WHERE EXISTS (SELECT 1 FROM accounts
                      WHERE id = NEW.payer AND kind <> 'house' AND paid_in - paid_out < NEW.amount);
    SELECT RAISE(ABORT, 'more chips than an account can count')
        WHERE EXISTS (SELECT 1 FROM accounts WHERE id = NEW.payer AND paid_out > 4611686018427387904 - NEW.amount)
           OR EXISTS (SELECT 1 FROM accounts WHERE id = NEW.payee AND paid_in > 4611686018427387904 - NEW.amount);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfers_count AFTER INSERT ON transfers BEGIN
    SELECT RAISE(ABORT, 'transfers are numbered without gaps')
        WHERE NEW.id <> 1 AND NOT EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id - 1);
    UPDATE accounts SET paid_out = paid_out + NEW.amount, last = NEW.id WHERE id = NEW.payer;
    UPDATE accounts SET paid_in = paid_in + NEW.amount, last = NEW.id WHERE id = NEW.payee;
    SELECT RAISE(ABORT, 'a transfer counts on both sides')
        WHERE (SELECT count(*) FROM accounts WHERE id IN (NEW.payer, NEW.payee) AND last = NEW.id) <> 2;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfers_update BEFORE UPDATE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
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
-- +goose StatementEnd

-- +goose StatementBegin
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
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER grants_update BEFORE UPDATE ON grants BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER grants_delete BEFORE DELETE ON grants BEGIN
    SELECT RAISE(ABORT, 'a grant is never deleted');
END;
-- +goose StatementEnd
