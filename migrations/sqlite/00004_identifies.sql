-- What must outlive the program on its way to Discord: the new sessions it began
-- (a thousand in 24 h end the token, however often the program was started), and
-- the key under which it knows its own buttons again.

-- +goose Up

CREATE TABLE identifies (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL CHECK (at > 0)
) STRICT;

CREATE TABLE secret (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB    NOT NULL CHECK (length(key) = 32)
) STRICT;

-- Another key would make strangers of all buttons that stand in the channels.
-- +goose StatementBegin
CREATE TRIGGER secret_insert BEFORE INSERT ON secret BEGIN
    SELECT RAISE(ABORT, 'there is a key') WHERE EXISTS (SELECT 1 FROM secret);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER secret_update BEFORE UPDATE ON secret BEGIN
    SELECT RAISE(ABORT, 'the key is never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER secret_delete BEFORE DELETE ON secret BEGIN
    SELECT RAISE(ABORT, 'the key is never deleted');
END;
-- +goose StatementEnd
