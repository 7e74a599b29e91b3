package store

// Record is how the tables of a game that were played to their end went on one
// server, each counted once, however many sat at it.
type Record struct {
	Tables int
	Won    int // at which a solitaire was won
	Best   int // the most sets of one table
	Sets   int // of all together
}

// Mean is how many sets a table made.
func (r Record) Mean() float64 {
	if r.Tables == 0 {
		return 0
	}
	return float64(r.Sets) / float64(r.Tables)
}
