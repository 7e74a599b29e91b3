package command

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"settable/games"
	"settable/store"
)

const (
	// formGames is the number of games in the form of a player.
	formGames = 10
	// maxProfileTables is the maximum number of tables that are read for a player's best moments.
	maxProfileTables = 25
)

// recent returns a line with the person's form, the results of their last games, and the best moments of these games
// with their cards. It returns them only in a person's own profile, because the games may have been played in channels
// that others can't see.
func (p person) recent(ctx context.Context) (form string, moments []games.Highlight, err error) {
	if p.id != p.c.Who.ID {
		return "", nil, nil
	}
	played, err := p.c.Deps.Store.Recent(ctx, p.c.Guild, p.id, maxProfileTables)
	if err != nil || len(played) == 0 {
		return "", nil, err
	}
	for _, game := range played {
		if h, readErr := p.highlightsAt(ctx, game.Table); readErr == nil {
			moments = addMoments(moments, h)
		} else if !errors.Is(readErr, store.ErrCompacted) {
			p.c.Deps.Log.Warn("reading a table for a profile failed", "table", game.Table, "error", readErr)
		}
	}
	return p.form(played[:min(len(played), formGames)]), moments, nil
}

// form lists the results of games, newest first.
func (p person) form(played []store.Finished) string {
	var results []string
	for _, game := range played {
		result := p.c.Say("command.profile.form.lost")
		if game.Won {
			result = p.c.Say("command.profile.form.won")
		}
		results = append(results, result)
	}
	return p.c.Say("command.profile.form", "N", len(played), "results", strings.Join(results, " "))
}

// highlightsAt returns the highlights of a table that the person achieved and that show cards. Their only player is
// seat 1.
func (p person) highlightsAt(ctx context.Context, id store.TableID) (list []games.Highlight, err error) {
	row, err := p.c.Deps.Store.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := p.c.Deps.Lobby.Read(ctx, row)
	if err != nil {
		return nil, err
	}
	seat, _ := s.SeatOf(p.id)
	for _, h := range s.View().Highlights {
		if len(h.Sets) > 0 && slices.Contains(h.Seats, seat) {
			list = append(list, h.For([]games.Seat{1}))
		}
	}
	return list, nil
}

// addMoments adds the highlights of an earlier game. Of each kind of highlight, it keeps only the best.
func addMoments(moments, earlier []games.Highlight) []games.Highlight {
	for _, h := range earlier {
		i := slices.IndexFunc(moments, func(m games.Highlight) bool { return m.Key == h.Key })
		switch {
		case i < 0:
			moments = append(moments, h)
		case isBetter(h, moments[i]):
			moments[i] = h
		}
	}
	return moments
}

// isBetter compares two highlights of the same kind: the faster set or the hand with more sets is better.
func isBetter(a, b games.Highlight) bool {
	fast, timed := a.Args["after"].(time.Duration)
	other, _ := b.Args["after"].(time.Duration)
	return timed && fast < other || len(a.Sets) > len(b.Sets)
}
