-- The language in which a server is spoken to, by its tag of BCP 47. Empty: as Discord has it for the server.

ALTER TABLE guilds ADD COLUMN language TEXT NOT NULL DEFAULT '' CHECK (length(language) <= 35);
