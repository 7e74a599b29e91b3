package discord

// maxRecent is the number of ids that a Recent remembers. An interaction can be answered for 15 minutes, and users
// never press that many buttons in that time.
const maxRecent = 8192

// Recent remembers the newest ids, so that an event that Discord delivers twice is handled once. Its zero value is
// ready to use. It is not safe for concurrent use.
type Recent[T comparable] struct {
	ids  [maxRecent]T
	next int
	at   map[T]bool
}

func (r *Recent[T]) Has(id T) bool { return r.at[id] }

// Add remembers an id, and reports whether it is new.
func (r *Recent[T]) Add(id T) bool {
	if r.at[id] {
		return false
	}
	if r.at == nil {
		r.at = map[T]bool{}
	}
	delete(r.at, r.ids[r.next])
	r.ids[r.next], r.at[id] = id, true
	r.next = (r.next + 1) % maxRecent
	return true
}
