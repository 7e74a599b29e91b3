package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"os"
	"strings"
	"time"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/cmd/settable/setting"
	"settable/cmd/settable/spread"
	"settable/store"
	"settable/store/postgres"
	"settable/store/sqlite"
)

// asBot makes the test binary run a bot according to its orders. The bot uses the real session, store and tables with
// a sandbox in another process.
const asBot = "SETTABLE_TEST_AS_BOT"

// orders configure a bot process of the kill tests.
type orders struct {
	Discord  string // address of the sandbox
	Token    string
	Database string
	Point    string // failpoint; empty: none
	Nth      int64
	Process  string // the process's name on a shared PostgreSQL database
	Shards   int

	DeferAfter time.Duration // see bot.Config
}

// beBot plays until its process is killed or its parent ends.
func beBot(text string) int {
	var o orders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return fail(os.Stderr, err)
	}
	f := &failpoint{}
	f.at(o.Point, o.Nth)
	go obey(f)
	if err := registerFailDisk(f); err != nil {
		return fail(os.Stderr, err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	config := bot.Config{
		Discord: gateway.Config{
			Token: discord.Secret(o.Token), HTTP: &http.Client{Transport: failTransport{o.Discord, f}},
			MessageContent: true, FallBack: true, Log: log,
		},
		Games: kinds, Log: log, DeferAfter: o.DeferAfter,
		Ready: func(bot.Status) { fmt.Println(ready) },
	}
	return fail(os.Stderr, fmt.Errorf("the bot has ended: %w", o.play(config)))
}

// obey reads failpoints from the parent process until the parent ends.
func obey(f *failpoint) {
	for {
		var point string
		var n int64
		if _, err := fmt.Fscanln(os.Stdin, &point, &n); err != nil {
			os.Exit(1)
		}
		f.at(point, n)
	}
}

// play runs the bot on a SQLite file or a shared PostgreSQL database.
func (o orders) play(config bot.Config) error {
	ctx := context.Background()
	if (database{o.Database}).isPostgres() {
		st, err := postgres.Open(ctx, o.Database, postgres.Options{Shared: true, Log: config.Log})
		if err != nil {
			return err
		}
		options := spread.Options{Shards: setting.Shards(o.Shards), Process: o.Process}
		return options.Play(ctx, st, config, &spread.Healths{}, func(context.Context, store.Store) {})
	}
	st, err := sqlite.Open(ctx, o.Database, sqlite.Options{VFS: failDisk, Log: config.Log})
	if err != nil {
		return err
	}
	config.Store = st
	if fault, ok := brokenControls[os.Getenv(asBroken)]; ok {
		fault(&config)
	}
	return bot.Run(ctx, config)
}

// failTransport is a connection to the sandbox with a failpoint.
type failTransport struct {
	to        string
	failpoint *failpoint
}

func (w failTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	kind := requestKind(r.Method, r.URL.Path)
	out := r.Clone(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		WroteHeaders: func() { w.failpoint.standStill(kind + ".unsent") }, // written into a buffer only
	}))
	out.URL.Scheme, out.URL.Host, out.Host = "http", w.to, ""
	w.failpoint.pass(kind + ".before")
	res, err := http.DefaultTransport.RoundTrip(out)
	w.failpoint.pass(kind + ".after")
	if stream, ok := bodyOf(res); ok {
		res.Body = failStream{stream, w.failpoint}
	}
	return res, err
}

// requestKind classifies a request that users can see: a new message, an edit or an answer.
func requestKind(method, path string) string {
	switch {
	case strings.HasSuffix(path, "/callback"):
		return "answer"
	case method == http.MethodPost && strings.HasSuffix(path, "/messages"):
		return "post"
	case method == http.MethodPatch:
		return "edit"
	}
	return "other"
}

// bodyOf returns the response's stream if it is a gateway connection.
func bodyOf(res *http.Response) (io.ReadWriteCloser, bool) {
	if res == nil || res.StatusCode != http.StatusSwitchingProtocols {
		return nil, false
	}
	stream, ok := res.Body.(io.ReadWriteCloser)
	return stream, ok
}

type failStream struct {
	io.ReadWriteCloser
	failpoint *failpoint
}

func (s failStream) Read(p []byte) (int, error) {
	n, err := s.ReadWriteCloser.Read(p)
	s.failpoint.pass("read")
	return n, err
}
