-- Messages of the bot that are to be deleted sometime, whichever run of the bot that will be: offers of
-- games, which belong to no table; reminders, with the deadline of their turn; old posts of tables.

CREATE TABLE leftovers (
    channel  INTEGER NOT NULL CHECK (channel > 0),
    message  INTEGER NOT NULL CHECK (message > 0),
    guild    INTEGER NOT NULL CHECK (guild > 0),
    table_id INTEGER CHECK (table_id > 0),
    turn     INTEGER CHECK (turn > 0 AND (turn IS NULL OR table_id IS NOT NULL)),
    PRIMARY KEY (channel, message)
) STRICT, WITHOUT ROWID;

-- In the same commit in which a table has another post, its old one is to be deleted.
CREATE TRIGGER tables_post AFTER UPDATE OF post ON tables WHEN OLD.post > 0 AND NEW.post <> OLD.post BEGIN
    INSERT INTO leftovers (channel, message, guild, table_id) SELECT OLD.channel, OLD.post, OLD.guild, OLD.id
        WHERE NOT EXISTS (SELECT 1 FROM leftovers WHERE channel = OLD.channel AND message = OLD.post);
END;
