-- A night that ends after the hand in play: since then nobody has to end it again, also after a restart. It
-- stays set until the standings are posted.
ALTER TABLE nights ADD COLUMN closing bigint CHECK (closing > 0);

CREATE INDEX nights_closing ON nights (id) WHERE closing IS NOT NULL;
