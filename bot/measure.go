package bot

import (
	"strconv"

	"settable/bot/discord/gateway"
	"settable/bot/meter"
	"settable/render"
)

// gauges are the metrics that the meter reads from a running bot.
type gauges struct {
	bot  *Bot
	ends []func()
}

// collect registers a metric with the bot's meter. Stopping the gauges removes it.
func (g *gauges) collect(kind meter.Kind, name, help string, read func(meter.Report), labels ...string) {
	g.ends = append(g.ends, g.bot.Meter.Collect(kind, name, help, read, labels...))
}

func (g *gauges) stop() {
	for _, end := range g.ends {
		end()
	}
}

func (g *gauges) begin() {
	b := g.bot
	g.collect(meter.Gauge, "settable_tables", "Open tables in memory (open) and tables without active players (asleep).",
		func(tell meter.Report) {
			tell(float64(len(b.lobby.Tables.All())), "open")
			tell(float64(len(b.lobby.Tables.SleepingChannels())), "asleep")
		}, "state")
	g.collect(meter.Gauge, "settable_seats_away", "Seats of open tables whose players are away.",
		func(tell meter.Report) {
			away, _ := g.atTables()
			tell(float64(away))
		})
	g.collect(meter.Gauge, "settable_tasks", "Pending tasks, by kind.",
		func(tell meter.Report) {
			for what, n := range b.tasks.Pending() {
				tell(float64(n), what)
			}
		}, "task")
	g.collect(meter.Gauge, "settable_servers", "Servers that the bot is on.",
		func(tell meter.Report) { tell(float64(b.servers.Count())) })
	g.collect(meter.Gauge, "settable_queue_length", "Queue lengths: gateway events, moves at tables, answers being sent.",
		func(tell meter.Report) {
			_, words := g.atTables()
			tell(float64(b.session.Counts().Waiting), "events")
			tell(float64(words), "moves")
			tell(float64(b.doors.send.InFlight()), "answers")
		}, "queue")
	g.collect(meter.Counter, pictures, picturesHelp,
		func(tell meter.Report) { tell(float64(b.rest.Counts().InWords), "words") }, "way")
	g.collect(meter.Counter, "settable_rest_requests_total",
		"Requests to Discord, by route and status (0: no answer).", func(tell meter.Report) {
			for a, n := range b.rest.Counts().Answers {
				tell(float64(n), a.Method, a.Route, strconv.Itoa(a.Status))
			}
		}, "method", "route", "status")
	g.collect(meter.Counter, "settable_rest_retries_total", "Retried requests to Discord.",
		func(tell meter.Report) { tell(float64(b.rest.Counts().Retries)) })
	g.gateway()
}

// atTables returns the number of away players at open tables, and the number of moves waiting in the tables' inboxes.
func (g *gauges) atTables() (away, words int) {
	for _, t := range g.bot.lobby.Tables.All() {
		words += t.Game.Waiting()
		for _, p := range t.Game.Session().View().Seats {
			if p.Away && !p.HasLeft {
				away++
			}
		}
	}
	return away, words
}

const (
	pictures     = "settable_pictures_total"
	picturesHelp = "Pictures joined from precompressed pieces (spliced), compressed as a whole (paletted) " +
		"or replaced by text because Discord accepted none (words)."
)

const (
	shards     = "settable_shards"
	shardsHelp = "Shards that this process plays, by the state of their connection to Discord."
)

// Measure registers the metrics that all bots in a program share.
func Measure(m *meter.Meter) {
	m.Collect(meter.Gauge, shards, shardsHelp, func(tell meter.Report) { // even while the bot has no shard
		for _, state := range gateway.States {
			tell(0, string(state))
		}
	}, "state")
	m.Collect(meter.Counter, pictures, picturesHelp, func(tell meter.Report) {
		var sum render.Path
		for _, p := range render.Paths() {
			sum.Spliced += p.Spliced
			sum.Painted += p.Painted
		}
		tell(float64(sum.Spliced), "spliced")
		tell(float64(sum.Painted), "paletted")
	}, "way")
}

func (g *gauges) gateway() {
	for _, c := range []struct {
		name, help string
		read       func(gateway.Counts) uint64
	}{
		{"events", "Gateway events received.",
			func(c gateway.Counts) uint64 { return c.Events }},
		{"events_dropped", "Gateway events dropped because a queue was full (their channels are read again).",
			func(c gateway.Counts) uint64 { return c.Lost }},
		{"identifies", "Gateway sessions started (Discord resets the token after 1,000 a day).",
			func(c gateway.Counts) uint64 { return c.Identifies }},
		{"disconnects", "Gateway connections lost.", func(c gateway.Counts) uint64 { return c.Breaks }},
	} {
		g.collect(meter.Counter, "settable_gateway_"+c.name+"_total", c.help,
			func(tell meter.Report) { tell(float64(c.read(g.bot.session.Counts()))) })
	}
}
