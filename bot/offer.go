package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/render/words"
	"settable/store"
)

// offer answers whoever asks for a game. Who asks again and again is shown by a
// reaction that the answer stands there.
func (d *doors) offer(w table.Word) {
	if !d.hints.May(asker{w.Channel, w.Who.ID}, w.At, hintEvery) {
		d.lobby.React(w, "👆")
		return
	}
	c, game := d.callOf(w), d.gameNamed(w.Words)
	d.lobby.Offers.Post(w, func(ctx context.Context) discord.Message { return c.Offer(ctx, game) })
}

// callsForAGame tells the word with which people ask each other for a game in one of the
// languages, said alone: it is answered without a mention.
func callsForAGame(said string, languages ...*words.Language) bool {
	head, asks := strings.CutSuffix(strings.TrimSpace(strings.ReplaceAll(said, "？", "?")), "?")
	return asks && isSaid("games.asked", strings.TrimSpace(head), languages)
}

// asksForAGame tells whether who named the bot wants to know what can be played:
// whoever says nothing else, one of the words by which one asks for a game, or how one is
// played, or a game does.
func (d *doors) asksForAGame(w table.Word) bool {
	said := strings.Fields(w.Words)
	return len(said) == 0 || d.gameNamed(w.Words) != "" ||
		slices.ContainsFunc(said, func(s string) bool { return isSaid("games.asking", bare(s), d.spoken(w.Guild)) })
}

// isSaid tells whether something is among the words of a key.
func isSaid(key, said string, languages []*words.Language) bool {
	return slices.ContainsFunc(languages, func(l *words.Language) bool {
		return slices.ContainsFunc(words.Synonyms(l, key), func(w string) bool {
			return strings.EqualFold(w, said)
		})
	})
}

// spoken are the languages in which people of a server ask for a game.
func (d *doors) spoken(g store.GuildID) []*words.Language {
	return []*words.Language{d.lobby.Words.In("en"), d.lobby.Language(g)}
}

// gameNamed is the game whose name is among the words; "": none is.
func (d *doors) gameNamed(words string) string {
	for _, s := range strings.Fields(words) {
		for _, k := range d.lobby.Games {
			if bare(s) == k.Name() {
				return k.Name()
			}
		}
	}
	return ""
}

// bare is a word without the marks around it.
func bare(s string) string { return strings.ToLower(strings.Trim(s, "?!.,;:…'\"`*_()")) }

// hintEvery is how often one person is offered the games where everybody reads it: nobody makes the bot talk
// without end.
const hintEvery = 5 * time.Second

type asker struct {
	channel store.ChannelID
	who     store.PlayerID
}
