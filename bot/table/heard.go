package table

import (
	"context"

	"settable/store"
)

// hearing is what a table knows of the messages it has judged. A judged message is never judged
// again, even if it was refused: after a start, the channel is read from behind the newest of them.
type hearing struct {
	newest int64 // the newest message that was judged
	kept   int64 // the newest that the store knows, from a line's source or as a mark
}

// judged notes that a word was judged. Talk is not.
func (h *hearing) judged(w Word) {
	if w.Move != nil || w.Door != Typed {
		h.newest = max(h.newest, w.Message)
	}
}

// mark is the message that must be noted beside lines whose source is this message; 0: none.
func (h *hearing) mark(source int64) int64 {
	if h.newest <= max(h.kept, source) {
		return 0
	}
	return h.newest
}

// remember writes the newest judged message down, which is done before that message is answered.
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
