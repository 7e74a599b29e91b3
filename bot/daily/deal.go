package daily

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"

	"settable/bot/command"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/games"
	"settable/games/cards"
	"settable/store"
)

// A deal is one user's daily deal in its current state.
type deal struct {
	c           command.Invocation
	store       Store
	session     table.Session
	kind        games.Kind
	inWordsOnly bool // the deal is shown only as text
}

func deals(c command.Invocation) lobby.Dailies { return lobby.Dailies{Lobby: c.Deps.Lobby} }

// open loads today's deal for the caller. If the caller hasn't begun it yet, open begins it and sets begun.
func (h *handler) open(ctx context.Context, c command.Invocation, name string) (d deal, begun bool, err error) {
	k, err := kindOf(c, name)
	if err != nil {
		return deal{}, false, err
	}
	day := games.DayOf(c.At)
	row, err := h.store.Daily(ctx, c.Who.ID, name, day)
	if errors.Is(err, store.ErrNoTable) {
		row, err = h.store.OpenTable(ctx, store.Table{Guild: c.Guild, Channel: c.Channel, Game: name,
			Options: k.Daily.Options, Opener: c.Who.ID, Opened: c.At, Daily: day}, c.Source,
			store.Line{At: c.At, Seat: games.Dealer, Words: games.EditionOf(k).String()},
			store.Line{At: c.At, Seat: games.Dealer, Words: games.Daily{Day: day}.String()})
		begun = err == nil
	}
	if errors.Is(err, store.ErrDealt) { // dealt just now, or before the player asked to be forgotten
		if row, err = h.store.Daily(ctx, c.Who.ID, name, day); errors.Is(err, store.ErrDealt) {
			err = games.Refuse("daily.had", "title", games.DailyTitle(name), "next", nextDay(c))
		}
	}
	if err != nil {
		return deal{}, false, err
	}
	d, err = h.load(ctx, c, k, row)
	return d, begun, err
}

// load loads a deal from its journal. If the bot crashed between opening the deal and dealing, load deals the cards.
func (h *handler) load(ctx context.Context, c command.Invocation, k games.Kind, row store.Table) (d deal, err error) {
	d = deal{c: c, store: h.store, kind: k}
	if d.session, err = read(ctx, c, row); err != nil {
		return deal{}, err
	}
	for range 2 {
		if v := d.session.View(); v.Phase != games.Gathering || !row.Closed.IsZero() {
			return d, nil
		}
		move := games.Move(games.Start{})
		if _, sits := d.session.SeatOf(c.Who.ID); !sits {
			move = games.Join{}
		}
		if _, err = d.play(ctx, table.Word{Door: table.Slash, Words: move.String(), Move: move}); err != nil {
			return deal{}, err
		}
	}
	return d, nil
}

// read returns the current state of a deal, with the player's name on the server they are playing from now.
func read(ctx context.Context, c command.Invocation, row store.Table) (table.Session, error) {
	s, err := deals(c).Session(ctx, row)
	if seat, sits := s.Seats[c.Who.ID]; err == nil && sits && row.Guild != c.Guild {
		s.Names = maps.Clone(s.Names)
		s.Names[seat] = c.Who.Name
	}
	return s, err
}

// play plays a move and writes the result. If another press was faster, play tries again with the deal's new state.
func (d *deal) play(ctx context.Context, w table.Word) (table.Answer, error) {
	w.Guild, w.Channel, w.Who, w.At = d.session.Row.Guild, d.session.Row.Channel, d.c.Who, d.c.At
	if d.c.Guild != d.session.Row.Guild {
		w.Who.Raw = "" // the name is stored for the server where the deal began
	}
	key, err := d.store.Key(ctx)
	if err != nil {
		return table.Answer{}, err
	}
	moment := table.Moment{Now: d.c.Deps.Now(), Chance: luckOf(key, d.kind, d.session.Row.Daily)}
	for {
		p := d.session.Plan(w, moment)
		if len(p.Entry.Played) == 0 {
			return p.Answer, nil
		}
		err = d.store.Append(ctx, p.Entry)
		switch {
		case err == nil:
			d.session = d.session.Adopt(p, moment.Now)
			return p.Answer, nil
		case !errors.Is(err, store.ErrStale) && !errors.Is(err, store.ErrOver):
			return table.Answer{}, err
		}
		row, err := d.store.Table(ctx, d.session.Row.ID)
		if err == nil {
			d.session, err = read(ctx, d.c, row)
		}
		if err != nil || !row.Closed.IsZero() {
			return table.Answer{}, err
		}
	}
}

// luck is the dealer's random source for a daily deal: a keyed hash of the day, the game and the number of remaining
// cards. Everyone gets the same cards, no deck has to be stored, and nobody can predict the next card without the
// store's key.
type luck struct {
	key  []byte
	what string
	fair func([]cards.Card) bool
}

func luckOf(key []byte, k games.Kind, day games.Day) luck {
	return luck{keyedHash(key, "daily deals"), k.Name() + " " + day.String(), k.Daily.Fair}
}

func keyedHash(key []byte, words string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(words))
	return h.Sum(nil)
}

// Draw redraws the first cards until they make a fair deal.
func (l luck) Draw(o games.Owed) ([]cards.Card, error) {
	first := o.From == cards.SETPack()
	for try := 0; ; try++ {
		seed := keyedHash(l.key, fmt.Sprintf("%s: %d of %d, %d", l.what, o.Count, o.From.Len(), try))
		drawn, err := games.SeededBy([32]byte(seed)).Draw(o)
		if err != nil || !first || l.fair == nil || l.fair(drawn) {
			return drawn, err
		}
	}
}
