package gamestest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// A Case is a game that must obey the laws, together with what the tests need to know about it.
type Case struct {
	Rules games.Rules

	// Finish returns a move for the viewer, in words, that brings the game closer to its end. It returns "" if another
	// player or the clock must move first.
	Finish func(source *rand.Rand, v games.View) string

	// Check returns an error if something is wrong with a game after a step, such as lost cards or a view that reveals
	// too much.
	Check func(g games.Game) error

	// Words completes an offer with legal cards. A game needs it if only some cards are legal, because offers must not
	// reveal which ones. It returns "" if no cards are legal now. A nil Words means that all cards are legal.
	Words func(source *rand.Rand, v games.View, o games.Offer) string
}

// table is a game that a test plays. The test checks every step against the laws.
type table struct {
	t        require.TestingT
	rules    games.Rules
	check    func(games.Game) error
	words    func(*rand.Rand, games.View, games.Offer) string
	options  games.Options
	chance   games.Chance
	game     games.Game
	printed  string // what printAll returned for this game before any action was applied to it
	at       time.Time
	seats    int // how many seats have joined
	journal  []games.Line
	seen     []games.Frame                 // what watchers were shown and told
	accounts map[games.Account]games.Chips // the ledger of the table
}

func open(t require.TestingT, c Case, o games.Options, seed uint64) *table {
	game, err := c.Rules.Open(o)
	require.NoError(t, err)
	if c.Words == nil {
		c.Words = Words
	}
	return &table{
		t: t, rules: c.Rules, check: c.Check, words: c.Words, options: o, chance: games.Seeded(seed), game: game,
		printed: printAll(game),
		at:      time.Date(2000, 1, 1, 20, 0, 0, 0, time.FixedZone("somewhere", 3600)), accounts: map[games.Account]games.Chips{},
	}
}

// printAll prints everything inside a game, including unexported fields.
func printAll(g games.Game) string { return fmt.Sprintf("%+v", g) }

// try parses a move, makes it for the seat, and then deals the owed cards. It does nothing if the words aren't a move.
func (b *table) try(seat games.Seat, words string) (legal bool) {
	move, ok := b.rules.Parse(words)
	if !ok {
		return false
	}
	b.checkParse(move)
	if !b.apply(seat, move) {
		return false
	}
	for {
		owed, ok := b.game.Owed()
		if seat, any := b.game.Presence().Unresponsive(); !ok && any && b.game.View(games.Watcher).Phase != games.Finished {
			require.True(b.t, b.apply(games.Clock, games.Missing{Seat: seat}), "the clock couldn't declare a player away")
			continue
		}
		if !ok {
			return true
		}
		drawn, err := b.chance.Draw(owed)
		require.NoError(b.t, err)
		require.True(b.t, b.apply(games.Dealer, owed.Move(drawn)), "the dealer couldn't lay the owed cards")
	}
}

// checkParse checks that Parse and String are inverse (notation, Lines 6).
func (b *table) checkParse(move games.Move) {
	again, ok := b.rules.Parse(move.String())
	if !ok || !reflect.DeepEqual(move, again) {
		require.Equal(b.t, move, again, "%q", move)
	}
}

func (b *table) apply(seat games.Seat, move games.Move) bool {
	step, err := b.game.Apply(games.Action{At: b.at, Seat: seat, Move: move})
	if after := printAll(b.game); after != b.printed {
		require.Equal(b.t, b.printed, after, "%s %q changed the game it was applied to", seat, move)
	}
	if err != nil {
		require.IsType(b.t, games.Illegal{}, err, "%s %q: %v is not Illegal", seat, move, err)
		require.False(b.t, err.(games.Illegal).Silent(), "%s %q: the refusal has no sentence", seat, move)
		require.Zero(b.t, step, "a refusal returns no step")
		return false
	}
	require.NotNil(b.t, step.Game)
	if step.LookOnly {
		require.Equal(b.t, b.printed, printAll(step.Game), "a look changed the game")
		require.NotEmpty(b.t, step.Events, "a look has no answer")
		require.Empty(b.t, step.Transfers)
		require.Empty(b.t, step.Tallies)
		return true
	}
	if step.Secret {
		b.checkSecret(seat, step)
	}
	b.game, b.printed = step.Game, printAll(step.Game)
	b.journal = append(b.journal, games.Line{At: games.JournalTime(b.at), Seat: seat, Words: move.String()})
	switch move.(type) {
	case games.Join, games.SitIn:
		b.seats = max(b.seats, int(seat))
	}
	b.checkLaws(seat, step)
	return true
}

// checkSecret checks that only the player who made a secret move learns of it.
func (b *table) checkSecret(by games.Seat, step games.Step) {
	for s := range games.Seat(b.seats + 2) { // from the Watcher to a seat that no one has
		if s != by {
			require.Equal(b.t, b.game.View(s), step.Game.View(s), "seat %s sees a secret of seat %s", s, by)
		}
	}
	require.Equal(b.t, b.game.Deadline(), step.Game.Deadline())
	require.Empty(b.t, step.Transfers)
	require.Empty(b.t, step.Tallies)
}

// checkLaws checks that chips are conserved, that a view agrees with the transfers, and that all chips are back with
// their players at the end. Chips leave a balance only when their owner acts (Leaving 9).
func (b *table) checkLaws(by games.Seat, step games.Step) {
	for _, x := range step.Transfers {
		if x.From.IsBalance() {
			require.Equal(b.t, x.From.Owner(), by, "seat %s takes chips from the balance of another", by)
		}
		require.Positive(b.t, x.Amount)
		require.NotEqual(b.t, x.From, x.To)
		b.accounts[x.From] -= x.Amount
		b.accounts[x.To] += x.Amount
		require.True(b.t, x.From.IsBalance() || b.accounts[x.From] >= 0, "the account doesn't have %d chips: %v",
			x.Amount, x)
	}
	v := b.game.View(games.Watcher)
	spoken := slices.ContainsFunc(step.Events, func(e games.Event) bool { return !e.Say().Silent() })
	if !step.Secret && spoken {
		b.seen = append(b.seen, games.Frame{Line: len(b.journal), At: games.JournalTime(b.at), Events: step.Events, View: v})
	}
	if by == games.Dealer && !spoken && len(b.seen) > 0 {
		b.seen = slices.Clone(b.seen) // another copy of the table may share this slice
		b.seen[len(b.seen)-1].View = v
	}
	require.Equal(b.t, b.seats, len(v.Seats), "the view must show every seat")
	if v.Practice {
		b.checkPractice(by, step)
	} else {
		require.Equal(b.t, b.accounts[games.Pot], v.Pot, "the pot in the view must match the transfers")
	}
	for _, p := range v.Seats {
		require.True(b.t, v.Practice || b.accounts[games.Account(p.Seat)] == p.Chips,
			"the stacks in the view must match the transfers")
		require.True(b.t, v.Phase != games.Finished || p.Chips == 0, "chips stay on a finished table")
	}
	if b.check != nil {
		require.NoError(b.t, b.check(b.game))
	}
}

// checkPractice checks that a table that has or had a house player has no buy-ins and no payouts, and that only
// practice records change. Players who had bought in before get their chips back.
func (b *table) checkPractice(by games.Seat, step games.Step) {
	houses := map[games.Seat]bool{}
	for _, p := range b.game.View(games.Watcher).HouseSeats() {
		houses[p.Seat] = true
	}
	for _, c := range step.Tallies {
		require.True(b.t, c.Count.IsPractice(), "after a move of seat %s, %s counts at a practice table", by, c.Count)
		require.False(b.t, houses[c.Seat], "a house player has a record")
	}
	for account, n := range b.accounts {
		require.True(b.t, n == 0 || account.IsBalance(), "a practice table holds %d real chips in account %d", n, account)
	}
	for _, x := range step.Transfers {
		require.True(b.t, x.To.IsBalance(), "real chips are staked at a practice table: %v", x)
		require.Equal(b.t, "house", b.saidLast(), "real chips move at a practice table")
	}
}

func (b *table) saidLast() string {
	verb, _, _ := strings.Cut(b.journal[len(b.journal)-1].Words, " ")
	return verb
}

// checkReplay checks that a replay of the journal gives an equal game.
func (b *table) checkReplay() {
	course, err := games.ReplayLines(b.rules, b.options, b.journal)
	require.NoError(b.t, err)
	if !reflect.DeepEqual(b.game, course.Game) {
		require.Equal(b.t, b.game, course.Game, "the journal replays to a different game")
	}
	name := func(s games.Seat) string { return s.String() }
	require.Equal(b.t, b.game.State(name), course.Game.State(name))
}

// checkFrames checks that stepping through the finished game shows exactly what watchers saw during it.
func (b *table) checkFrames() {
	frames, err := games.Frames(b.rules, b.options, b.journal)
	require.NoError(b.t, err)
	require.Len(b.t, frames, len(b.seen))
	for i, f := range frames {
		f.KeyFrame = false
		if !reflect.DeepEqual(b.seen[i], f) {
			require.Equal(b.t, b.seen[i], f)
		}
	}
}

// Words completes an offer with random arguments of the right kind.
func Words(source *rand.Rand, v games.View, o games.Offer) string {
	switch o.Takes {
	case games.Three:
		labels := labels(v, games.Face)
		source.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		return fmt.Sprintf("%s %s %s %s", o.Words, labels[0], labels[1], labels[2])
	case games.Amount:
		return fmt.Sprintf("%s %d", o.Words, int64(o.Min)+source.Int64N(int64(o.Max-o.Min)+1))
	case games.Pile:
		return o.Words + " " + pick(source, labels(v, games.Face))
	case games.Piles:
		return o.Words + " " + pick(source, labels(v, games.Face)) + " " + pick(source, labels(v, games.Empty))
	}
	return o.Words
}

// PlayOrLeave can serve as the Finish of a Case whose game ends when players leave. It sometimes plays on and otherwise
// leaves.
func PlayOrLeave(source *rand.Rand, v games.View) string {
	if n := source.IntN(len(v.Offers) + 2); n < len(v.Offers) && v.Offers[n].Takes == games.Bare &&
		v.Offers[n].Words != "join" {
		return v.Offers[n].Words
	}
	if v.May("leave") {
		return "leave"
	}
	return ""
}

func pick(source *rand.Rand, labels []string) string { return labels[source.IntN(len(labels))] }

// labels returns the labels of the viewer's own cells and the common cells of the given kind.
func labels(v games.View, kind games.CellKind) []string {
	var labels []string
	for _, a := range v.Areas {
		if a.Seat != games.Watcher && a.Seat != v.Viewer {
			continue
		}
		for _, c := range a.Cells {
			if c.Kind == kind && c.Label != "" {
				labels = append(labels, c.Label)
			}
		}
	}
	slices.Sort(labels)
	return labels
}
