package table

import (
	"context"

	"settable/store"
	"settable/store/ids"
)

// judgedMessages records which messages a table has judged. A table never judges a message twice, even if it refused
// the message. After a start, the bot reads the channel from the newest judged message on.
type judgedMessages struct {
	newest ids.Message // the newest judged message
	saved  ids.Message // the newest judged message in the store, from a line's source or saved separately
}

// add records that a word was judged. Talk is ignored.
func (h *judgedMessages) add(w Word) {
	if w.Move != nil || w.Door != Typed {
		h.newest = max(h.newest, w.Message)
	}
}

// unsaved returns the id of the newest judged message if it must be stored together with lines that have this source,
// or 0 if that isn't necessary.
func (h *judgedMessages) unsaved(source ids.Message) ids.Message {
	if h.newest <= max(h.saved, source) {
		return 0
	}
	return h.newest
}

// save stores the newest judged message. It must be called before the table answers that message.
func (h *judgedMessages) save(journal Journal, table store.TableID) error {
	mark := h.unsaved(0)
	if mark == 0 {
		return nil
	}
	err := journal.NoteHandled(context.Background(), table, mark)
	if err == nil {
		h.saved = mark
	}
	return err
}
