package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/cmd/settable/setting"
	"settable/cmd/settable/spread"
	"settable/games"
	"settable/store"
	"settable/store/postgres"
	"settable/store/sqlite"
)

type usage struct {
	CPU    float64 // seconds
	Memory float64 // MB, the most that was in use
	Shards int     // that it plays
}

// beTheBot is the bot's process. It reports when it is connected, answers each line of its input with
// what it has used, and ends with its input.
func (c *benchCmd) beTheBot(ctx context.Context, std streams) (err error) {
	if c.Profile != "" {
		f, err := os.Create(c.Profile)
		if err != nil {
			return fmt.Errorf("making the profile: %w", err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return fmt.Errorf("profiling: %w", err)
		}
		defer pprof.StopCPUProfile()
	}
	log := settings{LogLevel: "warn", LogFormat: "auto"}.logger(std.err)
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	answers := json.NewEncoder(std.out)
	var opened atomic.Uint64
	var plays atomic.Int64
	tell := func() {
		u := used()
		u.Shards = int(plays.Load())
		answers.Encode(u)
	}
	warm(log)
	listens := sync.OnceFunc(func() {
		tell()
		go func() {
			defer leave()
			for lines := bufio.NewScanner(std.in); lines.Scan(); {
				tell()
			}
		}()
	})
	return c.plays(ctx, &plays, bot.Config{
		Discord: gateway.Config{Token: discord.Secret(os.Getenv(benchToken)), HTTP: sandbox.Client(c.Bot),
			MessageContent: true, Log: log},
		PerSecond: 1_000_000,
		Games:     kinds, Log: log,
		// so that the players can play on what they know
		Chance: func() games.Chance { return games.Seeded(opened.Add(1)) },
		Ready:  func(bot.Status) { listens() },
	})
}

// plays runs the bot on a file, or its share of the shards on a PostgreSQL database.
func (c *benchCmd) plays(ctx context.Context, shards *atomic.Int64, like bot.Config) error {
	if c.Database == "" {
		st, err := sqlite.Open(ctx, filepath.Join(c.Data, "settable.db"),
			sqlite.Options{Log: like.Log, WAL: sqlite.RoomyWAL})
		if err != nil {
			return err
		}
		like.Store = st
		shards.Add(1)
		return errors.Join(bot.Run(ctx, like), st.Close())
	}
	db, err := postgres.Open(ctx, c.Database, postgres.Options{Shared: true, Log: like.Log})
	if err != nil {
		return err
	}
	share := spread.Options{Shards: setting.Shards(c.Processes)}
	err = share.Play(ctx, db, like, &spread.Healths{}, func(ctx context.Context, _ store.Store) {
		shards.Add(1)
		<-ctx.Done()
		shards.Add(-1)
	})
	return errors.Join(err, db.Close())
}

// benchToken is the environment's variable with the sandbox's token.
const benchToken = "SETTABLE_BENCH_TOKEN"

type child struct {
	cmd     *exec.Cmd
	ask     io.WriteCloser
	answers *json.Decoder
}

type bots []*child

// startBots starts the bots, and waits until each plays its shard.
func (c *benchCmd) startBots(ctx context.Context, world *sandbox.Server, folder string) (all bots,
	err error) {
	for range c.Processes {
		one, err := c.startBot(ctx, world, folder)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	for balanced := false; !balanced; {
		balanced = true
		for _, b := range all {
			u, err := b.used()
			if err != nil {
				return all, err
			}
			balanced = balanced && u.Shards == 1
		}
		if err := discord.Sleep(ctx, 100*time.Millisecond); err != nil {
			return all, err
		}
	}
	return all, nil
}

// startBot starts a bot and waits until it has begun. If all shards are taken it gets its own soon
// after.
func (c *benchCmd) startBot(ctx context.Context, world *sandbox.Server, folder string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, "bench", "--bot", strings.TrimPrefix(world.URL(), "http://"),
		"--data", folder, "--profile", c.Profile,
		"--database", c.Database, "--processes", strconv.Itoa(c.Processes))
	cmd.Env = append(os.Environ(), benchToken+"="+world.Token())
	cmd.Stderr = os.Stderr
	b := &child{cmd: cmd}
	if b.ask, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	b.answers = json.NewDecoder(out)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	if err := b.answers.Decode(&usage{}); err != nil {
		return nil, errors.Join(errors.New("the bot did not come on"), b.stop())
	}
	return b, nil
}

// used is what all bots have used together.
func (all bots) used() (sum usage, err error) {
	for _, b := range all {
		u, err := b.used()
		if err != nil {
			return sum, err
		}
		sum.CPU, sum.Memory = sum.CPU+u.CPU, sum.Memory+u.Memory
	}
	return sum, nil
}

func (all bots) stop() (err error) {
	for _, b := range all {
		err = errors.Join(err, b.stop())
	}
	return err
}

func (c *child) used() (u usage, err error) {
	if _, err = io.WriteString(c.ask, "?\n"); err == nil {
		err = c.answers.Decode(&u)
	}
	if err != nil {
		err = fmt.Errorf("asking the bot what it used: %w", err)
	}
	return u, err
}

func (c *child) stop() error {
	c.ask.Close()
	if err := c.cmd.Wait(); err != nil {
		return fmt.Errorf("the bot: %w", err)
	}
	return nil
}
