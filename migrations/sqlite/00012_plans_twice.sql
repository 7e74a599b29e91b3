-- No chain covers what somebody has chosen, planned or signed up for. It lies twice, in its row and in an
-- index, and PRAGMA integrity_check compares the two: see 00008_chain.sql.

DROP INDEX guilds_twice;
CREATE INDEX guilds_twice ON guilds (theme, palette, grace, turn, timezone);
CREATE INDEX plans_twice ON plans (guild, number, channel, planner, made, starts, remind, post, event, cancelled, done);
CREATE INDEX signups_twice ON signups (player, at);
