-- A night whose first table could not be shown to anybody never began: it is deleted, unless a later one has a
-- number already.

DROP TRIGGER nights_delete;

CREATE TRIGGER nights_delete BEFORE DELETE ON nights
WHEN OLD.guild NOT IN (SELECT guild FROM departed WHERE goes)
  AND (EXISTS (SELECT 1 FROM tables WHERE night = OLD.id)
    OR EXISTS (SELECT 1 FROM nights WHERE guild = OLD.guild AND number > OLD.number))
BEGIN
    SELECT RAISE(ABORT, 'a night that began is never deleted');
END;

DROP TRIGGER tables_same_night;

CREATE TRIGGER tables_same_night BEFORE UPDATE OF night ON tables
WHEN NEW.night IS NOT OLD.night
  AND (NEW.night IS NOT NULL OR OLD.closed IS NULL OR EXISTS (SELECT 1 FROM seats WHERE table_id = OLD.id))
BEGIN
    SELECT RAISE(ABORT, 'a table stays of its night');
END;
