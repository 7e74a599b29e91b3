-- Nights that are planned: when, in which channel, and who comes. A plan is never deleted; what was
-- cancelled says so.

CREATE TABLE plans (
    id        INTEGER PRIMARY KEY,
    guild     INTEGER NOT NULL CHECK (guild > 0),
    number    INTEGER NOT NULL CHECK (number > 0), -- 1, 2, 3 … in the guild: what people call it
    channel   INTEGER NOT NULL CHECK (channel > 0),
    planner   INTEGER NOT NULL CHECK (planner > 0),
    made      INTEGER NOT NULL CHECK (made > 0),
    starts    INTEGER NOT NULL CHECK (starts > made),
    remind    INTEGER NOT NULL CHECK (remind BETWEEN made AND starts),
    post      INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0),   -- in which people sign up; 0: not posted yet
    event     INTEGER NOT NULL DEFAULT 0 CHECK (event >= -1), -- Discord's; 0: not made yet, -1: there is none
    cancelled INTEGER CHECK (cancelled > 0),
    done      INTEGER CHECK (done > 0), -- since when nothing is left to do: people were reminded, or know that it is off
    source    TEXT CHECK (length(source) BETWEEN 1 AND 64)
) STRICT;

CREATE UNIQUE INDEX plans_number ON plans (guild, number);
CREATE UNIQUE INDEX plans_source ON plans (source) WHERE source IS NOT NULL;
-- A night is planned once, whoever asks and however often.
CREATE UNIQUE INDEX plans_once ON plans (channel, starts) WHERE cancelled IS NULL;
-- The few for which something is left to do are looked for every now and then.
CREATE INDEX plans_due ON plans (remind) WHERE done IS NULL;
CREATE INDEX plans_ahead ON plans (guild, starts) WHERE cancelled IS NULL;

CREATE TABLE signups (
    plan   INTEGER NOT NULL REFERENCES plans (id),
    player INTEGER NOT NULL CHECK (player > 0),
    at     INTEGER NOT NULL CHECK (at > 0),
    PRIMARY KEY (plan, player)
) STRICT, WITHOUT ROWID;
