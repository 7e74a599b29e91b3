package table

import (
	"context"

	"settable/store"
)

// hearing is what a table knows of the messages it has judged. What was answered,
// a no as well, is never judged again: whoever reads the channel after a start
// begins behind the newest of them.
type hearing struct {
	newest int64 // the newest message that was judged
	kept   int64 // the newest that the store knows of, from a line's source or as a mark
}

// judged notes that a word was looked at. Talk is none.
func (h *hearing) judged(w Word) {
	if w.Move != nil || w.Door != Typed {
		h.newest = max(h.newest, w.Message)
	}
}

// mark is what must be noted beside lines that come of a message; 0: nothing.
func (h *hearing) mark(source int64) int64 {
	if h.newest <= max(h.kept, source) {
		return 0
	}
	return h.newest
}

// remember keeps what was judged, before it is answered.
func (h *hearing) remember(journal Journal, table store.TableID) error {
	mark := h.mark(0)
	if mark == 0 {
		return nil
	}
	err := journal.Heard(context.Background(), table, mark)
	if err == nil {
		h.kept = mark
	}
	return err
}
