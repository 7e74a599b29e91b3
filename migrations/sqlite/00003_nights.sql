-- Poker nights: an evening in a channel, whose tables count for one standing.
--
-- A table knows the night it was opened in, so that what belongs to a night is
-- decided once, by the writer, and not by comparing times afterwards.

-- +goose Up

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

CREATE UNIQUE INDEX nights_number ON nights (guild, number);
-- One open night per channel, whoever asks and however often.
CREATE UNIQUE INDEX nights_open ON nights (channel) WHERE ended IS NULL;
CREATE UNIQUE INDEX nights_source ON nights (source) WHERE source IS NOT NULL;

ALTER TABLE tables ADD COLUMN night INTEGER REFERENCES nights (id);

CREATE INDEX tables_night ON tables (night) WHERE night IS NOT NULL;

-- +goose StatementBegin
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
-- +goose StatementEnd

-- +goose StatementBegin
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
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER nights_delete BEFORE DELETE ON nights BEGIN
    SELECT RAISE(ABORT, 'a night is never deleted');
END;
-- +goose StatementEnd

-- A table is of the night that is open in its channel, or of none: nothing is
-- added to a night that has ended.
-- +goose StatementBegin
CREATE TRIGGER tables_tonight BEFORE INSERT ON tables BEGIN
    SELECT RAISE(ABORT, 'a table is of the open night of its channel')
        WHERE NEW.night IS NOT (SELECT id FROM nights WHERE channel = NEW.channel AND ended IS NULL);
    SELECT RAISE(ABORT, 'a table is of the guild of its night')
        WHERE NEW.night IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM nights WHERE id = NEW.night AND guild = NEW.guild);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER tables_same_night BEFORE UPDATE OF night ON tables
WHEN NEW.night IS NOT OLD.night
BEGIN
    SELECT RAISE(ABORT, 'a table stays of its night');
END;
-- +goose StatementEnd
