package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/meter"
	"settable/bot/sandbox"
	"settable/cmd/settable/setting"
	"settable/cmd/settable/spread"
	"settable/render"
	"settable/store"
	"settable/store/sqlite"
)

// runCmd runs the bot on Discord.
type runCmd struct {
	hostSettings
	// The sandbox and the tests use these hidden flags.
	Discord  setting.Loopback `hidden:"" help:"Play on the sandbox at this address instead of Discord." env:"SETTABLE_DISCORD"`
	Attached bool             `hidden:"" help:"Stop when standard input ends, for example because the parent process has ended." env:"SETTABLE_ATTACHED"`
}

// http returns the client for Discord or for a sandbox on this machine.
func (c runCmd) http() *http.Client {
	if c.Discord != "" {
		return sandbox.Client(string(c.Discord))
	}
	return discord.NewHTTP()
}

// untilInputEnds returns a context that, with --attached, is cancelled when standard input ends.
func (c runCmd) untilInputEnds(ctx context.Context, in io.Reader) (context.Context, func()) {
	ctx, stop := context.WithCancel(ctx)
	if c.Attached {
		go func() {
			_, _ = io.Copy(io.Discard, in) // an error ends it too
			stop()
		}()
	}
	return ctx, stop
}

type hostSettings struct {
	settings
	database
	healthFlags
	spread.Options
	Token          string        `help:"The bot's token. Prefer the environment or a file, because other users of the machine can read a command line." env:"SETTABLE_TOKEN" placeholder:"TOKEN"`
	TokenFile      string        `help:"A file with the token." env:"SETTABLE_TOKEN_FILE" placeholder:"FILE"`
	PurgeDays      setting.Count `help:"Delete a server's data this many days after it removed the bot; 0: never." default:"30" env:"SETTABLE_PURGE_DAYS"`
	KeepDays       setting.Count `help:"Compact games this many days after they ended (at least 40): results and chips stay, moves are removed. 0: never." default:"0" env:"SETTABLE_KEEP_DAYS"`
	Backups        setting.Count `help:"Number of daily backups to keep in the folder \"backups\" next to the database; 0: no backups." default:"7" env:"SETTABLE_BACKUPS"`
	Fonts          string        `help:"A folder with additional fonts (.ttf, .otf) for players' names in pictures." placeholder:"FOLDER" env:"SETTABLE_FONTS"`
	MessageContent setting.YesNo `help:"Read moves typed in the channel. Needs the Message Content intent; without it players have to mention the bot." default:"true" negatable:"" env:"SETTABLE_MESSAGE_CONTENT"`
}

// Run runs the bot until ctx ends. The error is a single line that says how to fix the problem.
func (c runCmd) Run(ctx context.Context, s streams) error {
	outliveReaders()
	token, err := c.token()
	if err != nil {
		return exitError{exitUsage, settingError{c.tokenFlag(), err}}
	}
	if err := c.validate(); err != nil {
		return err
	}
	if c.TokenFile != "" {
		warnExposed(s.err, c.TokenFile)
	}
	log := c.logger(s.err)
	ctx, gone := c.untilInputEnds(ctx, s.in)
	defer gone()
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	st, path, err := c.share(ctx, sqlite.Options{Log: log, WAL: sqlite.RoomyWAL, Lost: lost})
	if err != nil {
		return err
	}
	log.Info("started", "version", version+commit(), "database", path, "shards", c.shardCount())
	warmPictures(log)
	var beside sync.WaitGroup
	going, leave := context.WithCancel(ctx)
	defer leave()
	look, stopServing, err := c.serve(st, log)
	if err != nil {
		return errors.Join(exitError{exitUsage, err}, st.Close())
	}
	if file, is := st.(*sqlite.DB); is { // a PostgreSQL server has its own backup tools
		copies := sqlite.Backups{Database: file, Folder: filepath.Join(filepath.Dir(path), "backups"),
			Most: int(c.Backups), Log: log, Now: time.Now}
		look.measureDisk(path, copies)
		beside.Go(func() { copies.Run(going) })
	}
	quiet := func(ctx context.Context, st compactor) {
		sqlite.Maintenance{Database: st, Keep: c.keep(), Log: log, Now: time.Now}.Run(ctx)
	}
	like := bot.Config{
		Meter: look.numbers, DeferAfter: answerDelay,
		Discord: gateway.Config{
			Token: token, HTTP: c.http(), MessageContent: bool(c.MessageContent), FallBack: true, Log: log,
			Identify: st.Identify, Identified: st.Identified,
		},
		Store: st, Games: kinds, Log: log, PurgeAfter: time.Duration(c.PurgeDays) * 24 * time.Hour,
		Ready: greet(log),
	}
	if shared, is := st.(store.Shared); is {
		err = c.Play(ctx, shared, like, look.healths, func(ctx context.Context, st store.Store) {
			quiet(ctx, st.(compactor)) // compact only the shard's own games
		})
	} else {
		beside.Go(func() { quiet(going, st) })
		like.Health, _ = look.healths.Add(0)
		err = bot.Run(ctx, like)
	}
	leave()
	beside.Wait()
	stopServing()
	log.Info("stopped")
	return reasonFor(ctx, errors.Join(err, st.Close()))
}

// validate checks the settings, except for the token, and loads the host's fonts. The commands run, check and config
// call it.
func (c hostSettings) validate() error {
	refuse := func(setting string, err error) error { return exitError{exitUsage, settingError{setting, err}} }
	if c.keep() > 0 && c.keep() < sqlite.LeastKept {
		return refuse("keep-days", fmt.Errorf("must be 0 (keep for ever) or at least 40, not %d: leaderboards count "+
			"the games of a month", c.KeepDays))
	}
	if c.Shards > 1 && !c.isPostgres() {
		return refuse("shards", spread.ErrOneFile)
	}
	if c.Fonts != "" {
		if err := render.AddFonts(c.Fonts); err != nil {
			return refuse("fonts", err)
		}
	}
	if c.HealthAddress == "" {
		return nil
	}
	if err := checkHealthAddress(c.HealthAddress); err != nil {
		return refuse("health-address", err)
	}
	return nil
}

// keep is how long the moves of a finished game are kept. 0 means forever.
func (c hostSettings) keep() time.Duration { return time.Duration(c.KeepDays) * 24 * time.Hour }

// shardCount returns the number of shards for the log.
func (c runCmd) shardCount() any {
	switch {
	case !c.isPostgres():
		return 1
	case c.Shards == 0:
		return "auto"
	}
	return int(c.Shards)
}

// compactor is a database that can compact old games.
type compactor interface {
	Compact(ctx context.Context, before time.Time, after store.TableID, most int) (store.TableID, int, error)
	Verify(context.Context) error
	Vacuum(ctx context.Context, most int) (given, left int64, err error)
}

// greet logs once that the bot is connected and how to invite it. Each shard also logs its own connection.
func greet(log *slog.Logger) func(bot.Status) {
	var first sync.Once
	return func(on bot.Status) {
		first.Do(func() { log.Info("online", "name", on.Name, "invite", discord.Invite(on.App)) })
	}
}

// healthFlags holds the address of the health endpoint.
type healthFlags struct {
	HealthAddress string `help:"Address of the health checks and metrics: /livez, /readyz, /metrics. Empty: off. 127.0.0.1:8766 is reachable from this machine only." env:"SETTABLE_HEALTH_ADDRESS" placeholder:"HOST:PORT"`
}

// report collects the metrics and the health of this process's bots.
type report struct {
	numbers *meter.Meter
	healths *spread.Healths
}

// serve serves the report until stopServing is called.
func (w healthFlags) serve(st openDatabase, log *slog.Logger) (at report, stopServing func(), err error) {
	at, stopServing = report{meter.New(), &spread.Healths{}}, func() {}
	at.measure(st)
	if w.HealthAddress == "" {
		return at, stopServing, nil
	}
	l, warning, err := listenHealth(w.HealthAddress)
	if err != nil {
		return at, stopServing, settingError{"health-address", err}
	}
	log.Info("serving health checks and metrics", "url", "http://"+l.Addr().String()+"/readyz")
	if warning != "" {
		log.Warn(warning, "at", l.Addr().String())
	}
	checks := healthChecks{live: st.Answers, ready: at.notReadyReasons(st), metrics: at.numbers.Handler()}
	telling, stop := context.WithCancel(context.Background())
	var told sync.WaitGroup
	told.Go(func() { serveHealth(telling, l, checks) })
	return at, func() { stop(); told.Wait() }, nil
}

// notReadyReasons returns a function that lists the reasons why the bot isn't ready. The function writes to the
// database, because an idle bot would otherwise not notice that it can't.
func (at report) notReadyReasons(st openDatabase) func() []string {
	return func() []string {
		why := at.healths.NotReady()
		ctx, enough := context.WithTimeout(context.Background(), healthPatience/2)
		defer enough()
		if err := st.Probe(ctx); errors.Is(err, context.DeadlineExceeded) {
			return append(why, "the database doesn't respond")
		}
		if trouble := st.State().Trouble; trouble != "" {
			why = append(why, "the last write to the database failed: "+trouble)
		}
		return why
	}
}

// measure adds the program's metrics to those of the bot.
func (at report) measure(st openDatabase) {
	m := at.numbers
	bot.Measure(m)
	m.Collect(meter.Gauge, "settable_build_info", "Always 1; the labels hold the version, the commit and the Go version.", func(tell meter.Report) {
		tell(1, strings.Trim(commit(), " ()"), runtime.Version(), version)
	}, "commit", "go", "version")
	m.Collect(meter.Gauge, "settable_ready", "1 if the bot is ready (/readyz), 0 otherwise.", func(tell meter.Report) {
		if at.notReadyReasons(st)() == nil {
			tell(1)
		} else {
			tell(0)
		}
	})
	m.Collect(meter.Gauge, "settable_database_size_bytes", "Size of the database file and of its write-ahead log.", func(tell meter.Report) {
		now := st.State()
		tell(float64(now.Bytes), "database")
		tell(float64(now.WAL), "wal")
	}, "file")
	m.Collect(meter.Gauge, "settable_database_queue_length", "Writes waiting for the database.", func(tell meter.Report) {
		tell(float64(st.State().Waiting))
	})
}

// measureDisk adds metrics about a SQLite file's disk and daily backups.
func (at report) measureDisk(database string, backups sqlite.Backups) {
	at.numbers.Collect(meter.Gauge, "settable_disk_free_bytes", "Free space on the disk of the database.", func(tell meter.Report) {
		if free, known := sqlite.Free(filepath.Dir(database)); known {
			tell(float64(free))
		}
	})
	if backups.Most == 0 {
		return
	}
	at.numbers.Collect(meter.Gauge, "settable_last_backup_timestamp_seconds",
		"Time of the newest daily backup, as a Unix time; 0 if there is none.", func(tell meter.Report) {
			made, err := backups.Newest()
			if err != nil || made.IsZero() { // an unreadable folder counts as having no backup
				tell(0)
				return
			}
			tell(float64(made.Unix()))
		})
}

func (c hostSettings) token() (discord.Secret, error) { return setting.Token(c.Token, c.TokenFile) }

func (c hostSettings) tokenFlag() string {
	if c.Token == "" && c.TokenFile != "" {
		return "token-file"
	}
	return "token"
}

// warmPictures prepares parts of pictures in the default style while the bot connects.
func warmPictures(log *slog.Logger) {
	go func() {
		if err := render.Warm(render.Style{}); err != nil {
			log.Warn("preparing pictures failed", "error", err)
		}
	}()
}
