package poker

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
)

// Random hands with random options and 2 to 10 players conserve chips. After every step, each stack and the pot agree
// with the transfers, and the clock alone can end the hand from intermediate states.
func TestRandomHandsConserveChips(t *testing.T) {
	hands := gamestest.Times(2_000, 15_000)
	if gamestest.Racing {
		hands = 5_000
	}
	const parts = 4
	for part := range parts {
		t.Run(strconv.Itoa(part), func(t *testing.T) {
			t.Parallel()
			seen := map[string]int{}
			for played, seed := 0, uint64(part); played < hands/parts; seed += parts {
				played += evening(t, seed, seen)
			}
			for _, what := range []string{
				"side pot", "odd fewest chips", "odd left of dealer", "odd one each", "came_back", "last left", "no sets",
				"deck empty", "forced", "voided", "clock", "broke", "ten",
			} {
				require.Positive(t, seen[what], "no hand had: %s", what)
			}
		})
	}
}

// evening plays some hands at one table with random options and players.
func evening(t testing.TB, seed uint64, seen map[string]int) (hands int) {
	r := &room{t: t, source: rand.New(rand.NewPCG(seed, 10)), chance: games.Seeded(seed), seen: seen,
		accounts: map[games.Account]games.Chips{}}
	players := fewestPlayers + r.source.IntN(mostPlayers-fewestPlayers+1)
	if players == mostPlayers {
		seen["ten"]++
	}
	o := r.options(players)
	table, err := Rules{}.Open(o)
	require.NoError(t, err)
	r.game = table.(*game)
	for s := range players {
		r.do(games.Seat(s+1), games.Join{})
	}
	if r.game.canDealHand() != nil {
		return 0
	}
	r.do(1, games.Start{})
	boldness := r.source.IntN(10)
	for range 12 {
		for r.game.playing() {
			r.playSomething(boldness)
		}
		r.checkEnd()
		for s := range players {
			if r.source.IntN(2) == 0 && r.game.mayBuy(games.Seat(s+1)) == nil && r.game.seats.Roster.Sits(games.Seat(s+1)) {
				r.do(games.Seat(s+1), Buy{})
			}
		}
		if r.game.canDealHand() != nil || r.game.hand == 12 {
			break
		}
		r.do(r.game.seats.Roster.Seats()[0], Next{})
	}
	hands = r.game.hand
	if seed%50 == 0 {
		r.checkReplay(o)
	}
	if r.game.phase != closed {
		r.do(games.Dealer, games.End{})
	}
	for _, p := range r.game.seats.Players {
		require.Zero(t, p.chips)
	}
	r.checkHighlights()
	return hands
}

// room is a poker table together with a ledger that checks its transfers.
type room struct {
	t        testing.TB
	source   *rand.Rand
	chance   games.Chance
	game     *game
	at       time.Time
	seen     map[string]int
	accounts map[games.Account]games.Chips
	lines    []games.Line

	biggest games.Chips // biggest pot so far
	most    int         // most sets in an exposed hand
}

func (r *room) options(players int) games.Options {
	o := games.Options{}
	for _, option := range (Rules{}).Manual().Options {
		switch {
		case r.source.IntN(3) == 0:
		case option.Values != nil:
			o[option.Name] = option.Values[r.source.IntN(len(option.Values))]
		}
	}
	few := func(name string, from, to int) { o[name] = strconv.Itoa(from + r.source.IntN(to-from+1)) }
	few("stack", 1, 40)
	few("limit", 1, 10)
	few("raises", 0, 3)
	few("dealer", 1, mostPlayers)
	if r.source.IntN(2) == 0 {
		few("ante", 0, 3)
	}
	if r.source.IntN(3) == 0 {
		few("center_max", 0, 12)
	}
	if r.source.IntN(2) == 0 {
		stacks := ""
		for range players {
			stacks += strconv.Itoa(r.source.IntN(30)) + ","
		}
		o["stacks"] = stacks[:len(stacks)-1]
	}
	return o
}

// do plays a legal move and then deals the owed cards.
func (r *room) do(seat games.Seat, m games.Move) {
	step, err := r.game.Apply(games.Action{At: r.at, Seat: seat, Move: m})
	if err != nil {
		r.t.Fatalf("%s %s: %v\n%s", seat, m, err, r.game.View(seat))
	}
	r.adopt(step)
	r.lines = append(r.lines, games.Line{At: r.at, Seat: seat, Words: m.String()})
	for owed, ok := r.game.Owed(); ok; owed, ok = r.game.Owed() {
		drawn, err := r.chance.Draw(owed)
		require.NoError(r.t, err)
		deal := games.Deal{Cards: drawn}
		r.lines = append(r.lines, games.Line{At: r.at, Seat: games.Dealer, Words: deal.String()})
		step, err = r.game.Apply(games.Action{At: r.at, Seat: games.Dealer, Move: deal})
		if err != nil {
			r.t.Fatal(err)
		}
		r.adopt(step)
	}
}

func (r *room) adopt(step games.Step) {
	r.game = step.Game.(*game)
	for _, x := range step.Transfers {
		if x.Amount <= 0 || x.From == x.To {
			r.t.Fatalf("invalid transfer: %v", x)
		}
		r.accounts[x.From] -= x.Amount
		r.accounts[x.To] += x.Amount
	}
	if r.accounts[games.Pot] != r.game.pot() {
		r.t.Fatalf("the pot has %d chips, not %d", r.game.pot(), r.accounts[games.Pot])
	}
	for i, p := range r.game.seats.Players {
		if n := r.accounts[games.Account(i+1)]; n != p.chips || n < 0 {
			r.t.Fatalf("seat %d has %d chips, not %d", i+1, p.chips, n)
		}
	}
	for _, e := range step.Events {
		switch e := e.(type) {
		case potWon:
			r.seen[string(e.share.Won)]++
			r.seen["odd "+string(e.share.OddBy)]++
			if e.n > 1 {
				r.seen["side pot"]++
			}
		case betAction:
			if e.byClock {
				r.seen["clock"]++
			}
		default:
			switch key := e.Say().Key; key {
			case "poker.came_back", "poker.forced":
				r.seen[strings.TrimPrefix(key, "poker.")]++
			case "poker.voided", "poker.voided_empty":
				r.seen["voided"]++
			}
		}
	}
}

// checkReplay checks that the journal is a script that replays to the same final state.
func (r *room) checkReplay(o games.Options) {
	name := func(s games.Seat) string { return "p" + s.String() }
	script, err := games.ReadScript("evening", games.Journal(Rules{}, o, r.lines, name))
	require.NoError(r.t, err)
	replay, _, err := games.NewReplay([]games.Rules{Rules{}}, script)
	require.NoError(r.t, err)
	for _, line := range script.Lines {
		out, err := replay.Play(line)
		require.NoError(r.t, err)
		require.Empty(r.t, out.Refused, line.Text)
	}
	require.Equal(r.t, r.game.State(name), replay.Game().State(name))
}

// playSomething plays a random legal move. Sometimes a player leaves, a copy of the table is closed, or the test checks
// that the clock can end the hand alone.
func (r *room) playSomething(boldness int) {
	r.at = r.at.Add(time.Second)
	switch r.source.IntN(200) {
	case 0:
		if r.game.seats.Roster.SeatedCount() > 1 {
			here := r.game.seats.Roster.Seats()
			r.do(here[r.source.IntN(len(here))], games.Leave{})
		}
		return
	case 1:
		copied := *r
		copied.accounts = map[games.Account]games.Chips{}
		for p, n := range r.accounts {
			copied.accounts[p] = n
		}
		switch r.source.IntN(4) {
		case 0:
			copied.do(games.Dealer, games.End{})
			return
		case 1:
			copied.do(games.Dealer, games.Void{})
			return
		}
		copied.checkClock()
		return
	}
	if r.game.phase == asking {
		waiting := r.game.fromDealersLeft(r.game.pending)
		s := waiting[r.source.IntN(len(waiting))]
		if r.game.mayShow(s) && r.source.IntN(10) < boldness {
			r.do(s, Show{})
		} else {
			r.do(s, Pass{})
		}
		return
	}
	offers := r.game.bettingOffers(r.game.toAct)
	o := offers[r.source.IntN(len(offers))]
	if o.Words == "drop" && r.source.IntN(10) > 0 {
		o = offers[0]
	}
	words := o.Words
	if o.Takes == games.Amount {
		words += " " + strconv.FormatInt(int64(o.Min)+r.source.Int64N(int64(o.Max-o.Min)+1), 10)
	}
	m, ok := Rules{}.Parse(words)
	require.True(r.t, ok, words)
	r.do(r.game.toAct, m)
}

// checkClock checks that the clock alone can end the hand from any state.
func (r *room) checkClock() {
	for range 100_000 {
		if !r.game.playing() {
			return
		}
		r.at = r.game.Deadline()
		require.False(r.t, r.at.IsZero(), "a hand hangs:\n%s", r.game.View(games.Watcher))
		r.do(games.Clock, games.Tick{})
	}
	r.t.Fatal("the clock does not end the hand")
}

// checkEnd checks that the winnings equal the payments and have been added to the stacks.
func (r *room) checkEnd() {
	var won, gained games.Chips
	for _, p := range r.game.pots {
		won += p.Amount
	}
	for i, p := range r.game.seats.Players {
		gained += p.gain
		if p.chips == 0 && r.game.seats.Roster.Sits(games.Seat(i+1)) {
			r.seen["broke"]++
		}
	}
	require.Equal(r.t, won, gained)
	require.Zero(r.t, r.game.pot())
	r.biggest = max(r.biggest, won)
	if r.game.shown {
		for i, p := range r.game.seats.Players {
			if p.dealt && !p.dropped {
				r.most = max(r.most, len(r.game.countedSets(games.Seat(i+1))))
			}
		}
	}
}

// checkHighlights checks that the end of an evening reports its biggest pot and its best hand.
func (r *room) checkHighlights() {
	told := map[string]games.Args{}
	for _, f := range r.game.View(games.Watcher).Highlights {
		told[f.Key] = f.Args
	}
	if r.biggest > 0 {
		require.Equal(r.t, chips(r.biggest), told["games.highlights.pot"]["chips"])
	}
	require.Equal(r.t, r.biggest > 0, told["games.highlights.pot"] != nil)
	require.Equal(r.t, r.most > 0, told["poker.best.hand"] != nil)
}
