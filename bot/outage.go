package bot

import (
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store/ids"
)

// beginOutage stops the clocks of a server's tables, because Discord can't serve that server for now and delivers no
// messages from there. Discord may send the event more than once during an outage, for example in a new session.
func (b *Bot) beginOutage(g ids.Guild) {
	if _, known := b.outages[g]; !known {
		b.outages[g] = b.clock.now()
		b.Log.Warn("server unavailable according to Discord, pausing its table clocks", "server", g)
	}
	b.lobby.Tables.OrderIn(g, table.Freeze{Why: table.Unserved})
}

// endOutage ends the outage of a server, if there was one. The clocks of the server's tables continue once the bot
// has read the missed messages.
func (b *Bot) endOutage(g ids.Guild) {
	since, was := b.outages[g]
	if !was {
		return
	}
	delete(b.outages, g)
	b.agenda.CompareIn(g)
	b.Log.Info("server is available again", "server", g, "since", since)
	for _, t := range b.lobby.Tables.InPlace(lobby.Place{Guild: g}) {
		b.catchUp(t, false)
		t.Game.Order(table.Resume{Why: table.Unserved})
	}
}
