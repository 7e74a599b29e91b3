package lobby

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/poster"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// A Table is a game in a channel together with the post that shows it. It is the outlet through which its Game
// speaks.
type Table struct {
	Game        *table.Table
	Row         store.Table
	Backlog     *Backlog
	languages   listener
	Manual      games.Manual
	Post        *poster.Poster
	lobby       *Lobby
	log         *slog.Logger
	newest      time.Time                   // when the newest line was written that it was loaded with
	turn        func(context.Context) error // posts it, when its turn among many tables has come
	replied     discord.Lately[replyKind]   // typed moves that got a reply of that kind
	reminder    *reminder                   // the one that stands in the channel, or is being posted
	Guests      guests
	unseenMoves unseenMoves
	pictures    pictures
	postSign    message.Sign                 // signs its posts: only its poster draws them, so one hash serves all
	drawnAt     int                          // the number of the line that was drawn last
	unseen      atomic.Pointer[games.Phrase] // why nobody can see the table; nil: everybody can
	posted      atomic.Bool                  // it has a message in the channel, or had one
}

// A replyKind is whom a reply was for and what it was about, told by its emoji. Kinds are counted apart, so
// that a mistake is explained even if a look was answered a moment before.
type replyKind struct {
	who   store.PlayerID
	emoji string
}

// table loads a table from its journal. It does not play yet.
func (l *Lobby) table(ctx context.Context, row store.Table, rules games.Rules) (*Table, error) {
	log := l.Log.With("table", row.ID)
	kind, _ := games.Find(l.Games, row.Game)
	t := &Table{Row: row, Manual: rules.Manual(), lobby: l, log: log,
		languages: listener{l.replier, &l.Locales, l.words.In(row.Options.Language())}}
	t.pictures.shown(row.Shown, time.Time{})
	game, lines, err := table.Load(ctx, row, rules, table.Parts{
		Journal: l.Store, Log: log, Outlet: t, Chance: l.Chance(), Now: l.Now,
		Vocabulary: t.languages.speaks.Vocabulary(row.Game), Player: kind.Player,
		Grace: func() time.Duration { return l.Settings.Of(row.Guild).Grace }, Seen: t.pictures.since,
		HouseName: func(who games.HousePlayer) string {
			return l.words.In(row.Options.Language()).Plain(games.Say("lobby.house_player", "name", who.Name))
		},
		Names: func(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]string, error) {
			known, err := l.NameAll(ctx, row.Guild, players)
			called := make(map[store.PlayerID]string, len(players))
			for _, p := range players {
				called[p] = known.Of(p)
			}
			return called, err
		},
	})
	if err != nil {
		return nil, err
	}
	t.Game = game
	t.Backlog = &Backlog{table: t, sits: game.IsSeated, posting: l.Posting, judged: max(row.Heard, heard(lines))}
	t.Backlog.knows(later(row.Opened, discord.At(messageID(t.Backlog.judged))))
	if len(lines) > 0 {
		t.newest = lines[len(lines)-1].At
	}
	t.Post, t.postSign = l.poster(t), t.sign()
	t.turn = t.Post.Turn
	return t, nil
}

// poster makes the poster that shows a table in its channel. It tells the table if the channel is gone or
// can't be written to.
func (l *Lobby) poster(t *Table) *poster.Poster {
	parts := poster.Parts{
		Discord: l.Discord, Log: t.log, Faults: &l.faults, Channel: t.channel(),
		Table: int64(t.Row.ID), Queue: t.queue, Leaving: l.leaving,
		Tell: t.trouble,
		Shown: func(ctx context.Context, line int, post discord.MessageID) error {
			t.posted.Store(true)
			t.pictures.shown(line, l.Now())
			for _, came := range t.unseenMoves.see(line) {
				l.Meter.Seen(came)
			}
			err := l.Store.Shown(ctx, t.Row.ID, line, Number(post))
			if errors.Is(err, store.ErrTrouble) {
				return nil // the store logs its troubles itself, once
			}
			return err
		},
	}
	parts.TakeAway = func(ctx context.Context, old discord.MessageID) {
		l.cleaner.takeAway(ctx, oldPost(t.Row, old))
	}
	t.posted.Store(t.Row.Post != 0)
	if t.Row.Post != 0 {
		parts.Last = messageID(t.Row.Post)
	}
	return poster.New(parts)
}

// The names, for a host, of the tasks of showing tables.
const (
	ToShow = "table_post"
	toLook = "table_recheck"
)

// lookAgain is the pause before a table that Discord refused to show is tried again. It doubles up to eight
// minutes, because refused requests count towards a ban, and starts anew when something happens there.
const lookAgain = time.Minute

// queue schedules a table to be shown after it was reopened, or after Discord has refused it that many times.
func (t *Table) queue(refusals int) {
	task := delivery.Task{
		What: ToShow, Of: int64(t.Row.ID), Rank: delivery.Seen, Active: t.Game.Session().LastMove, Requests: 3,
		Do: t.turn,
	}
	if refusals > 0 {
		task.What, task.Not = toLook, time.Now().Add(lookAgain<<min(refusals-1, 3))
	}
	t.lobby.Tasks.Stand(task)
}

// TryAgain has a table shown soon that Discord refused to show before.
func (t *Table) TryAgain() { t.lobby.Tasks.Hurry(toLook, int64(t.Row.ID), t.lobby.Now()) }

// hurry moves a waiting table to the front of the queue, because a player is using it.
func (t *Table) hurry() {
	if t.Post.Queued() {
		t.lobby.Tasks.Hurry(ToShow, int64(t.Row.ID), t.lobby.Now())
	}
}

// start has a table and its poster play. It returns false if the channel is taken or the bot is leaving.
func (l *Lobby) start(t *Table) bool {
	if !l.add(t, func() { l.running.Add(2) }) {
		return false
	}
	t.Post.Start(l.Posting, l.running.Done)
	t.Game.Start(func(ending table.Ending) {
		defer l.running.Done()
		defer t.Post.Finish()
		if ending == table.Asleep {
			t.fallAsleep()
			return
		}
		defer l.drop(t)
		if t.Row.Night != 0 && t.Game.Session().Over() {
			defer l.NightTableOver()
		}
		switch ending {
		case table.Vanished:
			l.Abandon(t.Row.Channel)
		case table.Broken:
			l.stopped(t, l.Now())
		}
	})
	return true
}

// Show draws the table, unless a newer picture comes first, and tells the notices either way. When all
// invited guests sit, it has the house start the game.
func (t *Table) Show(s table.Session, told ...table.Notice) {
	var sentences []poster.Sentence
	for _, n := range told {
		if n.Phrase.Silent() {
			sentences = append(sentences, t.sentences(s, n.Events)...)
		} else {
			sentences = append(sentences, t.sentence(n.Phrase, s.Name))
		}
	}
	t.drawnAt = s.Line
	t.Post.Show(t.scene(s), sentences)
	if who, ok := t.Guests.complete(s); ok {
		start := table.Word{Door: table.House, Who: who, Words: games.Start{}.String(), At: t.lobby.Now()}
		t.Game.Put(t.Understand(start))
	}
}

// ShowAnew draws the table in a new message.
func (t *Table) ShowAnew(s table.Session) {
	t.Post.ShowAnew(t.scene(s))
	t.hurry()
}

// Say tells a phrase in the channel without drawing the table.
func (t *Table) Say(p games.Phrase) { t.Post.Say(t.sentence(p, t.Game.Session().Name)) }

// Mute says that the channel is gone, so nothing is shown or told any more.
func (t *Table) Mute() { t.Post.Mute() }

// scene is what the table's message shows of a session.
func (t *Table) scene(s table.Session) message.Scene {
	return message.Scene{
		Table: int64(t.Row.ID), Line: s.Line, Sight: s.Sight, View: s.View(), Manual: t.Manual,
		Options: s.Course.Options, Night: t.Row.Night != 0, Invited: t.Guests.missed(s), Name: s.Name,
		Style: t.lobby.Settings.Style(t.Row.Guild), Lang: t.languages.speaks, Sign: t.postSign,
	}
}

// sign makes the function that signs the custom ids of the table's buttons.
func (t *Table) sign() message.Sign { return t.lobby.Seal.For(DiscordGuild(t.Row.Guild)) }

// channel is the id of the table's channel as Discord writes it.
func (t *Table) channel() discord.ChannelID { return DiscordChannel(t.Row.Channel) }

// Over reports whether the table takes in no more words.
func (t *Table) Over() bool {
	select {
	case <-t.Game.Closed():
		return true
	default:
		return false
	}
}

// OpenForm answers a press with the form in which a move's words are completed. If the move can't be made
// now, it answers nothing and returns false.
func (t *Table) OpenForm(w table.Word, kind string) bool {
	id := message.ID{Kind: kind, Table: int64(w.Sight.Table), Line: w.Sight.Line, Words: w.Words}
	m, may := message.Form(t.languages.reader(w), t.Seen(w.Who.ID), t.Manual, id, t.sign())
	if may {
		t.lobby.Send.Form(ticketOf(w), m, t.languages.reader(w).Key("lobby.too_late_for_form"))
	}
	return may
}

// Understand reads the move that a word is, in the table's language or the speaker's.
func (t *Table) Understand(w table.Word) table.Word {
	return t.Game.Session().Understand(t.languages.in(t.Row.Game, w))
}
