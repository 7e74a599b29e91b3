package gamestest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Laws checks the manual of a game. It then plays n random games, with random options and one to eight players, and
// checks these laws after every step: Parse and String are inverse; Apply leaves its receiver unchanged; an Illegal
// changes nothing; the journal, which stores milliseconds in UTC, replays to an equal game; transfers and the pot
// agree; offers are legal; every table can be closed; and every game can end.
func Laws(t *testing.T, c Case, n int) {
	require.NotNil(t, c.Finish, "Laws needs a Case with a Finish, to bring every game to its end")
	checkManual(t, c.Rules)
	checkOptions(t, c.Rules)
	checkSeatLimit(t, c.Rules)
	if Racing { // games start no goroutines, so a few games are enough
		n = max(8, n/20)
	}
	for batch := range 4 {
		t.Run(strconv.Itoa(batch), func(t *testing.T) {
			t.Parallel()
			for i := batch; i < n; i += 4 {
				one := &reporter{T: t, seed: uint64(i)}
				randomGame(one, c, uint64(i))
			}
		})
	}
}

// reporter adds the number of the failed game to a failure message.
type reporter struct {
	*testing.T
	seed uint64
}

func (r *reporter) Errorf(format string, args ...any) {
	r.T.Helper()
	r.T.Errorf("in game %d: %s", r.seed, fmt.Sprintf(format, args...))
}

func randomGame(t require.TestingT, c Case, seed uint64) {
	source := rand.New(rand.NewPCG(seed, 81))
	m := c.Rules.Manual()
	b := open(t, c, randomOptions(source, m), seed)
	players := m.MinSeats + source.IntN(min(8, m.MaxSeats)-m.MinSeats+1)
	for range source.IntN(6) - 2 { // often none
		b.try(games.Seat(b.seats+1), "house "+games.Levels[source.IntN(3)])
	}
	house := b.seats
	players = min(players, m.MaxSeats-house)
	for range players {
		require.True(t, b.try(games.Seat(b.seats+1), "join"))
	}
	require.True(t, b.try(games.Seat(house+1+source.IntN(players)), "start"))
	for range source.IntN(60) {
		b.playSomething(source)
		if b.game.View(games.Watcher).Phase == games.Finished {
			break
		}
	}
	b.checkReplay()
	b.checkFallsSilent()
	b.checkCloses()
	b.checkEnds(source, c)
	b.checkReplay()
	b.checkFrames()
}

func randomOptions(source *rand.Rand, m games.Manual) games.Options {
	o := games.Options{}
	for _, option := range m.Options {
		switch {
		case source.IntN(2) == 0:
		case option.Values != nil:
			o[option.Name] = option.Values[source.IntN(len(option.Values))]
		default:
			o[option.Name] = strconv.Itoa(option.Min + source.IntN(option.Max-option.Min+1))
		}
	}
	return o
}

// playSomething waits a random time and plays an offered move. Sometimes it tries a move that the game must refuse
// instead.
func (b *table) playSomething(source *rand.Rand) {
	b.at = b.at.Add(time.Duration(source.ExpFloat64() * float64(2*time.Second)))
	seat := games.Seat(1 + source.IntN(b.seats))
	switch source.IntN(20) {
	case 0:
		b.try(games.Seat(b.seats+1), "join")
	case 1:
		b.try(seat, "join")
	case 2:
		b.try(seat, "leave")
	case 3:
		b.playNonsense(source)
	case 4, 5, 6:
		b.tick()
	default:
		b.playOffered(source, seat)
	}
}

// tick advances time to the deadline and then makes the clock move.
func (b *table) tick() bool {
	deadline := b.game.Deadline()
	if deadline.IsZero() {
		require.False(b.t, b.try(games.Clock, ""), "the clock moved without a deadline")
		return false
	}
	if b.at.Before(deadline) {
		require.False(b.t, b.apply(games.Clock, games.Tick{}), "the clock moved before its deadline")
		b.at = deadline
	}
	require.True(b.t, b.try(games.Clock, ""), "the clock couldn't move at its deadline")
	return true
}

// playOffered plays one of the seat's offers, which must be legal.
func (b *table) playOffered(source *rand.Rand, seat games.Seat) {
	if b.game.Presence().Asleep() {
		b.try(seat, "back")
	}
	v := b.game.View(seat)
	if len(v.Offers) == 0 {
		return
	}
	o := v.Offers[source.IntN(len(v.Offers))]
	if o.Words == "leave" && source.IntN(4) > 0 {
		return // otherwise no one would be left to play
	}
	said := b.words(source, v, o)
	if said == "" {
		return
	}
	if strings.HasPrefix(said, "house ") { // seated players get this offer, but the new house player makes the move
		seat = games.Seat(b.seats + 1)
	}
	require.True(b.t, b.try(seat, said), "the game refused %q, although it offered this move to seat %s:\n%s", said, seat, v)
}

// playNonsense plays a random move for a random seat, even a seat that can't make the move.
func (b *table) playNonsense(source *rand.Rand) {
	seat := games.Seat(source.IntN(b.seats+4) - 2)
	if source.IntN(10) == 0 {
		require.False(b.t, b.apply(seat, foreignMove{}), "the game accepted a move of another game")
	}
	said := []string{
		"", "end", "start", "leave", "deal 1SRD 1SRQ 1SRV", "deal AS", "set a b c", "set a a b", "set u t s", "set",
		"none", "set 1SRD 2SRD 3SRD", "bet 2", "call", "deal 1SRD", "away 3", "raise 1", "bet all", "drop", "show",
		"pass", "next", "buy 1", "check", "away", "away", "back", "kick #1", "kick #2", "away #1", "last", "void",
		"house easy", "cover #1", "cover #2", "absent #1", "absent #2", "hurry", "end",
	}[source.IntN(39)]
	if seat == games.Dealer && said == "end" || said == "away 3" {
		return // checkCloses and the tests of Course test these
	}
	b.try(seat, said)
}

// A foreignMove is a move that belongs to no game.
type foreignMove struct{}

func (foreignMove) String() string { return "foreign" }

// checkCloses checks that the dealer can close a table that has not ended.
func (b *table) checkCloses() {
	over := b.game.View(games.Watcher).Phase == games.Finished
	step, err := b.game.Apply(games.Action{At: b.at, Seat: games.Dealer, Move: games.End{}})
	if over {
		require.Error(b.t, err, "a finished table can't be closed")
		return
	}
	require.NoError(b.t, err)
	require.Equal(b.t, games.Finished, step.Game.View(games.Watcher).Phase)
	_, owed := step.Game.Owed()
	require.False(b.t, owed)
	require.True(b.t, step.Game.Deadline().IsZero())
	require.Empty(b.t, step.Game.View(1).Offers)
	accounts := maps.Clone(b.accounts)
	for _, x := range step.Transfers {
		accounts[x.From] -= x.Amount
		accounts[x.To] += x.Amount
	}
	for account, n := range accounts {
		require.True(b.t, n == 0 || account.IsBalance(), "closing leaves %d chips in account %d", n, account)
	}
}

// checkFallsSilent checks that a table whose players do nothing falls silent within four turns per seat (Presence 7).
// Two short turns of ten seconds or less count as one. Automatic deals and starters must stop too, and so must the
// moves that the clock makes for house players. After that, each player must be able to leave with their chips.
func (b *table) checkFallsSilent() {
	c := *b
	c.journal, c.accounts = slices.Clip(b.journal), maps.Clone(b.accounts)
	most := 2 * 4 * c.seats
	switch {
	case c.game.View(games.Watcher).Practice: // at most a deck of cards, with questions and bets before each card
		most += 2 * 1000
	case c.options["deal"] == "slow" || c.options["auto"] != "":
		most += 2 * 300
	case c.options["show"] != "": // a question that silence answers may follow each turn
		most *= 2
	}
	for n := 0; !c.game.Deadline().IsZero(); n++ {
		if c.game.Deadline().Sub(c.at) > 10*time.Second {
			n++
		}
		require.Less(c.t, n, most, "the clock still runs, although no player has acted:\n%s", c.game.View(games.Watcher))
		require.True(c.t, c.tick())
	}
	for _, s := range c.seatedPlayers() {
		if c.game.View(s).IsDeserted() {
			require.True(c.t, c.try(games.Dealer, "end"))
		}
		stays := slices.Contains(c.seatedPlayers(), s) // players who were to be removed after the hand have already left
		if stays && c.game.View(s).Phase != games.Finished {
			require.True(c.t, c.try(s, "leave"), "seat %s can't leave the silent table", s)
		}
	}
	for account, n := range c.accounts {
		require.True(c.t, n == 0 || account.IsBalance(), "%d chips stay in account %d after everyone has left", n, account)
	}
}

// checkEnds checks that the game can end from every state.
func (b *table) checkEnds(source *rand.Rand, c Case) {
	if b.game.View(1).Phase != games.Finished && len(b.seatedPlayers()) == 0 {
		joined := false
		for s := games.Seat(1); !joined && int(s) <= b.seats+1; s++ {
			joined = b.try(s, "join") // kicked players can't rejoin
		}
		require.True(b.t, joined, "no one can join")
	}
	for range 2000 {
		if b.game.View(games.Watcher).IsDeserted() { // the bot then closes it
			require.True(b.t, b.try(games.Dealer, "end"))
		}
		for _, p := range b.game.View(games.Watcher).Seats {
			if p.Away {
				b.try(p.Seat, "back")
			}
		}
		if b.game.View(games.Watcher).Phase == games.Finished {
			_, owed := b.game.Owed()
			require.False(b.t, owed, "the dealer owes cards after the end")
			require.True(b.t, b.game.Deadline().IsZero(), "a clock runs after the end")
			return
		}
		b.at = b.at.Add(100 * time.Millisecond) // less than a call may take
		moved := false
		for _, seat := range b.seatedPlayers() {
			v := b.game.View(seat)
			if said := c.Finish(source, v); said != "" && b.game.View(seat).Phase != games.Finished {
				require.True(b.t, b.try(seat, said), "%s %q is refused:\n%s", seat, said, v)
				moved = true
			}
		}
		if !moved {
			require.True(b.t, b.tick(), "nobody can move:\n%s", b.game.View(games.Watcher))
		}
	}
	require.Fail(b.t, "the game does not end", "%s", b.game.View(games.Watcher))
}

func (b *table) seatedPlayers() (seats []games.Seat) {
	for _, p := range b.game.View(games.Watcher).Seats {
		if !p.HasLeft {
			seats = append(seats, p.Seat)
		}
	}
	return seats
}
