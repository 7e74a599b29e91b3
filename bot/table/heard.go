package table

import (
	"context"

	"settable/store"
	"settable/store/ids"
)

// judgedMessages records the newest message in the channel that the table has judged. No message is judged twice,
// even if it was refused. After a start, the bot reads the channel from the newest judged message onwards.
type judgedMessages struct {
	newest ids.Message // the newest judged message
	saved  ids.Message // the newest judged message in the store, from a line's source or saved separately
}

// add records that w was judged, unless it was talk.
func (h *judgedMessages) add(w Word) {
	if w.Move != nil || w.Door != Typed {
		h.newest = max(h.newest, w.Message)
	}
}

// unsaved returns the newest judged message that the store doesn't know yet. It returns 0 if there is none, or if the
// lines about to be written have that message as their source.
func (h *judgedMessages) unsaved(source ids.Message) ids.Message {
	if h.newest <= max(h.saved, source) {
		return 0
	}
	return h.newest
}

// save stores the id of the newest judged message. It must be called before the table answers that message.
func (h *judgedMessages) save(journal Journal, table store.TableID) error {
	mark := h.unsaved(0)
	if mark == 0 {
		return nil
	}
	err := journal.NoteJudged(context.Background(), table, mark)
	if err == nil {
		h.saved = mark
	}
	return err
}
