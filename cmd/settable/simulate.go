package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"settable/games"
)

// simulateCmd plays many games through the rules themselves.
type simulateCmd struct {
	Game    string `arg:"" help:"The game: ${simulations}."`
	N       int    `short:"n" name:"n" default:"20000" help:"How many games, and how many random layouts of each kind."`
	Players int    `default:"2" help:"How many simulated players sit at the table."`
	Seed    uint64 `default:"1" help:"The same seed gives the same games."`
	JSON    bool   `name:"json" help:"Print one JSON object with the figures."`
}

// simulations are the games that can be simulated. Each plays a share of the
// games into a tally, and knows how to tell about the whole.
var simulations = map[string]simulation{
	"classic":   {play: playClassic, figures: classicFigures, tell: tellClassic},
	"twenty":    {play: playTwenty, figures: twentyFigures, tell: tellTwenty},
	"poker":     {play: playPoker, figures: pokerFigures, tell: tellPoker},
	"english":   {play: playEnglish, figures: englishFigures, tell: tellEnglish},
	"solitaire": {play: playSolitaire, figures: solitaireFigures, tell: tellSolitaire},
}

type simulation struct {
	play    func(source *rand.Rand, players, n int, count *count) error
	figures []figure
	tell    func(out io.Writer, c *count)
}

// simulatedGames are their names.
func simulatedGames() string {
	return strings.Join(slices.Sorted(maps.Keys(simulations)), ", ")
}

// A figure is a number of RULES.md: the mean of what was counted by its name,
// a share when only 0 and 1 are.
type figure struct{ name, words string }

// count keeps, for each name, how often each whole number was seen: all that
// means, standard errors and distributions need, and sums of counts are exact.
type count map[string]map[int]int

func (c count) see(name string, value int) { c.often(name, value, 1) }

func (c count) is(name string, yes bool) {
	if yes {
		c.see(name, 1)
	} else {
		c.see(name, 0)
	}
}

// often counts a value that was seen so many times.
func (c count) often(name string, value, times int) {
	if c[name] == nil {
		c[name] = map[int]int{}
	}
	c[name][value] += times
}

// seeAll counts each value as often as times says.
func (c count) seeAll(name string, times []int) {
	for value, n := range times {
		if n > 0 {
			c.often(name, value, n)
		}
	}
}

func (c count) seeShare(name string, s share) { c.seeAll(name, []int{s.no, s.yes}) }

func (c count) add(other count) {
	for name, seen := range other {
		for value, n := range seen {
			c.often(name, value, n)
		}
	}
}

// mean gives the mean and its standard error, and how many were counted.
func (c count) mean(name string) (mean, se float64, n int) {
	sum, squares := 0.0, 0.0
	for value, times := range c[name] {
		n += times
		sum += float64(value) * float64(times)
		squares += float64(value) * float64(value) * float64(times)
	}
	if n < 2 {
		return sum, math.Inf(1), n
	}
	mean = sum / float64(n)
	variance := (squares - sum*mean) / float64(n-1)
	return mean, math.Sqrt(max(0, variance) / float64(n)), n
}

// chunk is how many games share a random source. It does not depend on the
// machine, so neither do the figures.
const chunk = 500

// Run plays the games on all cores.
func (c *simulateCmd) Run(std streams) error {
	game, ok := simulations[c.Game]
	if !ok {
		return exitError{Code: 2, Err: fmt.Errorf("there is no simulation of %q; there is %s", c.Game, simulatedGames())}
	}
	if err := c.check(); err != nil {
		return exitError{Code: 2, Err: err}
	}
	total, err := c.playAll(game)
	if err != nil {
		return fmt.Errorf("simulating %s: %w", c.Game, err)
	}
	if c.JSON {
		return c.printJSON(std.out, game, total)
	}
	c.print(std.out, game, total)
	return nil
}

func (c *simulateCmd) check() error {
	if c.N < 1 || c.N > 1_000_000_000 {
		return fmt.Errorf("-n is a whole number from 1 to a thousand million, not %d", c.N)
	}
	i := slices.IndexFunc(rules, func(r games.Rules) bool { return r.Name() == c.Game })
	m := rules[i].Manual()
	if c.Players < m.MinSeats || c.Players > m.MaxSeats {
		return fmt.Errorf("%s is for %d to %d players, not %d", m.Title, m.MinSeats, m.MaxSeats, c.Players)
	}
	return nil
}

func (c *simulateCmd) playAll(game simulation) (*count, error) {
	chunks := (c.N + chunk - 1) / chunk
	var (
		next  atomic.Int64
		wait  sync.WaitGroup
		lock  sync.Mutex
		first error
		total = count{}
	)
	for range min(runtime.GOMAXPROCS(0), chunks) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < chunks; i = int(next.Add(1)) - 1 {
				part := count{}
				source := rand.New(rand.NewPCG(c.Seed, uint64(i)))
				err := game.play(source, c.Players, min(chunk, c.N-i*chunk), &part)
				lock.Lock()
				total.add(part)
				if first == nil {
					first = err
				}
				lock.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	return &total, first
}

func (c *simulateCmd) printJSON(out io.Writer, game simulation, total *count) error {
	figures, errors := map[string]float64{}, map[string]float64{}
	for _, f := range game.figures {
		mean, se, n := total.mean(f.name)
		if n > 0 {
			figures[f.name] = mean
		}
		if n > 1 {
			errors[f.name] = se
		}
	}
	return json.NewEncoder(out).Encode(map[string]any{
		"game": c.Game, "n": c.N, "players": c.Players, "seed": c.Seed,
		"figures": figures, "standard_errors": errors,
	})
}

func (c *simulateCmd) print(out io.Writer, game simulation, total *count) {
	fmt.Fprintf(out, "%s: %s games of %d, seed %d. After ± stands one standard error.\n\n",
		c.Game, humanize.Comma(int64(c.N)), c.Players, c.Seed)
	for _, f := range game.figures {
		printMean(out, total, f.name, f.words)
	}
	game.tell(out, total)
}

func printMean(out io.Writer, c *count, name, words string) {
	mean, se, _ := c.mean(name)
	if isShare((*c)[name]) {
		fmt.Fprintf(out, "  %-58s %9.4f %% ± %.4f\n", words, 100*mean, 100*se)
		return
	}
	fmt.Fprintf(out, "  %-58s %9.4f   ± %.4f\n", words, mean, se)
}

func isShare(seen map[int]int) bool {
	for value := range seen {
		if value != 0 && value != 1 {
			return false
		}
	}
	return true
}

// printShares draws how often each value was seen.
func printShares(out io.Writer, c *count, name, words string) {
	fmt.Fprintf(out, "\n%s\n", words)
	seen, n, top := (*c)[name], 0, 0
	for _, times := range seen {
		n += times
		top = max(top, times)
	}
	for _, value := range slices.Sorted(maps.Keys(seen)) {
		bar := strings.Repeat("█", (seen[value]*40+top/2)/top)
		fmt.Fprintf(out, "  %4d  %7.3f %%  %s\n", value, 100*float64(seen[value])/float64(n), bar)
	}
}
