-- A daily deal is a table in front of one person: its day, UTC, in days since 1970. Everybody has one of each
-- game a day, wherever they are. It takes no place in a channel, and is of no night.

ALTER TABLE tables ADD COLUMN daily INTEGER CHECK (daily > 0);

CREATE UNIQUE INDEX tables_daily ON tables (opener, game, daily) WHERE daily IS NOT NULL;
CREATE INDEX tables_daily_open ON tables (daily) WHERE daily IS NOT NULL AND closed IS NULL;

DROP INDEX tables_open;
CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE closed IS NULL AND daily IS NULL;

DROP TRIGGER tables_insert;
DROP TRIGGER tables_tonight;
DROP TRIGGER nights_insert;

-- +goose StatementBegin
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
          AND (EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_daily BEFORE UPDATE OF daily ON tables WHEN NEW.daily IS NOT OLD.daily BEGIN
    SELECT RAISE(ABORT, 'a daily deal stays of its day');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_tonight BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'a daily deal is of no night') WHERE NEW.daily IS NOT NULL AND NEW.night IS NOT NULL;
    SELECT RAISE(ABORT, 'a table is of the open night of its channel')
        WHERE NEW.daily IS NULL AND NEW.night IS NOT (SELECT id FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a table is of the guild of its night')
        WHERE NEW.night IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM nights WHERE id = NEW.night AND guild = NEW.guild);
END;
-- +goose StatementEnd

-- +goose StatementBegin
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
            OR EXISTS (SELECT 1 FROM lines WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM tables WHERE source = NEW.source)
            OR EXISTS (SELECT 1 FROM grants WHERE source = NEW.source));
END;
-- +goose StatementEnd
