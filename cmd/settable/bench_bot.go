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
	"strings"
	"sync/atomic"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/sandbox"
	"settable/games"
	"settable/store/sqlite"
)

type usage struct {
	CPU    float64 // seconds
	Memory float64 // MB, the most that was in use
}

// beTheBot is the bot's process. It says when it is on, answers each line with
// what it has used, and leaves when there are no more lines.
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
	st, err := sqlite.Open(ctx, filepath.Join(c.Data, "settable.db"),
		sqlite.Options{Log: log, WAL: sqlite.RoomyWAL})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	answers := json.NewEncoder(std.out)
	var opened atomic.Uint64
	warm(log)
	return bot.Run(ctx, bot.Config{
		Discord: gateway.Config{Token: discord.Secret(os.Getenv(benchToken)), HTTP: sandbox.Client(c.Bot),
			MessageContent: true, Log: log},
		PerSecond: 1_000_000,
		Store:     st, Games: kinds, Log: log,
		// so that the players can play on what they know
		Chance: func() games.Chance { return games.Seeded(opened.Add(1)) },
		Ready: func(bot.Status) {
			answers.Encode(used())
			go func() {
				defer leave()
				for lines := bufio.NewScanner(std.in); lines.Scan(); {
					answers.Encode(used())
				}
			}()
		},
	})
}

// benchToken is the environment's variable with the sandbox's token.
const benchToken = "SETTABLE_BENCH_TOKEN"

type child struct {
	cmd     *exec.Cmd
	ask     io.WriteCloser
	answers *json.Decoder
}

// startBot starts the bot and waits until it is on.
func startBot(ctx context.Context, world *sandbox.Server, folder, profile string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, "bench", "--bot", strings.TrimPrefix(world.URL(), "http://"),
		"--data", folder, "--profile", profile)
	cmd.Env = append(os.Environ(), benchToken+"="+world.Token())
	cmd.Stderr = os.Stderr
	c := &child{cmd: cmd}
	if c.ask, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	c.answers = json.NewDecoder(out)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the bot: %w", err)
	}
	if err := c.answers.Decode(&usage{}); err != nil {
		return nil, errors.Join(errors.New("the bot did not come on"), c.stop())
	}
	return c, nil
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
