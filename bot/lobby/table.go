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
	"settable/store/ids"
)

// A Table is a game in a channel together with the message that shows it. It implements table.Outlet for the
// table.Table in Game.
type Table struct {
	Game          *table.Table
	Row           store.Table
	Backlog       *Backlog
	languages     listener
	Manual        games.Manual
	Post          *poster.Poster
	lobby         *Lobby
	log           *slog.Logger
	newestLineAt  time.Time                   // the time of the newest line when the table was loaded
	takeSlot      func(context.Context) error // posts the table when its place in the queue comes up
	recentReplies discord.Lately[replyKind]   // the kinds of replies that typed moves got recently
	reminder      *reminder                   // the reminder that is in the channel or being posted
	Guests        guests
	handsWon      handsWon // in the match before this hand; nil: the table isn't the second hand of a match or a later one
	unseenMoves   unseenMoves
	pictures      pictures
	hands         liveHands
	news          newsReaders
	postSign      message.Sign // signs the posts; only the poster draws them, so they share one hash
	drawnLine     int
	whyHidden     atomic.Pointer[games.Phrase] // why players can't see the table; nil: they can see it
	hasPost       atomic.Bool                  // a message of the table is or was in the channel
	unseenSince   atomic.Pointer[time.Time]    // the time of the first line that the last run couldn't show; nil: none is left
	posterEnded   chan struct{}                // closed when the poster has ended
}

// A replyKind consists of a player and the emoji for a kind of reply. Each kind has its own pause, so that a mistake
// is explained even if the player has just got another kind of reply.
type replyKind struct {
	who   ids.User
	emoji string
}

// table loads a table from its journal without starting it.
func (l *Lobby) table(ctx context.Context, row store.Table, rules games.Rules) (*Table, error) {
	log := l.Log.With("table", row.ID)
	kind, _ := games.Find(l.Games, row.Game)
	t := &Table{Row: row, Manual: rules.Manual(), lobby: l, log: log, posterEnded: make(chan struct{}),
		languages: listener{l.Languages, &l.Locales, l.Words.In(row.Options.Language())}}
	t.pictures.add(row.Shown, time.Time{})
	game, lines, err := table.Load(ctx, row, rules, table.Parts{
		Journal: l.Store, Log: log, Outlet: t, Chance: l.Chance(), Now: l.Now,
		Vocabulary: t.languages.language.Vocabulary(row.Game), Player: kind.Player,
		Grace: l.Settings.Of(row.Guild).Grace, Seen: t.pictures.shownSince,
		HouseName: func(who games.HousePlayer) string {
			return l.Words.In(row.Options.Language()).Plain(games.Say("lobby.house_player", "name", who.Name))
		},
		Names: func(ctx context.Context, players []ids.User) (map[ids.User]string, error) {
			known, err := l.Names.Load(ctx, row.Guild, players)
			called := make(map[ids.User]string, len(players))
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
	t.Backlog = &Backlog{table: t, isSeated: game.IsSeated, posting: l.Posting, lastJudged: max(row.LastJudged, newestJudged(lines))}
	t.Backlog.setKnownUntil(laterOf(row.Opened, ids.Time(t.Backlog.lastJudged)))
	if len(lines) > 0 {
		t.newestLineAt = lines[len(lines)-1].At
	}
	if row.Shown < len(lines) {
		t.unseenSince.Store(&lines[row.Shown].At)
	}
	t.Post, t.postSign = l.poster(t), t.sign()
	t.takeSlot = t.Post.UseSlot
	return t, nil
}

func (l *Lobby) poster(t *Table) *poster.Poster {
	parts := poster.Parts{
		Discord: l.Discord, Log: t.log, Faults: &l.faults, Channel: t.Row.Channel,
		Table: int64(t.Row.ID), RequestSlot: t.queue, Leaving: l.leaving,
		ReportTrouble: t.onTrouble,
		SaveShown: func(ctx context.Context, line int, post, kept ids.Message) error {
			t.hasPost.Store(true)
			t.unseenSince.Store(nil)
			t.pictures.add(line, l.Now())
			for _, came := range t.unseenMoves.markSeen(line) {
				l.Meter.ObserveShown(came)
			}
			err := l.Store.NoteShownBelow(ctx, t.Row.ID, line, post, kept)
			if errors.Is(err, store.ErrTrouble) {
				return nil // the store logs these itself, once
			}
			return err
		},
	}
	parts.DeleteOld = func(ctx context.Context, old ids.Message) {
		l.cleaner.remove(ctx, oldPost(t.Row, old))
	}
	t.hasPost.Store(t.Row.Post != 0)
	if t.Row.Post != 0 {
		parts.LastPost, parts.LastPostLine, parts.LastPostStays = t.Row.Post, t.lastPostLine(), t.showsRecap()
	}
	return poster.New(parts)
}

// lastPostLine returns the newest line whose effects the last run's post certainly showed. This is usually the
// recorded line. But if the post is newer than the end of the last recap, it also showed that the recap had ended.
func (t *Table) lastPostLine() int {
	line := t.Row.Shown
	if r := t.Game.Session().LastRecap; r != nil && isPostedAfter(t.Row.Post, r.ClearedAt) {
		line = max(line, r.Line+1)
	}
	return line
}

// clockError is how far the bot's clock can be ahead of Discord's.
const clockError = 100 * time.Millisecond

// isPostedAfter reports whether a message was posted after the given time, allowing for clockError.
func isPostedAfter(post ids.Message, at time.Time) bool {
	return ids.Time(post).After(at.Add(-clockError))
}

// showsRecap reports whether the last run's post shows the recap that the table still shows.
func (t *Table) showsRecap() bool {
	came := t.Game.Session().RecapLine
	return came > 0 && t.Row.Post != 0 && t.Row.Shown >= came
}

// Kinds of the tasks that show tables. The names appear in the host's log and metrics.
const (
	ShowTask      = "table_post"
	retryShowTask = "table_recheck"
)

// lookAgain is the pause before the bot retries to show a table after Discord refused it. Refused requests count
// towards a ban, so the pause doubles each time, up to eight minutes. When something happens at the table, it is
// short again.
const lookAgain = time.Minute

// queue adds a task that shows the table after it was reopened or after Discord has refused it this many times in a
// row.
func (t *Table) queue(refusals int) {
	task := delivery.Task{
		Kind: ShowTask, Number: int64(t.Row.ID), Rank: delivery.RankSeen, Active: t.Game.Session().LastMove, Requests: 3,
		Do: t.takeSlot,
	}
	if refusals > 0 {
		task.Kind, task.NotBefore = retryShowTask, time.Now().Add(lookAgain<<min(refusals-1, 3))
	}
	t.lobby.Tasks.Add(task)
}

// RetryShowing makes the bot retry soon if Discord has refused to show the table.
func (t *Table) RetryShowing() {
	t.lobby.Tasks.MoveToFront(retryShowTask, int64(t.Row.ID), t.lobby.Now())
}

// moveUp moves the table to the front of the queue if it is waiting to be shown, because a player is using it.
func (t *Table) moveUp() {
	if t.Post.IsQueued() {
		t.lobby.Tasks.MoveToFront(ShowTask, int64(t.Row.ID), t.lobby.Now())
	}
}

// start starts a table and its poster. It returns false if the channel already has a table or the bot is stopping.
func (l *Lobby) start(t *Table) bool {
	if !l.Tables.add(t, func() { l.running.Add(2) }) {
		return false
	}
	t.Post.Start(l.Posting, func() {
		l.Tables.notePosterEnded(t)
		l.running.Done()
	})
	t.Game.Start(func(ending table.Ending) {
		defer l.running.Done()
		defer t.Post.Finish()
		if ending == table.Asleep {
			t.fallAsleep()
			return
		}
		defer l.Tables.drop(t)
		defer l.Picks.EndTable(t.Row.ID)
		if t.Row.Night != 0 && t.Game.Session().Over() {
			defer l.ScheduleNightEnds()
		}
		switch ending {
		case table.Vanished:
			l.Abandon(t.Row.Channel)
		case table.Broken:
			l.Tables.noteStop(t, l.Now())
		}
	})
	return true
}

// Show draws the table and sends the notices. If the session changes again before it is drawn, only the newest one is
// drawn, but all notices are sent. When all invited guests are seated, Show makes the house start the game.
func (t *Table) Show(s table.Session, told ...table.Notice) {
	sentences := t.noticeTexts(t.languages.language, s, told)
	t.drawnLine = s.Line
	t.dropPicks(s)
	t.updateHands(s)
	t.tellNews(s, told)
	t.Post.Show(t.scene(s), sentences)
	if who, ok := t.Guests.complete(s); ok {
		start := table.Word{Door: table.House, Who: who, Words: games.Start{}.String(), At: t.lobby.Now()}
		t.Game.Put(t.Understand(start))
	}
}

// ShowAnew draws the table in a new message.
func (t *Table) ShowAnew(s table.Session) {
	t.Post.ShowAnew(t.scene(s))
	t.moveUp()
}

// Say posts a phrase in the channel without drawing the table.
func (t *Table) Say(p games.Phrase) {
	t.Post.Say(t.languages.language.Say(p, t.Game.Session().Name))
}

// Mute stops all output because the channel is gone.
func (t *Table) Mute() { t.Post.Mute() }

func (t *Table) scene(s table.Session) message.Scene {
	v := s.View()
	v.Best = t.earlierBest(s, v)
	now := message.Scene{
		Table: int64(t.Row.ID), Line: s.Line, Sight: s.Sight, View: v, Manual: t.Manual,
		Options: s.Course.Options, Night: t.Row.Night != 0, Invited: t.Guests.missingNames(s), Name: s.Name, Match: t.match(s, v),
		Style: t.lobby.Settings.Style(t.Row.Guild), Lang: t.languages.language, Sign: t.postSign,
	}
	if r := s.LastRecap; r != nil {
		before := now
		before.View = r.Game.View(games.Watcher)
		before.Match, before.Line, before.Sight, before.Past = t.match(s, before.View), r.Line, r.Sight, true
		now.Before = &before
	}
	return now
}

func (t *Table) sign() message.Sign { return t.lobby.Seal.For(t.Row.Guild) }

// Over reports whether the table accepts no more moves.
func (t *Table) Over() bool {
	select {
	case <-t.Game.Closed():
		return true
	default:
		return false
	}
}

// OpenForm answers a press with a form that lets the player complete a move. If the move can't be made now, it sends
// nothing and returns false.
func (t *Table) OpenForm(w table.Word, kind string) bool {
	id := message.ID{Kind: kind, Table: int64(w.Sight.Table), Line: w.Sight.Line, Words: w.Words}
	m, may := message.Form(t.languages.reader(w), t.ViewFor(w.Who.ID), t.Manual, id, t.sign())
	if may {
		t.lobby.Send.Form(ticketOf(w), m, t.languages.reader(w).Key("lobby.too_late_for_form"))
	}
	return may
}

// Understand parses a Word as a move, in the table's language or its author's.
func (t *Table) Understand(w table.Word) table.Word {
	return t.Game.Session().Understand(t.languages.withVocabulary(t.Row.Game, w))
}
