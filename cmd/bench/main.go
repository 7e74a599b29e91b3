// Command bench measures the bot under load. It simulates a Discord without rate limits and starts the bot as a
// separate process. Simulated players play classic SET.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"settable/bot/sandbox"
	"settable/cmd/settable/setting"
)

// options are the command-line options.
type options struct {
	Tables int           `default:"1000" help:"Number of tables."`
	Rates  []int         `default:"10,100,500,4000" help:"Moves per second across all tables; each rate is measured separately."`
	For    time.Duration `default:"10s" help:"Length of each measurement."`
	JSON   bool          `name:"json" help:"Print the results as one JSON object."`
	Data   string        `placeholder:"FOLDER" help:"Folder for the bot's database, which is deleted afterwards. Default: the system's temporary folder."`

	Database  string `placeholder:"URL" help:"Measure on this empty PostgreSQL database instead of a SQLite file."`
	Processes int    `default:"1" help:"With --database: number of bot processes, one shard each."`
	Profile   string `placeholder:"FILE" help:"Write a CPU profile of the bot, for go tool pprof."`

	Bot string `hidden:"" help:"Run as the bot process, connected to the sandbox at this address."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	setting.TuneGarbageCollection()
	var o options
	kong.Parse(&o, kong.Name("bench"), kong.Description("Put the bot under load and print how fast it is."))
	if err := o.run(ctx, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
}

// run runs the measurements and prints a table of the results.
func (c *options) run(ctx context.Context, out, log io.Writer) error {
	if c.Bot != "" {
		return c.runBot(ctx)
	}
	for _, rate := range c.Rates {
		if rate < 1 || rate > 1_000_000 {
			return fmt.Errorf("--rates must be from 1 to 1,000,000 moves per second, not %d", rate)
		}
	}
	if c.Processes < 1 || c.Processes > 16 || c.Processes > 1 && c.Database == "" {
		return errors.New("--processes must be from 1 to 16, and more than 1 requires --database")
	}
	if c.Tables < 1 || c.Tables > 100_000 || c.For <= 0 {
		return errors.New("--tables must be from 1 to 100,000, and --for longer than 0")
	}
	list, err := c.measure(ctx, log)
	switch {
	case len(list) == 0:
	case c.JSON:
		err = errors.Join(err, json.NewEncoder(out).Encode(
			map[string]any{"tables": c.Tables, "seconds": c.For.Seconds(), "rates": list}))
	default:
		printResults(out, c, list)
	}
	return err
}

// measure opens the tables and plays at each rate.
func (c *options) measure(ctx context.Context, log io.Writer) (list []result, err error) {
	folder, err := os.MkdirTemp(c.Data, "settable-bench-")
	if err != nil {
		return nil, fmt.Errorf("create a folder for the database: %w", err)
	}
	defer os.RemoveAll(folder)
	workload := &workload{tables: make([]*table, c.Tables), servers: c.Processes}
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

// A result holds the measurements at one rate. Times are in milliseconds.
type result struct {
	Rate      int     `json:"rate"`
	Moves     int     `json:"moves"`
	Processes int     `json:"processes"`
	PerSecond float64 `json:"moves_per_second"` // moves that were sent and shown in a picture
	// from sending a move until the picture that shows it has arrived
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
	RawP50    float64 `json:"raw_fsync_p50_ms"`
	RawP99    float64 `json:"raw_fsync_p99_ms"`
	CPU       float64 `json:"cpu_us_per_move"` // of the bot only
	Memory    float64 `json:"memory_mb"`       // peak memory of the bot
	Pictures  int     `json:"pictures"`
	Lost      int     `json:"lost"` // moves that no picture showed
	Reordered int     `json:"reordered"`
}

func printResults(out io.Writer, c *options, list []result) {
	fmt.Fprintf(out,
		"%d tables of classic SET, %v at each rate. Latency: from sending a move to receiving the picture that shows it.\n"+
			"Raw fsync: overwriting 12 KiB in the same folder, in the same run. CPU and memory: the bot only.\n\n", c.Tables, c.For)
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
