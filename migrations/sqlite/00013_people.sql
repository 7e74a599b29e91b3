-- A person has a number of our own: journals, tallies and books know no other. One table says whose it is by
-- Discord's id, and names say what people are called; where both are taken away a person is forgotten, and
-- everything else stays as it was and proves as it did. Players of the house have the highest numbers there are,
-- and no row.
--
-- What Discord calls the cause of something is kept as a hash with the database's own key, but for the lines of
-- tables that are open: there the bot still asks which of the channel's messages it has judged. The hashes of
-- what is here already are worked out right after this script, in its transaction.

CREATE TABLE people (
    id      INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1099511627776),
    discord INTEGER UNIQUE CHECK (discord > 0),             -- NULL: forgotten
    trace   INTEGER CHECK (trace BETWEEN 0 AND 65535),      -- of who was forgotten: sixteen bits of a keyed hash
    leaves  INTEGER CHECK (leaves > 0),                     -- since when somebody is to be forgotten, and still sits
    CHECK ((discord IS NULL) = (trace IS NOT NULL)),
    CHECK (discord IS NOT NULL OR leaves IS NULL)
) STRICT;

CREATE INDEX people_trace ON people (trace) WHERE trace IS NOT NULL;
CREATE INDEX people_leaves ON people (leaves) WHERE leaves IS NOT NULL;

-- A number is whose it is, or nobody's any more.
-- +goose StatementBegin
CREATE TRIGGER people_update BEFORE UPDATE ON people
WHEN NEW.id IS NOT OLD.id OR (NEW.discord IS NOT NULL AND NEW.discord IS NOT OLD.discord)
BEGIN
    SELECT RAISE(ABORT, 'a number stays the same person''s');
END;
-- +goose StatementEnd

INSERT INTO people (discord) SELECT DISTINCT who FROM (
    SELECT opener AS who FROM tables
    UNION SELECT player FROM seats
    UNION SELECT player FROM accounts
    UNION SELECT player FROM grants
    UNION SELECT granter FROM grants
    UNION SELECT opener FROM nights
    UNION SELECT planner FROM plans
    UNION SELECT player FROM signups
    UNION SELECT player FROM players
    UNION SELECT player FROM names
) WHERE who BETWEEN 1 AND 9223372036854775742 ORDER BY who;

DROP TRIGGER tables_update;
DROP TRIGGER seats_update;
DROP TRIGGER tallies_update;
DROP TRIGGER accounts_update;
DROP TRIGGER grants_update;
DROP TRIGGER nights_update;
DROP TRIGGER lines_update;

-- In two steps, far from each other: some id may be what another's number becomes.
UPDATE tables SET opener = (SELECT id FROM people WHERE discord = opener) WHERE opener < 9223372036854775743;
UPDATE seats SET player = (SELECT id FROM people WHERE discord = player) WHERE player < 9223372036854775743;
UPDATE tallies SET player = (SELECT id FROM people WHERE discord = player) WHERE player < 9223372036854775743;
UPDATE nights SET opener = (SELECT id FROM people WHERE discord = opener);
UPDATE plans SET planner = (SELECT id FROM people WHERE discord = planner);
UPDATE grants SET granter = (SELECT id FROM people WHERE discord = granter) WHERE granter IS NOT NULL;
UPDATE accounts SET player = 4611686018427387904 + (SELECT id FROM people WHERE discord = player) WHERE player < 9223372036854775743;
UPDATE accounts SET player = player - 4611686018427387904 WHERE player < 9223372036854775743;
UPDATE grants SET player = 4611686018427387904 + (SELECT id FROM people WHERE discord = player);
UPDATE grants SET player = player - 4611686018427387904;
UPDATE signups SET player = 4611686018427387904 + (SELECT id FROM people WHERE discord = player);
UPDATE signups SET player = player - 4611686018427387904;
UPDATE players SET player = 4611686018427387904 + (SELECT id FROM people WHERE discord = player);
UPDATE players SET player = player - 4611686018427387904;
UPDATE names SET player = 4611686018427387904 + (SELECT id FROM people WHERE discord = player);
UPDATE names SET player = player - 4611686018427387904;

-- What must stay is watched again by the next script.
