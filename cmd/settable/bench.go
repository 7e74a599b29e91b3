package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"settable/bot/sandbox"
)

// benchCmd measures the bot from outside: a simulated Discord without rate limits in this process,
// the bot in another, and simulated people who play classic SET.
type benchCmd struct {
	Tables int           `default:"1000" help:"How many tables are played at."`
	Rates  []int         `default:"10,100,500,4000" help:"Moves a second over all tables, one measurement for each."`
	For    time.Duration `default:"10s" help:"How long each measurement is."`
	JSON   bool          `name:"json" help:"Print one JSON object with the figures."`
	Data   string        `placeholder:"FOLDER" help:"Where the bot's database is made, and removed afterwards. Default: the system's folder for such."`
	// These measure several processes on PostgreSQL.
	Database  string `placeholder:"ADDRESS" help:"Measure on this database of PostgreSQL, made for it and empty, and not on a SQLite file."`
	Processes int    `default:"1" help:"With --database: how many processes play, each the tables of one shard."`
	Profile   string `placeholder:"FILE" help:"Write a profile of the bot's CPU, for go tool pprof."`

	Bot string `hidden:"" help:"Be the bot, on the sandbox at this address."`
}

// Run measures, and prints a table of the results.
func (c *benchCmd) Run(ctx context.Context, std streams) error {
	if c.Bot != "" {
		return c.beTheBot(ctx, std)
	}
	for _, rate := range c.Rates {
		if rate < 1 || rate > 1_000_000 {
			return exitError{Code: 2, Err: fmt.Errorf("--rates are whole numbers of moves a second from 1 on, not %d",
				rate)}
		}
	}
	if c.Processes < 1 || c.Processes > 16 || c.Processes > 1 && c.Database == "" {
		return exitError{Code: 2, Err: errors.New("--processes are 1 to 16, and more than one needs --database: " +
			"one file is written by one process")}
	}
	if c.Tables < 1 || c.Tables > 100_000 || c.For <= 0 {
		return exitError{Code: 2, Err: errors.New("--tables are 1 to 100000, and --for is longer than nothing")}
	}
	list, err := c.measure(ctx, std.err)
	switch {
	case len(list) == 0:
	case c.JSON:
		err = errors.Join(err, json.NewEncoder(std.out).Encode(
			map[string]any{"tables": c.Tables, "seconds": c.For.Seconds(), "rates": list}))
	default:
		printMeasured(std.out, c, list)
	}
	return err
}

// measure opens the tables and plays at each rate.
func (c *benchCmd) measure(ctx context.Context, log io.Writer) (list []measured, err error) {
	folder, err := os.MkdirTemp(c.Data, "settable-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the database: %w", err)
	}

	defer os.RemoveAll(folder)
	workload := &workload{tables: make([]*benchTable, c.Tables), servers: c.Processes}
	world, err := sandbox.Start(sandbox.Options{MessageContent: true, NoLimits: true, Watch: workload.watch,
		Guilds: c.Processes, Shards: c.Processes, MaxConcurrency: c.Processes})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, world.Close()) }()
	workload.world = world
	bots, err := c.startBots(ctx, world, folder)
	defer func() { err = errors.Join(err, bots.stop()) }()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "Opening %d tables …\n", c.Tables)
	if err := workload.open(ctx); err != nil {
		return nil, err
	}
	for _, rate := range c.Rates {
		fmt.Fprintf(log, "Playing %d moves a second for %v …\n", rate, c.For)
		m, err := workload.play(ctx, bots, folder, rate, c.For)
		if err != nil {
			return list, err
		}
		list = append(list, m)
	}
	return list, workload.check()
}

// measured is the result for one rate of moves. Times are in milliseconds.
type measured struct {
	Rate      int     `json:"rate"`
	Moves     int     `json:"moves"`
	Processes int     `json:"processes"`
	PerSecond float64 `json:"moves_per_second"` // sent, and answered by a picture
	// from the move's frame to the picture that shows it, fully received
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
	RawP50    float64 `json:"raw_fsync_p50_ms"`
	RawP99    float64 `json:"raw_fsync_p99_ms"`
	CPU       float64 `json:"cpu_us_per_move"` // of the bot alone
	Memory    float64 `json:"memory_mb"`       // of the bot, the most so far
	Pictures  int     `json:"pictures"`
	Lost      int     `json:"lost"` // moves that no picture shows
	Reordered int     `json:"reordered"`
}

func printMeasured(out io.Writer, c *benchCmd, list []measured) {
	fmt.Fprintf(out,
		"%d tables of classic SET, %v at each rate. From the frame of a move to the picture that shows it, "+
			"fully received;\n"+
			"a raw fsync is 12 KiB overwritten in the same folder in the same run, at the pace of the moves. CPU "+
			"and memory are the bot's alone.\n\n", c.Tables, c.For)
	fmt.Fprintln(out,
		"| moves/s | sent and shown/s | p50 ms | p99 ms | max ms | raw fsync p50, p99 ms | p50 ÷ raw | p99 − "+
			"raw ms | CPU µs/move | MB | pictures | lost | reordered |")
	fmt.Fprintln(out, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	for _, m := range list {
		fmt.Fprintf(out,
			"| %d | %.0f | %.2f | %.2f | %.2f | %.2f, %.2f | %.1f | %.2f | %.0f | %.0f | %d | %d | %d |\n",
			m.Rate, m.PerSecond, m.P50, m.P99, m.Max, m.RawP50, m.RawP99, m.P50/m.RawP50, m.P99-m.RawP99, m.CPU,
			m.Memory, m.Pictures, m.Lost, m.Reordered)
	}
}
