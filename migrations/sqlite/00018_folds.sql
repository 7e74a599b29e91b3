-- A game that was over long ago may be folded: of its journal the last line stays, with what was counted and
-- paid there added up, so that every board, balance and account says what it said. What is otherwise never
-- changed or deleted may go while its table is folded, in one transaction.

CREATE TABLE folds (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    link     BLOB CHECK (length(link) = 16) -- of all that stays; NULL: it is folded in this very transaction
) STRICT;
CREATE INDEX folds_link ON folds (link);

CREATE TRIGGER folds_insert BEFORE INSERT ON folds BEGIN
    SELECT RAISE(ABORT, 'only a closed table of no night is folded, and once')
        WHERE NEW.link IS NOT NULL
           OR EXISTS (SELECT 1 FROM folds WHERE table_id = NEW.table_id)
           OR NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id AND closed IS NOT NULL AND night IS NULL);
END;

CREATE TRIGGER folds_update BEFORE UPDATE ON folds
WHEN OLD.link IS NOT NULL OR NEW.link IS NULL OR NEW.table_id IS NOT OLD.table_id
BEGIN
    SELECT RAISE(ABORT, 'a folded table stays as it is');
END;

CREATE TRIGGER folds_delete BEFORE DELETE ON folds
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
BEGIN
    SELECT RAISE(ABORT, 'a folded table is never unfolded');
END;

DROP TRIGGER lines_update;
DROP TRIGGER lines_delete;
DROP TRIGGER tallies_delete;
DROP TRIGGER transfers_update;
DROP TRIGGER transfers_delete;

-- A line is never changed, but for what Discord calls its cause, once its table is closed, and for how many
-- transfers the last one has when its table is folded.
CREATE TRIGGER lines_update BEFORE UPDATE ON lines
WHEN NEW.table_id IS NOT OLD.table_id OR NEW.n IS NOT OLD.n OR NEW.at IS NOT OLD.at OR NEW.seat IS NOT OLD.seat
  OR NEW.words IS NOT OLD.words OR NEW.chain IS NOT OLD.chain
  OR NOT CASE WHEN NEW.transfers IS NOT OLD.transfers
        THEN NEW.source IS OLD.source AND EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
        ELSE OLD.source IS NOT NULL AND substr(OLD.source, 1, 1) <> '#' AND substr(coalesce(NEW.source, ''), 1, 1) = '#'
         AND EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND closed IS NOT NULL) END
BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;

CREATE TRIGGER lines_delete BEFORE DELETE ON lines
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;

CREATE TRIGGER tallies_delete BEFORE DELETE ON tallies
WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a tally is never deleted');
END;

-- Between two accounts the last transfer stays, with the sum of all: so the sums of both stay as they are.
CREATE TRIGGER transfers_update BEFORE UPDATE ON transfers
WHEN NEW.id IS NOT OLD.id OR NEW.payer IS NOT OLD.payer OR NEW.payee IS NOT OLD.payee
  OR NEW.table_id IS NOT OLD.table_id OR NEW.grant_id IS NOT OLD.grant_id OR NEW.line < OLD.line
  OR NEW.amount < OLD.amount
  OR NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;

CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers
WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = OLD.payer AND guild IN (SELECT guild FROM departed WHERE goes))
 AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = OLD.table_id AND link IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;
