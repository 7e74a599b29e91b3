package bot

// mostHeard is how many interactions are remembered: more than are pressed in the
// quarter of an hour in which one can be answered.
const mostHeard = 4096

// heard remembers the newest interactions. One that comes twice is judged and
// answered once: by the time the second is looked at the first may have been played,
// and a refusal of the second could be faster than the answer to the first. Only the
// goroutine that hears events uses it.
type heard struct {
	ids  [mostHeard]string
	next int
	at   map[string]bool
}

// again says whether an interaction was heard before, and remembers it.
func (h *heard) again(id string) bool {
	if h.at[id] {
		return true
	}
	if h.at == nil {
		h.at = map[string]bool{}
	}
	delete(h.at, h.ids[h.next])
	h.ids[h.next], h.at[id] = id, true
	h.next = (h.next + 1) % mostHeard
	return false
}
