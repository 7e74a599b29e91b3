-- Several processes on one database, each for the servers of the shards that it has leased.

-- Who is there. All times here are by the clock of this server.
CREATE TABLE processes (
    name   text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
    came   bigint GENERATED ALWAYS AS IDENTITY,
    rolled timestamptz NOT NULL,
    until  timestamptz NOT NULL CHECK (until > rolled AND until <= rolled + interval '2 minutes')
);

-- Into how many parts the servers are divided. That stays so while one of them is leased.
CREATE TABLE division (
    id     bigint PRIMARY KEY CHECK (id = 1),
    shards bigint NOT NULL UNIQUE CHECK (shards BETWEEN 1 AND 4096)
);

-- Whoever takes a shard does so under an epoch that no lease has had before.
CREATE SEQUENCE epochs;
CREATE TABLE leases (
    shard  bigint PRIMARY KEY,
    shards bigint NOT NULL REFERENCES division (shards),
    owner  text NOT NULL CHECK (length(owner) BETWEEN 1 AND 100),
    epoch  bigint NOT NULL UNIQUE CHECK (epoch > 0),
    rolled timestamptz NOT NULL,
    until  timestamptz NOT NULL CHECK (until > rolled AND until <= rolled + interval '2 minutes'),
    CHECK (shard >= 0 AND shard < shards)
);

-- When a bucket had its last turn.
CREATE TABLE turns (
    bucket bigint PRIMARY KEY CHECK (bucket >= 0),
    last   timestamptz NOT NULL
);

-- What processes remember of servers and people they are told when it changes.
CREATE FUNCTION tell_guild() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('settable', 'guild ' || coalesce(NEW.guild, OLD.guild));
    RETURN NULL;
END $$;
CREATE FUNCTION tell_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('settable', 'player ' || discord) FROM people
        WHERE id = coalesce(NEW.player, OLD.player) AND discord IS NOT NULL;
    RETURN NULL;
END $$;
CREATE FUNCTION tell_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('settable', 'player ' || OLD.discord) WHERE OLD.discord IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER guilds_told AFTER INSERT OR DELETE ON guilds FOR EACH ROW EXECUTE FUNCTION tell_guild();
CREATE TRIGGER guilds_told_anew AFTER UPDATE ON guilds FOR EACH ROW
    WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION tell_guild();
CREATE TRIGGER names_told AFTER INSERT OR DELETE ON names FOR EACH ROW EXECUTE FUNCTION tell_guild();
CREATE TRIGGER names_told_anew AFTER UPDATE ON names FOR EACH ROW
    WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION tell_guild();
CREATE TRIGGER players_told AFTER INSERT OR DELETE ON players FOR EACH ROW EXECUTE FUNCTION tell_player();
CREATE TRIGGER players_told_anew AFTER UPDATE ON players FOR EACH ROW
    WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION tell_player();
CREATE TRIGGER people_told AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION tell_person();
CREATE TRIGGER people_told_anew AFTER UPDATE ON people FOR EACH ROW
    WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION tell_person();

-- Without an index by account, which each transfer would pay for, these would read all transfers for each
-- account of a server that is purged. That both accounts are there is looked up when a transfer is written.
ALTER TABLE transfers DROP CONSTRAINT transfers_payer_fkey;
ALTER TABLE transfers DROP CONSTRAINT transfers_payee_fkey;

-- The last sign of life, by shard.
ALTER TABLE beats DROP CONSTRAINT beats_id_check;
ALTER TABLE beats RENAME id TO shard;
UPDATE beats SET shard = 0;
ALTER TABLE beats ADD CHECK (shard >= 0);

CREATE INDEX tables_playing ON tables (id) WHERE closed IS NULL;
