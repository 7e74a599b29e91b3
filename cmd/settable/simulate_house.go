package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"settable/games"
)

// A contest is a game between house players at their own speed. Players who find more, and sooner, win more often.
type contest struct {
	kind    games.Kind
	options games.Options
	game    games.Game
	levels  []games.Level
	luck    *rand.Rand
	deals   games.Chance
	at      time.Time
	looks   []time.Time // when each player looks next
	gains   []games.Chips
	hands   int
	hear    func(games.Line, games.Step) // called for each line; may be nil
}

// mostHands limits the number of hands in games that don't end by themselves.
const mostHands = 30

// house plays games between house players of the given levels and counts the wins. Several winners share a win. In a
// solitaire, each player plays alone.
func (c *simulateCmd) house(kind games.Kind, luck *rand.Rand, n int, part games.Counts) error {
	levels, err := c.levels()
	if err != nil {
		return err
	}
	for range n {
		if kind.Manual().Together { // a solitaire
			for _, level := range levels {
				won, err := newContest(kind, []games.Level{level}, luck).playToEnd()
				if err != nil {
					return err
				}
				part.Add(games.Counts{string(level): {shares * len(won): 1}})
			}
			continue
		}
		seats := slices.Clone(levels)
		luck.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		won, err := newContest(kind, seats, luck).playToEnd()
		if err != nil {
			return err
		}
		for i, level := range seats {
			share := 0
			if slices.Contains(won, i) {
				share = shares / len(won)
			}
			part.Add(games.Counts{string(level): {share: 1}})
		}
	}
	return nil
}

// shares is the number of parts of a win. It is divisible by two, three and four.
const shares = 12

func newContest(kind games.Kind, levels []games.Level, luck *rand.Rand) *contest {
	options := games.Options{}
	if kind.NextHand == "" {
		options = kind.ShortOptions
	}
	return &contest{
		kind: kind, options: options, levels: levels, luck: luck,
		deals: games.Seeded(luck.Uint64()), at: time.Unix(1e9, 0).UTC(),
		looks: make([]time.Time, len(levels)), gains: make([]games.Chips, len(levels)+1),
	}
}

// timedShare is the number of simulated games for which one is timed.
const timedShare = 50

// lasts describes the figure that timeGames counts.
func lasts(kind games.Kind) games.Figure {
	words := "minutes that a game of house players lasts"
	if kind.NextHand != "" {
		words = "minutes that a hand of house players lasts"
	}
	return games.Figure{Name: "minutes", Words: words, Unit: int(time.Minute / time.Second)}
}

// timeGames plays n games among steady house players at their own pace, and counts how many seconds they last. If a
// game doesn't end by itself, it counts the mean duration of a hand.
func timeGames(kind games.Kind, o games.Options, players int, luck *rand.Rand, n int, part games.Counts) error {
	if kind.Manual().Together {
		players = 1
	}
	for range n {
		c := newContest(kind, slices.Repeat([]games.Level{games.Steady}, players), luck)
		c.options = o
		began := c.at
		if _, err := c.playToEnd(); err != nil {
			return err
		}
		took := c.at.Sub(began)
		if kind.NextHand != "" {
			took /= time.Duration(c.hands + 1)
		}
		part.See("minutes", int(took.Seconds()))
	}
	return nil
}

// playToEnd plays the game and returns its winners.
func (c *contest) playToEnd() (winners []int, err error) {
	if c.game, err = c.kind.Open(c.options); err != nil {
		return nil, err
	}
	for i := range c.levels {
		if err := c.say(games.Seat(i+1), games.Join{}); err != nil {
			return nil, err
		}
	}
	if err := c.say(1, games.Start{}); err != nil {
		return nil, err
	}
	for c.game.View(games.Watcher).Phase != games.Finished && c.hands < mostHands {
		if err := c.next(); err != nil {
			return nil, err
		}
	}
	v := c.game.View(games.Watcher)
	if v.Phase != games.Finished { // the game doesn't end by itself
		if err := c.say(games.Dealer, games.End{}); err != nil {
			return nil, err
		}
		best := slices.Max(c.gains[1:])
		for i := range c.levels {
			if c.gains[i+1] == best {
				winners = append(winners, i)
			}
		}
		return winners, nil
	}
	for i, p := range v.Seats {
		if p.Winner {
			winners = append(winners, i)
		}
	}
	return winners, nil
}

// next advances the game. A player looks at the table, or the clock moves if it is due earlier.
func (c *contest) next() error {
	i := 0
	for j, at := range c.looks {
		if at.Before(c.looks[i]) {
			i = j
		}
	}
	if d := c.game.Deadline(); !d.IsZero() && !c.looks[i].Before(d) {
		c.at = d
		return c.say(games.Clock, games.Tick{})
	}
	c.at = c.looks[i]
	seat := games.Seat(i + 1)
	v := c.game.View(seat)
	words := c.kind.Player(v, c.levels[i], c.luck)
	if words == "" {
		c.looks[i] = c.at.Add(v.Pace(c.levels[i], c.luck))
		return nil
	}
	if words == c.kind.NextHand {
		c.hands++
	}
	move, ok := c.kind.Parse(words)
	if !ok {
		return fmt.Errorf("%s plays %q, which isn't a move", c.levels[i], words)
	}
	return c.say(seat, move)
}

// say plays a move and deals the owed cards. It then schedules when each player next looks at the table.
func (c *contest) say(seat games.Seat, move games.Move) error {
	for {
		step, err := c.game.Apply(games.Action{At: c.at, Seat: seat, Move: move})
		if err != nil {
			return fmt.Errorf("%s plays %q: %w", seat, move, err)
		}
		c.game = step.Game
		if c.hear != nil {
			c.hear(games.Line{At: c.at, Seat: seat, Words: move.String()}, step)
		}
		for _, x := range step.Transfers {
			if x.To.IsBalance() {
				c.gains[x.To.Owner()] += x.Amount
			}
			if x.From.IsBalance() {
				c.gains[x.From.Owner()] -= x.Amount
			}
		}
		owed, any := c.game.Owed()
		if !any {
			break
		}
		drawn, err := c.deals.Draw(owed)
		if err != nil {
			return err
		}
		seat, move = games.Dealer, owed.Move(drawn)
	}
	for i, level := range c.levels {
		c.looks[i] = c.at.Add(c.game.View(games.Seat(i+1)).Pace(level, c.luck))
	}
	return nil
}

func (c *simulateCmd) levels() (list []games.Level, err error) {
	for word := range strings.SplitSeq(c.House, ",") {
		if !slices.Contains(games.Levels, word) {
			return nil, fmt.Errorf("--house must be one or more of %s, each at most once, not %q",
				strings.Join(games.Levels, ", "), word)
		}
		if slices.Contains(list, games.Level(word)) {
			return nil, fmt.Errorf("--house contains %s twice", word)
		}
		list = append(list, games.Level(word))
	}
	return list, nil
}

// printHouse prints how often each level has won.
func (c *simulateCmd) printHouse(out io.Writer, total games.Counts) {
	levels, _ := c.levels()
	fmt.Fprintf(out, "%s: %d games, seed %d: how often each has won.\n\n", c.Game, c.N, c.Seed)
	for _, level := range levels {
		fmt.Fprintf(out, "  %-8s %6.1f\n", level, wins(total, level))
	}
}

// wins returns the number of a level's wins, including shared ones.
func wins(total games.Counts, level games.Level) (n float64) {
	for share, times := range total[string(level)] {
		n += float64(share*times) / shares
	}
	return n
}
