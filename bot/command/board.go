package command

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games"
	"settable/store"
)

// What a leaderboard can rank players by, and the periods that it can cover.
var (
	counts = []string{
		string(games.Sets), string(games.Wins), string(store.ChipsWon), string(store.ChipsOwned),
		string(store.NightsWon), string(games.Fastest), string(games.Streak),
		string(games.DailySets),
	}
	periods = []string{"day", "week", "month", "all"}
)

// pageSize is the number of players on a page of a leaderboard.
const pageSize = 10

// A board describes a page of a leaderboard. The custom id of a page button contains the board as text.
type board struct {
	count  games.Count
	game   string // "": all games
	period string // "day", "week", "month", "all"
	page   int    // 1, 2, 3 …
}

func (bd board) String() string {
	return strings.Join([]string{string(bd.count), bd.game, bd.period, strconv.Itoa(bd.page)}, ",")
}

// withoutUnusableFilters removes filters that don't apply to the count. A board of chips has no period, because it
// shows the current chips. Boards of chips and of nights don't belong to a single game. A board of daily deals always
// belongs to a single game, so it gets the first one if no other is given.
func (bd board) withoutUnusableFilters(all []games.Kind) board {
	if bd.count == games.DailySets {
		daily := slices.DeleteFunc(slices.Clone(all), func(k games.Kind) bool { return k.Daily == nil })
		if _, is := games.Find(daily, bd.game); !is && len(daily) > 0 {
			bd.game = daily[0].Name()
		}
	}
	if bd.count == store.ChipsOwned || bd.count == store.NightsWon {
		bd.game = ""
	}
	if bd.count == store.ChipsOwned {
		bd.period = "all"
	}
	return bd
}

// excludedGame returns the name of the game of luck that this board doesn't count, or "" if it counts all games.
func (bd board) excludedGame(all []games.Kind) string {
	if bd.game != "" || bd.count != games.Sets && bd.count != games.Wins {
		return ""
	}
	for _, k := range all {
		if k.Manual().Luck {
			return k.Name()
		}
	}
	return ""
}

// parseBoard parses the text in a page button's custom id, which is untrusted.
func parseBoard(words string) (board, bool) {
	parts := strings.Split(words, ",")
	if len(parts) != 4 {
		return board{}, false
	}
	page, err := strconv.Atoi(parts[3])
	bd := board{games.Count(parts[0]), parts[1], parts[2], page}
	known := slices.Contains(counts, string(bd.count)) && slices.Contains(periods, bd.period)
	return bd, err == nil && page > 0 && page < 1e6 && known
}

// startOf returns when the period that contains now began. Days begin at midnight in now's time zone, and weeks begin
// on Monday.
func startOf(period string, now time.Time) time.Time {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch period {
	case "day":
		return day
	case "week":
		return day.AddDate(0, 0, -(int(now.Weekday())+6)%7)
	case "month":
		return day.AddDate(0, 0, 1-now.Day())
	}
	return time.Time{}
}
