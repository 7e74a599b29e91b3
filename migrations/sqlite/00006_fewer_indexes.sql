-- A transfer is found by its table: one index where there were three, so that a
-- bet writes two pages less. A line moves the chips of its own table alone, and
-- so all that an account at a table paid or was paid lies there, and all that a
-- balance did lies at its owner's tables and with the grants.

-- +goose Up

DROP INDEX transfers_line;
DROP INDEX transfers_payer;
DROP INDEX transfers_payee;

-- at stands before line, because a table is asked for a period. It repeats the
-- line's: who knows the line knows it, and the triggers below look there.
CREATE UNIQUE INDEX transfers_line ON transfers (table_id, at, line, ordinal) WHERE line IS NOT NULL;

-- What a member was given is asked for by the member.
CREATE INDEX grants_player ON grants (guild, player);

DROP TRIGGER lines_insert;
DROP TRIGGER tables_close;
DROP TRIGGER transfers_insert;

-- +goose StatementBegin
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
                      AND NOT EXISTS (SELECT 1 FROM transfers x WHERE x.table_id = l.table_id
                                      AND x.at = l.at AND x.line = l.n AND x.ordinal = l.transfers));
END;
-- +goose StatementEnd

-- +goose StatementBegin
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
-- +goose StatementEnd
