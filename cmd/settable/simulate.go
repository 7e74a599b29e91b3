package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/dustin/go-humanize"
	"golang.org/x/sync/errgroup"

	"settable/games"
)

// simulateCmd plays many games and counts their results.
type simulateCmd struct {
	Game    string `arg:"" help:"The game: ${simulations}."`
	N       int    `short:"n" name:"n" default:"20000" help:"Number of games to simulate (for most games, also the number of random deals to examine)."`
	Players int    `default:"2" help:"Number of simulated players."`
	Seed    uint64 `default:"1" help:"The same seed gives the same games."`
	House   string `help:"Print the win rates of house players of these levels, for example easy,steady,sharp."`
	JSON    bool   `name:"json" help:"Print one JSON object with the figures."`
}

func simulatedGames() string {
	names := games.NamesOf(kinds, games.Kind.Name)
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// chunk is the number of games that share a random source. Because it doesn't depend on the machine, the results don't
// either.
const chunk = 500

// Run plays the games on all cores.
func (c *simulateCmd) Run(std streams) error {
	game, is := games.Find(kinds, c.Game)
	if !is {
		return exitError{Code: 2, Err: fmt.Errorf("can't simulate %q: choose one of %s", c.Game,
			simulatedGames())}
	}
	if err := c.check(game.Manual()); err != nil {
		return exitError{Code: 2, Err: err}
	}
	total, err := c.playAll(trialsOf(c, game, nil))
	if err != nil {
		return fmt.Errorf("simulating %s: %w", c.Game, err)
	}
	if c.House != "" {
		c.printHouse(std.out, total)
		return nil
	}
	house := games.Counts{}
	rules := game.Manual().HouseRules
	if rules != nil {
		if house, err = c.playAll(trialsOf(c, game, rules)); err != nil {
			return fmt.Errorf("simulating %s by house rules: %w", c.Game, err)
		}
	}
	means := append(slices.Clip(game.Figures.Means), lasts(game))
	if c.JSON {
		return c.printJSON(std.out, means, total, rules, house)
	}
	c.print(std.out, means, game.Figures.Shares, total, rules, house)
	return nil
}

// trials plays n games and adds up the results.
type trials func(luck *rand.Rand, n int, part games.Counts) error

// trialsOf returns the requested trials: either for the game's figures or between house players.
func trialsOf(c *simulateCmd, game games.Kind, o games.Options) trials {
	if c.House != "" {
		return func(luck *rand.Rand, n int, part games.Counts) error { return c.house(game, luck, n, part) }
	}
	return func(luck *rand.Rand, n int, part games.Counts) error {
		if err := game.Figures.Play(luck, o, c.Players, n, part); err != nil {
			return err
		}
		return timeGames(game, o, c.Players, luck, (n+timedShare-1)/timedShare, part)
	}
}

func (c *simulateCmd) check(m games.Manual) error {
	if c.House != "" {
		if _, err := c.levels(); err != nil {
			return err
		}
	}
	if c.N < 1 || c.N > 1_000_000_000 {
		return fmt.Errorf("-n must be from 1 to 1,000,000,000, not %d", c.N)
	}
	if c.Players < m.MinSeats || c.Players > m.MaxSeats {
		return fmt.Errorf("%s is for %d to %d players, not %d", m.Game, m.MinSeats, m.MaxSeats, c.Players)
	}
	return nil
}

func (c *simulateCmd) playAll(play trials) (games.Counts, error) {
	all, ctx := errgroup.WithContext(context.Background())
	all.SetLimit(runtime.GOMAXPROCS(0))
	var lock sync.Mutex
	total := games.Counts{}
	for i := 0; i*chunk < c.N && ctx.Err() == nil; i++ {
		all.Go(func() error {
			part := games.Counts{}
			source := rand.New(rand.NewPCG(c.Seed, uint64(i)))
			err := play(source, min(chunk, c.N-i*chunk), part)
			lock.Lock()
			defer lock.Unlock()
			total.Add(part)
			return err
		})
	}
	return total, all.Wait()
}

func (c *simulateCmd) printJSON(out io.Writer, means []games.Figure, total games.Counts, rules games.Options,
	house games.Counts) error {

	figures, errors := meansOf(means, total)
	all := map[string]any{
		"game": c.Game, "n": c.N, "players": c.Players, "seed": c.Seed,
		"figures": figures, "standard_errors": errors,
	}
	if rules != nil {
		figures, errors = meansOf(means, house)
		all["house_rules"] = map[string]any{"options": rules, "figures": figures, "standard_errors": errors}
	}
	return json.NewEncoder(out).Encode(all)
}

// meansOf returns the means that were counted, and their standard errors.
func meansOf(means []games.Figure, total games.Counts) (figures, errors map[string]float64) {
	figures, errors = map[string]float64{}, map[string]float64{}
	for _, f := range means {
		mean, se, n := total.Mean(f.Name)
		if n > 0 {
			figures[f.Name] = mean / unit(f)
		}
		if n > 1 {
			errors[f.Name] = se / unit(f)
		}
	}
	return figures, errors
}

// unit is the number by which the counted values are divided before they are printed.
func unit(f games.Figure) float64 { return float64(max(f.Unit, 1)) }

// print prints the figures under the book rules, and then those under house rules, if the game has any.
func (c *simulateCmd) print(out io.Writer, means, shares []games.Figure, total games.Counts, rules games.Options,
	house games.Counts) {

	fmt.Fprintf(out, "%s: %s games of %d, seed %d. Values are given ± one standard error.\n\n",
		c.Game, humanize.Comma(int64(c.N)), c.Players, c.Seed)
	printMeans(out, means, total)
	for _, f := range shares {
		printShares(out, total[f.Name], f.Words)
	}
	if rules == nil {
		return
	}
	fmt.Fprint(out, "\nBy house rules")
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		fmt.Fprintf(out, " %s=%s", name, rules[name])
	}
	fmt.Fprint(out, "\n\n")
	printMeans(out, means, house)
}

func printMeans(out io.Writer, means []games.Figure, total games.Counts) {
	for _, f := range means {
		mean, se, n := total.Mean(f.Name)
		switch {
		case n == 0: // it doesn't occur by these rules
		case total.IsShare(f.Name):
			fmt.Fprintf(out, "  %-58s %9.4f %% ± %.4f\n", f.Words, 100*mean, 100*se)
		default:
			fmt.Fprintf(out, "  %-58s %9.4f   ± %.4f\n", f.Words, mean/unit(f), se/unit(f))
		}
	}
}

// printShares prints how often each value occurred.
func printShares(out io.Writer, seen map[int]int, words string) {
	fmt.Fprintf(out, "\n%s\n", words)
	n, top := 0, 0
	for _, times := range seen {
		n += times
		top = max(top, times)
	}
	for _, value := range slices.Sorted(maps.Keys(seen)) {
		bar := strings.Repeat("█", (seen[value]*40+top/2)/top)
		fmt.Fprintf(out, "  %4d  %7.3f %%  %s\n", value, 100*float64(seen[value])/float64(n), bar)
	}
}
