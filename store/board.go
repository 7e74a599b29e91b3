package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// These are the counts of leaderboards that are not tallies.
const (
	// ChipsWon is what the seats of a player took in during the period, less what they paid; buying
	// in and cashing out are left out. So a bet counts when it is made and a pot when it is taken,
	// whenever the evening's buy-in was. The number may be negative.
	ChipsWon games.Count = "chips"
	// ChipsOwned is the chips that a player has now, those on tables included. It cannot be narrowed
	// to a game or a period.
	ChipsOwned games.Count = "owned"
	// NightsWon is the nights that ended in the period in which the player was first of two or more,
	// in the order of a Standing: by chips, then wins, then sets. Players who tie for first have both
	// won. It cannot be narrowed to a game.
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
	Timed   bool      // for daily deals: of equal numbers the one reached in less time ranks higher
}

// Page is a part of a leaderboard.
type Page struct {
	Rows  []Row
	Mine  *Row // the row of the caller, on this page or not; nil: the caller has none
	Total int  // players on the whole board
	Page  int  // 1, 2, 3 …; 0 where the board is empty
	Pages int
}

// Row is a player's place. Equal numbers share a rank, and the next number has
// the rank it would have had otherwise: 1, 2, 2, 4.
type Row struct {
	Rank     int
	Player   ids.User
	N        int64
	Forfeits int64         // for wins: how many of them were by forfeit
	Days     int           // for daily deals: on how many days N was reached
	Time     time.Duration // for daily deals: the time it took altogether
}
