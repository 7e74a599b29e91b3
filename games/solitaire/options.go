package solitaire

const name = "solitaire"

// house are the options of a table, read.
type house struct {
	alone     bool // only one player moves
	peek      bool // what lies under the tops may be seen
	mustClear bool // every set is taken before the next deal
}

const (
	piles   = 9 // "Nine piles, nine rounds of nine cards"
	rounds  = 9
	pack    = piles * rounds
	winning = 9 // "nine cards or fewer left is a win"

	fewestPlayers = 1  // "one player, or a channel together"
	mostPlayers   = 20 // at once; the text knows no limit, a picture does
)
