-- Messages of the bot that are to be deleted sometime, whichever run of the bot that will be: offers of
-- games, which belong to no table; reminders, with the deadline of their turn; old posts of tables.
CREATE TABLE leftovers (
    channel  bigint NOT NULL CHECK (channel > 0),
    message  bigint NOT NULL CHECK (message > 0),
    guild    bigint NOT NULL CHECK (guild > 0),
    table_id bigint CHECK (table_id > 0),
    turn     bigint CHECK (turn > 0 AND (turn IS NULL OR table_id IS NOT NULL)),
    PRIMARY KEY (channel, message)
);

-- In the same commit in which a table has another post, its old one is to be deleted.
CREATE FUNCTION tables_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO leftovers (channel, message, guild, table_id)
        VALUES (OLD.channel, OLD.post, OLD.guild, OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER tables_post AFTER UPDATE OF post ON tables FOR EACH ROW
    WHEN (OLD.post > 0 AND NEW.post <> OLD.post) EXECUTE FUNCTION tables_post();
