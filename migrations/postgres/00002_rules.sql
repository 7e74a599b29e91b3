-- The set of rules that a server's tables are opened by; empty: the usual one.
ALTER TABLE guilds ADD COLUMN rules text NOT NULL DEFAULT '' CHECK (rules IN ('', 'house', 'book'));
