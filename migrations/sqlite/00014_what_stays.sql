-- What must stay is watched again, as before the numbers came.

CREATE TRIGGER tables_update BEFORE UPDATE ON tables
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.channel IS NOT OLD.channel
  OR NEW.game IS NOT OLD.game OR NEW.options IS NOT OLD.options OR NEW.opener IS NOT OLD.opener
  OR NEW.opened IS NOT OLD.opened OR NEW.source IS NOT OLD.source
  OR (OLD.closed IS NOT NULL AND NEW.closed IS NOT OLD.closed)
BEGIN
    SELECT RAISE(ABORT, 'a table is not changed after it was opened, nor opened again');
END;

CREATE TRIGGER seats_update BEFORE UPDATE ON seats BEGIN
    SELECT RAISE(ABORT, 'a seat is never changed');
END;

CREATE TRIGGER tallies_update BEFORE UPDATE ON tallies BEGIN
    SELECT RAISE(ABORT, 'a tally is never changed');
END;

CREATE TRIGGER accounts_update BEFORE UPDATE ON accounts BEGIN
    SELECT CASE
        WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.kind IS NOT OLD.kind
          OR NEW.player IS NOT OLD.player OR NEW.table_id IS NOT OLD.table_id OR NEW.seat IS NOT OLD.seat
            THEN RAISE(ABORT, 'an account is never changed')
        WHEN NEW.last <= OLD.last OR NOT EXISTS (SELECT 1 FROM transfers WHERE id = NEW.last AND (
               (payer = OLD.id AND NEW.paid_out = OLD.paid_out + amount AND NEW.paid_in = OLD.paid_in)
            OR (payee = OLD.id AND NEW.paid_in = OLD.paid_in + amount AND NEW.paid_out = OLD.paid_out)))
            THEN RAISE(ABORT, 'the sums of an account follow its transfers')
        END;
END;

CREATE TRIGGER nights_update BEFORE UPDATE ON nights BEGIN
    SELECT RAISE(ABORT, 'a night is not changed after it began, nor opened again')
        WHERE NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.number IS NOT OLD.number
           OR NEW.channel IS NOT OLD.channel OR NEW.opener IS NOT OLD.opener OR NEW.buy_in IS NOT OLD.buy_in
           OR NEW.started IS NOT OLD.started OR NEW.source IS NOT OLD.source
           OR (OLD.ended IS NOT NULL AND NEW.ended IS NOT OLD.ended);
    SELECT RAISE(ABORT, 'a table of the night is open')
        WHERE NEW.ended IS NOT OLD.ended
          AND EXISTS (SELECT 1 FROM tables WHERE night = OLD.id AND closed IS NULL);
END;

-- A line is never changed, but for what Discord calls its cause, once its table is closed.
CREATE TRIGGER lines_update BEFORE UPDATE ON lines
WHEN NEW.table_id IS NOT OLD.table_id OR NEW.n IS NOT OLD.n OR NEW.at IS NOT OLD.at OR NEW.seat IS NOT OLD.seat
  OR NEW.words IS NOT OLD.words OR NEW.transfers IS NOT OLD.transfers OR NEW.chain IS NOT OLD.chain
  OR OLD.source IS NULL OR substr(OLD.source, 1, 1) = '#' OR substr(coalesce(NEW.source, ''), 1, 1) <> '#'
  OR NOT EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND closed IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'a line is never changed');
END;

-- A grant is never changed, but that the reason of a gift, which may name people, goes with whom it names.
CREATE TRIGGER grants_update BEFORE UPDATE ON grants
WHEN NEW.id IS NOT OLD.id OR NEW.guild IS NOT OLD.guild OR NEW.player IS NOT OLD.player
  OR NEW.kind IS NOT OLD.kind OR NEW.amount IS NOT OLD.amount OR NEW.at IS NOT OLD.at
  OR NEW.granter IS NOT OLD.granter OR NEW.source IS NOT OLD.source OR NEW.chain IS NOT OLD.chain
  OR NEW.reason IS NOT '…'
BEGIN
    SELECT RAISE(ABORT, 'a grant is never changed');
END;
