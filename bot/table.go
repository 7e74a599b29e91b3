package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"settable/bot/discord"
	"settable/bot/poster"
	tables "settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/store"
)

// A table is a game in a channel with the post that shows it. It is the outlet
// through which the game's table speaks.
type table struct {
	*tables.Table
	bot      *Bot
	log      *slog.Logger
	row      store.Table
	rules    games.Rules
	manual   games.Manual
	polite   map[store.PlayerID]time.Time // when a typed move was last answered
	reminder *reminder                    // that stands in the channel, or is about to
	post     *poster.Poster
}

// table sets up a table from its journal, and gives the lines that lie there.
func (b *Bot) table(ctx context.Context, row store.Table, rules games.Rules) (*table, []store.Line, error) {
	log := b.log.With("table", row.ID)
	t := &table{bot: b, log: log, row: row, rules: rules, manual: rules.Manual(), polite: map[store.PlayerID]time.Time{}}
	game, lines, err := tables.Load(ctx, row, rules, tables.Parts{
		Journal: b.store, Log: log, Outlet: t, Chance: b.luck(), Now: b.now, Shortest: b.shortest,
		Grace: func() time.Duration { return b.settings.Of(row.Guild).Grace },
		Names: func(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]string, error) {
			known, err := b.nameAll(ctx, row.Guild, players)
			called := make(map[store.PlayerID]string, len(players))
			for _, p := range players {
				called[p] = known.of(p)
			}
			return called, err
		},
	})
	if err != nil {
		return nil, nil, err
	}
	t.Table = game
	t.post = newPoster(b, log, row, t.Order)
	return t, lines, nil
}

// newPoster shows the table of a row in its channel; tell is how it is told of a
// channel that is no more, or can't be written to.
func newPoster(b *Bot, log *slog.Logger, row store.Table, tell func(tables.Order)) *poster.Poster {
	parts := poster.Parts{
		Discord: b.rest, Log: log, Channel: discordChannel(row.Channel), Table: int64(row.ID),
		Style: func() render.Style { return b.settings.Style(row.Guild) },
		Tell: func(t poster.Trouble) {
			tell(map[poster.Trouble]tables.Order{
				poster.Gone: tables.Lost{}, poster.Hidden: tables.Hidden{}, poster.Visible: tables.Visible{},
			}[t])
		},
		Shown: func(ctx context.Context, line int, post discord.MessageID) error {
			err := b.store.Shown(ctx, row.ID, line, number(post))
			if errors.Is(err, store.ErrTrouble) {
				return nil // of which the store tells the log, once
			}
			return err
		},
	}
	if row.Post != 0 {
		parts.Last = discordMessage(row.Post)
	}
	return poster.New(parts)
}

// start lets a table and its poster play, and says whether it may.
func (b *Bot) start(t *table) bool {
	if !b.lobby.add(t, func() { b.tables.Add(2) }) {
		return false
	}
	go func() {
		defer b.tables.Done()
		t.post.Run(b.posting)
	}()
	go func() {
		defer b.tables.Done()
		defer t.post.Finish()
		defer b.lobby.drop(t)
		switch t.Run() {
		case tables.Vanished:
			b.abandon(t.row.Channel)
		case tables.Broken:
			b.lobby.stopped(t, b.now())
		}
	}()
	return true
}

// Show draws the table, unless a newer picture comes first, and tells this.
func (t *table) Show(s tables.Session, told ...tables.Notice) {
	var sentences []string
	for _, n := range told {
		if n.Phrase.Silent() {
			sentences = append(sentences, t.sentences(s, n.Events)...)
		} else {
			sentences = append(sentences, t.sentence(n.Phrase, s.Name))
		}
	}
	t.post.Show(t.drawn(s), sentences)
}

// ShowAnew draws it in a new message.
func (t *table) ShowAnew(s tables.Session) { t.post.ShowAnew(t.drawn(s)) }

// Say tells something beside what is shown.
func (t *table) Say(p games.Phrase) { t.post.Say(t.sentence(p, games.SeatLetter)) }

// Mute says that there is nobody to tell.
func (t *table) Mute() { t.post.Mute() }

// Met keeps what a player is called.
func (t *table) Met(p person) { t.bot.met(t.row.Guild, p) }

// channel is where it stands, as Discord calls it.
func (t *table) channel() discord.ChannelID { return discordChannel(t.row.Channel) }

// closed says whether nothing that is said to it is looked at any more.
func (t *table) closed() bool {
	select {
	case <-t.Closed():
		return true
	default:
		return false
	}
}
