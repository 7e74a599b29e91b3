-- What was answered is not judged again: the newest message of its channel that a
-- table has judged, where its lines do not say so by their sources. A move that was
-- refused, or forgiven because it was late, is no line.

ALTER TABLE tables ADD COLUMN heard INTEGER NOT NULL DEFAULT 0 CHECK (heard >= 0);
