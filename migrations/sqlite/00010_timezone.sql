-- The time zone of a server, by its name in the IANA database: in it people say when a night is to
-- begin, and in it a day of a leaderboard begins. Empty: UTC.

ALTER TABLE guilds ADD COLUMN timezone TEXT NOT NULL DEFAULT '' CHECK (length(timezone) <= 64);
