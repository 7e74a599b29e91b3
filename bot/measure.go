package bot

import (
	"strconv"

	"settable/bot/discord/gateway"
	"settable/bot/meter"
	"settable/render"
)

// measure has the meter ask how the bot is, until it ends. docs/hosting.md lists the numbers.
func (b *Bot) measure() {
	m := asking{b}
	m.Ask(meter.Gauge, "settable_tables", "Tables in memory (open), and those at which nobody is (asleep).",
		func(tell meter.Tell) {
			tell(float64(len(b.lobby.All())), "open")
			tell(float64(len(b.lobby.Sleepers())), "asleep")
		}, "state")
	m.Ask(meter.Gauge, "settable_seats_away", "Seats of open tables whose players are away.",
		func(tell meter.Tell) {
			away, _ := b.atTables()
			tell(float64(away))
		})
	m.Ask(meter.Gauge, "settable_tasks", "What must be done and stands until it is, by kind.",
		func(tell meter.Tell) {
			for what, n := range b.tasks.Standing() {
				tell(float64(n), what)
			}
		}, "what")
	m.Ask(meter.Gauge, "settable_queue", "What waits: events of Discord, words at tables, answers under way.",
		func(tell meter.Tell) {
			_, words := b.atTables()
			tell(float64(b.session.Counts().Waiting), "events")
			tell(float64(words), "words")
			tell(float64(b.send.UnderWay()), "answers")
		}, "of")
	m.Ask(meter.Counter, pictures, picturesHelp,
		func(tell meter.Tell) { tell(float64(b.rest.Counts().InWords), "words") }, "way")
	m.Ask(meter.Counter, "settable_rest_requests_total",
		"Requests to Discord by route and status; status 0: no answer came.", func(tell meter.Tell) {
			for a, n := range b.rest.Counts().Answers {
				tell(float64(n), a.Method, a.Route, strconv.Itoa(a.Status))
			}
		}, "method", "route", "status")
	m.Ask(meter.Counter, "settable_rest_retries_total", "Requests to Discord that were sent again.",
		func(tell meter.Tell) { tell(float64(b.rest.Counts().Retries)) })
	b.measureGateway()
}

// asking is the bot's meter, which asks the bot no more when it has ended.
type asking struct{ b *Bot }

// Ask is that of meter.Meter.
func (a asking) Ask(kind meter.Kind, name, help string, read func(meter.Tell), labels ...string) {
	a.b.measured = append(a.b.measured, a.b.Meter.Ask(kind, name, help, read, labels...))
}

func (a asking) stop() {
	for _, stop := range a.b.measured {
		stop()
	}
}

// atTables are how many seats of open tables nobody plays on now, and how many words wait for the tables.
func (b *Bot) atTables() (away, words int) {
	for _, t := range b.lobby.All() {
		words += t.Waiting()
		for _, p := range t.Session().View().Seats {
			if p.Away && !p.Left {
				away++
			}
		}
	}
	return away, words
}

const (
	pictures     = "settable_pictures_total"
	picturesHelp = "Pictures, sewn from what was compressed before (quilted) or not (paletted), and those " +
		"left out because Discord took none (words)."
)

// Measure has a meter ask for what all bots of a program have together.
func Measure(m *meter.Meter) {
	m.Ask(meter.Counter, pictures, picturesHelp, func(tell meter.Tell) {
		var sum render.Path
		for _, p := range render.Paths() {
			sum.Sewn += p.Sewn
			sum.Painted += p.Painted
		}
		tell(float64(sum.Sewn), "quilted")
		tell(float64(sum.Painted), "paletted")
	}, "way")
}

func (b *Bot) measureGateway() {
	for _, c := range []struct {
		name, help string
		read       func(gateway.Counts) uint64
	}{
		{"events", "Events that Discord sent and somebody needs.",
			func(c gateway.Counts) uint64 { return c.Events }},
		{"lost", "Events for which there was no room; the channels are read again.",
			func(c gateway.Counts) uint64 { return c.Lost }},
		{"identifies", "Sessions begun anew; Discord takes a token away after a thousand a day.",
			func(c gateway.Counts) uint64 { return c.Identifies }},
		{"breaks", "Connections that were lost.", func(c gateway.Counts) uint64 { return c.Breaks }},
	} {
		asking{b}.Ask(meter.Counter, "settable_gateway_"+c.name+"_total", c.help,
			func(tell meter.Tell) { tell(float64(c.read(b.session.Counts()))) })
	}
}
