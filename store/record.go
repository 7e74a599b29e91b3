package store

// Record sums up the tables of a game that were played to their end on one server. Each table counts
// once, however many people sat at it.
type Record struct {
	Tables int
	Won    int // the tables at which a solitaire was won
	Best   int // the most sets of one table
	Sets   int // the sets of all tables together
}

// Mean returns the mean number of sets of a table; 0 without tables.
func (r Record) Mean() float64 {
	if r.Tables == 0 {
		return 0
	}
	return float64(r.Sets) / float64(r.Tables)
}
