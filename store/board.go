package store

import (
	"time"

	"settable/games"
)

// What a leaderboard can count beside the tallies.
const (
	// ChipsWon is what the seats of a player took in during the period,
	// less what they paid, buying in and cashing out left aside. So a bet counts
	// when it is made and a pot when it is taken, wherever the evening's buy-in
	// falls, and it may be less than nothing.
	ChipsWon games.Count = "chips"
	// ChipsOwned is the chips a player has now, those on tables too: it knows
	// neither games nor periods.
	ChipsOwned games.Count = "owned"
	// NightsWon is the nights that ended in the period in which a player was the first of two or more, by
	// chips, then wins, then sets, as a Standing has it; equal ones have both won. It knows no games.
	NightsWon games.Count = "nights"
)

// Board says what a leaderboard counts.
type Board struct {
	Guild   GuildID
	Count   games.Count
	Game    string    // "": all games
	Without string    // of tallies of all games: but this one; "": none
	Since   time.Time // counts from then on; zero: from the beginning
	Until   time.Time // and before then; zero: without end
	Timed   bool      // of daily deals: of equal numbers the one in less time is better
}

// Page is a part of a leaderboard.
type Page struct {
	Rows  []Row
	Mine  *Row // the caller's, on this page or not; nil: the caller counts nothing
	Total int  // players on the whole board
	Page  int  // 1, 2, 3 …; 0 where the board is empty
	Pages int
}

// Row is a player's place. Equal numbers share a rank, and the next number has
// the rank it would have had otherwise: 1, 2, 2, 4.
type Row struct {
	Rank     int
	Player   PlayerID
	N        int64
	Forfeits int64         // of so many wins, those by forfeit
	Days     int           // of daily deals: on so many of them,
	Time     time.Duration // and in so much time together
}
