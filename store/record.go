package store

// Record sums up a server's finished tables of one game. Each table counts once, however many people played at it.
type Record struct {
	Tables int
	Won    int // the tables at which a solitaire was won
	Best   int // the most sets of one table
	Sets   int // the sets of all tables together
}

// Finished is a game that a player has played to its end.
type Finished struct {
	Table TableID
	Won   bool // the player won against others or solved a solitaire
}

// Mean returns the mean number of sets per table, or 0 without tables.
func (r Record) Mean() float64 {
	if r.Tables == 0 {
		return 0
	}
	return float64(r.Sets) / float64(r.Tables)
}
