-- The table of which this one is the next: who stayed there is waited for here, also after a restart.

ALTER TABLE tables ADD COLUMN follows INTEGER CHECK (follows > 0 AND follows < id);
