package sqlite

import (
	"fmt"
	"log/slog"
	"time"

	"settable/store"
)

// sayAgain is how long the log is spared a sentence that it has heard.
const sayAgain = 10 * time.Minute

// trouble is what keeps the writer from writing. Only the writer touches it.
type trouble struct {
	log     *slog.Logger
	path    string
	said    map[string]time.Time // when a sentence was said last
	open    bool                 // the log has not heard that it is over
	refused int                  // how many batches, since the log heard of it
}

// met makes an error of the disk one that is known as such, and says once what
// the host can do. Other errors are given back as they are.
func (t *trouble) met(err error) error {
	says := ailment(err)
	if says == "" {
		return err
	}
	t.refused++
	if last, heard := t.said[says]; !heard || time.Since(last) >= sayAgain {
		t.said[says] = time.Now()
		t.open = true
		t.log.Error(says, "database", t.path, "error", err)
	}
	return fmt.Errorf("%w: %w", store.ErrTrouble, err)
}

// over says once that all is well again.
func (t *trouble) over() {
	if t.open {
		t.log.Info("the database can be written again: play goes on", "database", t.path, "failed", t.refused)
	}
	t.open, t.refused = false, 0
}

// ailment is what the host of the bot should know of an error of the disk;
// empty: it is none.
func ailment(err error) string {
	switch code(err) {
	case codeFull:
		return "the disk is full: moves are refused until there is room on it, nothing is lost"
	case codeBusy, codeLocked, codeProtocol:
		return "another program holds the database: moves are refused until it lets go (settable backup copies it without holding it)"
	case codePerm, codeReadOnly, codeCantOpen:
		return "the database cannot be written: let this user write the file and its folder; moves are refused until then"
	case codeCorrupt, codeNotADB:
		return "the database is damaged: no more is written; stop the bot, keep a copy, and put a backup back with settable restore"
	case codeNoMem:
		return "there is no memory left for the database: moves are refused until there is some"
	case codeIO:
		return "the disk of the database fails: moves are refused until it works again"
	}
	return ""
}

// damaged says whether the writer has found the database damaged: what it
// would write from then on could make it worse.
func damaged(err error) bool {
	c := code(err)
	return c == codeCorrupt || c == codeNotADB
}
