package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
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
	"settable/games/every"
	"settable/render"
	"settable/store"
	"settable/store/postgres"
	"settable/store/sqlite"
)

// usage holds the resources that a bot process has used.
type usage struct {
	CPU    float64 // seconds
	Memory float64 // MB, peak
	Shards int     // number of shards that the process serves
}

// runBot runs a bot process. It prints its resource usage once the bot is connected, and again for each line of its
// input. It exits when its input ends.
func (c *options) runBot(ctx context.Context) (err error) {
	if c.Profile != "" {
		f, err := os.Create(c.Profile)
		if err != nil {
			return fmt.Errorf("create the profile: %w", err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return fmt.Errorf("start the CPU profile: %w", err)
		}
		defer pprof.StopCPUProfile()
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	answers := json.NewEncoder(os.Stdout)
	var opened atomic.Uint64
	var shards atomic.Int64
	report := func() {
		u := resourceUsage()
		u.Shards = int(shards.Load())
		answers.Encode(u)
	}
	go render.Warm(render.Style{})
	connected := sync.OnceFunc(func() {
		report()
		go func() {
			defer leave()
			for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
				report()
			}
		}()
	})
	return c.play(ctx, &shards, bot.Config{
		Discord: gateway.Config{Token: discord.Secret(os.Getenv(tokenVariable)), HTTP: sandbox.Client(c.Bot),
			MessageContent: true, Log: log},
		PerSecond: 1_000_000,
		Games:     every.Game, Log: log,
		// The seed lets the simulated players know the cards in advance.
		Chance: func() games.Chance { return games.Seeded(opened.Add(1)) },
		Ready:  func(bot.Status) { connected() },
	})
}

// play runs the bot, either on a SQLite file or on a shared PostgreSQL database for its share of the shards.
func (c *options) play(ctx context.Context, shards *atomic.Int64, like bot.Config) error {
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

// tokenVariable is the environment variable that holds the sandbox's token.
const tokenVariable = "SETTABLE_BENCH_TOKEN"

type child struct {
	cmd     *exec.Cmd
	ask     io.WriteCloser
	answers *json.Decoder
}

type bots []*child

// startBots starts the bots and waits until each serves a shard.
func (c *options) startBots(ctx context.Context, world *sandbox.Server, folder string) (all bots,
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
			u, err := b.usage()
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

// startBot starts a bot process and waits until it is connected or waiting for a shard.
func (c *options) startBot(ctx context.Context, world *sandbox.Server, folder string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, "--bot", strings.TrimPrefix(world.URL(), "http://"),
		"--data", folder, "--profile", c.Profile,
		"--database", c.Database, "--processes", strconv.Itoa(c.Processes))
	cmd.Env = append(os.Environ(), tokenVariable+"="+world.Token())
	cmd.Stderr = os.Stderr
	b := &child{cmd: cmd}
	if b.ask, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start the bot: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the bot: %w", err)
	}
	b.answers = json.NewDecoder(out)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the bot: %w", err)
	}
	if err := b.answers.Decode(&usage{}); err != nil {
		return nil, errors.Join(errors.New("the bot did not connect"), b.stop())
	}
	return b, nil
}

// usage returns the total resource usage of all bots.
func (all bots) usage() (sum usage, err error) {
	for _, b := range all {
		u, err := b.usage()
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

func (c *child) usage() (u usage, err error) {
	if _, err = io.WriteString(c.ask, "?\n"); err == nil {
		err = c.answers.Decode(&u)
	}
	if err != nil {
		err = fmt.Errorf("ask the bot for its resource usage: %w", err)
	}
	return u, err
}

func (c *child) stop() error {
	c.ask.Close()
	if err := c.cmd.Wait(); err != nil {
		return fmt.Errorf("stop the bot: %w", err)
	}
	return nil
}
