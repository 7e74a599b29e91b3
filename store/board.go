package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// Leaderboards also count these numbers, which are not tallies.
const (
	// ChipsWon is the number of chips that a player's seats took in during the period minus the chips that they paid.
	// Buy-ins and cash-outs don't count. A bet counts when it is made and a pot when it is taken, no matter when the
	// player bought in. The number may be negative.
	ChipsWon games.Count = "chips"
	// ChipsOwned is how many chips a player has now, including those on tables. It cannot be limited to a game or a
	// period.
	ChipsOwned games.Count = "owned"
	// NightsWon is how many nights the player won in the period. A night counts if it ended in the period and had at
	// least two players, and its winner is first in the Standing. If players tie for first place, each of them has won.
	// NightsWon cannot be limited to a game.
	NightsWon games.Count = "nights"
)

// Board selects what a leaderboard counts.
type Board struct {
	Guild   ids.Guild
	Count   games.Count
	Game    string    // "": all games
	Without string    // the one game that is left out of a board of all games; "": none
	Since   time.Time // the start of the period; zero: no start
	Until   time.Time // the end of the period, which is not in it; zero: no end
	Timed   bool      // for daily deals: of equal numbers, the one reached faster ranks higher
}

// Page is one page of a leaderboard.
type Page struct {
	Rows  []Row
	Mine  *Row // the row of the caller, on this page or not; nil: the caller has none
	Total int  // players on the whole board
	Page  int  // 1, 2, 3 …; 0 if the board is empty
	Pages int
}

// Row is a player's row on a leaderboard. Players with equal numbers share a rank, and the next rank is skipped: 1, 2,
// 2, 4.
type Row struct {
	Rank     int
	Player   ids.User
	N        int64
	Forfeits int64         // for wins: how many of them were by forfeit
	Days     int           // for daily deals: on how many days N was reached
	Time     time.Duration // for daily deals: the time it took altogether
}
