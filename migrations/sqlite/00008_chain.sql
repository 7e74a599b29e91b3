-- A chain over every journal and over the grants of every guild: each row bears
-- a hash of itself and of the row before it (package store says of what). The
-- rows that are there get theirs right after this script, in its transaction.
--
-- A row without a link is one that is about to get it: once, and never another.

-- +goose Up

ALTER TABLE tables ADD COLUMN chain BLOB CHECK (length(chain) = 16);
ALTER TABLE lines ADD COLUMN chain BLOB CHECK (length(chain) = 16);
ALTER TABLE grants ADD COLUMN chain BLOB CHECK (length(chain) = 16);

-- The newest grant of a guild is what the next one follows.
CREATE INDEX grants_guild ON grants (guild);

DROP TRIGGER lines_update;
DROP TRIGGER grants_update;

-- +goose StatementBegin
CREATE TRIGGER tables_chain BEFORE UPDATE OF chain ON tables WHEN OLD.chain IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a link of a chain is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER lines_update BEFORE UPDATE ON lines
WHEN OLD.chain IS NOT NULL
  OR NEW.table_id IS NOT OLD.table_id OR NEW.n IS NOT OLD.n OR NEW.at IS NOT OLD.at OR NEW.seat IS NOT OLD.seat
  OR NEW.words IS NOT OLD.words OR NEW.source IS NOT OLD.source OR NEW.transfers IS NOT OLD.transfers
BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER grants_update BEFORE UPDATE ON grants
WHEN OLD.chain IS NOT NULL
  OR NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.player IS NOT OLD.player
  OR NEW.kind IS NOT OLD.kind OR NEW.amount IS NOT OLD.amount OR NEW.at IS NOT OLD.at
  OR NEW.granter IS NOT OLD.granter OR NEW.reason IS NOT OLD.reason OR NEW.source IS NOT OLD.source
BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
-- +goose StatementEnd

-- No chain covers who somebody is, nor what somebody has chosen. That lies twice,
-- in its row and in an index, and PRAGMA integrity_check compares the two, so that
-- a byte that has changed on the disk is found there as well.
CREATE INDEX tables_guild ON tables (guild, opener);
CREATE INDEX seats_player ON seats (player);
CREATE INDEX grants_granter ON grants (granter, reason) WHERE granter IS NOT NULL;
CREATE INDEX nights_twice ON nights (guild, channel, opener, buy_in, started, ended);
CREATE INDEX guilds_twice ON guilds (theme, palette, grace, turn);
CREATE INDEX players_twice ON players (palette);
CREATE INDEX names_twice ON names (name);
CREATE INDEX identifies_at ON identifies (at);
CREATE INDEX secret_twice ON secret (key);
CREATE INDEX goose_db_version_twice ON goose_db_version (version_id, is_applied, tstamp);

-- What people were shown and what was heard changes with every line: a sum is
-- cheaper than an index, and an audit proves it.
ALTER TABLE tables ADD COLUMN seen INTEGER CHECK (seen = shown + post - heard);
UPDATE tables SET seen = shown + post - heard;
