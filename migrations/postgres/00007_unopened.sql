-- A night whose first table could not be shown to anybody never began: it is deleted, unless a later one has a
-- number already.
CREATE OR REPLACE FUNCTION nights_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.guild NOT IN (SELECT guild FROM departed WHERE goes)
        AND (EXISTS (SELECT 1 FROM tables WHERE night = OLD.id)
          OR EXISTS (SELECT 1 FROM nights WHERE guild = OLD.guild AND number > OLD.number))) THEN
    RAISE EXCEPTION 'a night that began is never deleted';
    END IF;
    RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION tables_same_night() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.night IS DISTINCT FROM OLD.night
        AND (NEW.night IS NOT NULL OR OLD.closed IS NULL
          OR EXISTS (SELECT 1 FROM seats WHERE table_id = OLD.id))) THEN
    RAISE EXCEPTION 'a table stays of its night';
    END IF;
    RETURN NEW;
END $$;
