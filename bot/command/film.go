package command

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
)

const (
	maxFrames  = 120 // more frames than this are reduced to the decisive moments
	maxBytes   = 8 << 20
	maxAlt     = 1024
	maxDrawn   = 3 // how many times a film is drawn if names keep changing in the meantime
	frameLasts = 1200 * time.Millisecond
	endLasts   = 5 * time.Second
	// drawTimeout is the timeout for drawing the film.
	drawTimeout = 20 * time.Second
)

// film answers with an animated picture of the whole game.
func (r playback) film(ctx context.Context) (Answer, error) {
	if !r.c.Deps.filming.TryLock() {
		return Answer{}, games.Refuse("command.replay.busy")
	}
	defer r.c.Deps.filming.Unlock()
	r.c.Deps.Send.DeferNow(ctx, r.c.Ticket) // drawing a film takes a while, and the file is too big for a first answer
	ctx, end := context.WithTimeout(ctx, drawTimeout)
	defer end()
	failed := func() string { return r.c.Say("command.replay.failed") }
	m := discord.Message{Content: failed()}
	moving, err := r.drawFilm(ctx)
	if err == nil {
		m = discord.Message{
			Content: r.c.Say("command.replay.film", "game", r.session.Manual.Title()), InWords: failed,
			Files: []discord.File{{Name: "replay.gif", Description: r.filmAlt(), Content: moving}},
		}
	}
	if err != nil {
		r.c.Deps.Log.Warn("creating the GIF of a replay failed", "error", err)
	}
	return Answer{How: Private, Message: m}, nil
}

// filmAlt returns the film's alternative text: the game, its result and the points, if there are any.
func (r playback) filmAlt() string {
	v := r.view(r.frames[len(r.frames)-1])
	name := func(s games.Seat) string { return v.Seat(s).Name }
	result := r.c.Language.Say(v.Headline, name)
	if v.HasScores() {
		var points []string
		for _, p := range v.Seats {
			points = append(points, r.c.Language.Labelled(p.Name, r.c.Language.Number(int64(p.Score))))
		}
		result = r.c.Language.Prose(result, r.c.Language.Sentence(r.c.Language.Row(points)))
	}
	return message.Cut(r.c.Say("command.replay.film_alt", "game", r.session.Manual.Title(), "result", result), maxAlt)
}

// drawFilm draws the film. If players' names have changed in the meantime, it draws the film again, because the film
// must not name a player who has just asked to be forgotten.
func (r playback) drawFilm(ctx context.Context) ([]byte, error) {
	for range maxDrawn {
		moving, err := r.animate(ctx)
		if err != nil {
			return nil, err
		}
		now, err := playbackOf(ctx, r.c, r.session.Row)
		if err != nil {
			return nil, err
		}
		if maps.Equal(now.session.Names, r.session.Names) {
			return moving, nil
		}
		r = now
	}
	return nil, errors.New("the players' names kept changing while the film was being drawn")
}

// animate draws the film as a GIF of at most maxBytes. If necessary, it leaves out frames.
func (r playback) animate(ctx context.Context) ([]byte, error) {
	style := r.c.Deps.Settings.StyleFor(ctx, r.c.Guild, r.c.Who.ID)
	begun := slices.IndexFunc(r.frames, func(f games.Frame) bool { return f.View.Phase == games.Playing })
	played := r.frames[max(begun, 0):] // all frames if the game never began
	for most := maxFrames; ; most /= 2 {
		var f render.Film
		shown := thinOut(played, most)
		for i, frame := range shown {
			png, err := message.Draw(nil, r.view(frame), style, r.c.Language)
			if err != nil {
				return nil, err
			}
			lasts := frameLasts
			if i == len(shown)-1 {
				lasts = endLasts
			}
			if err := f.Add(png, lasts); err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		moving, err := f.GIF()
		if err != nil || len(moving) <= maxBytes || most <= 1 {
			return moving, err
		}
	}
}

// thinOut returns no more than the given number of frames, always including the last one. If there are too many, it
// first drops all but the key frames, and then repeatedly drops every other frame.
func thinOut(all []games.Frame, most int) []games.Frame {
	last := all[len(all)-1]
	if len(all) > most {
		all = slices.DeleteFunc(slices.Clone(all), func(f games.Frame) bool {
			return !f.KeyFrame && f.Line != last.Line
		})
	}
	for len(all) > max(most, 1) {
		var half []games.Frame
		for i := (len(all) - 1) % 2; i < len(all); i += 2 {
			half = append(half, all[i])
		}
		all = half
	}
	return all
}
