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

// offer answers whoever asks for a game with the games there are. To those who ask again too soon, a
// reaction shows that the answer stands above.
func (d *doors) offer(w table.Word) {
	if !d.hints.May(asker{w.Channel, w.Who.ID}, w.At, hintEvery) {
		d.lobby.React(w, "👆")
		return
	}
	c, game := d.callOf(w), d.gameNamed(w.Words)
	d.lobby.Offers.Post(w, func(ctx context.Context) discord.Message { return c.Offer(ctx, game) })
}

// callsForAGame reports whether a message is nothing but a call for a game, "game?", in one of the languages. Such a
// call is answered although it does not mention the bot.
func callsForAGame(said string, languages ...*words.Language) bool {
	head, asks := strings.CutSuffix(strings.TrimSpace(strings.ReplaceAll(said, "？", "?")), "?")
	return asks && isSaid("games.asked", strings.Trim(head, "¿ "), languages)
}

// asks reports whether somebody asks for a game.
func (d *doors) asks(w table.Word) bool {
	return callsForAGame(w.Words, d.spoken(w.Guild)...) || w.Door == table.Mention && d.asksForAGame(w)
}

// asksForAGame reports whether somebody who mentioned the bot wants to know what can be played: they say nothing else,
// name a game, or use one of the words with which people ask for a game or for its rules.
func (d *doors) asksForAGame(w table.Word) bool {
	said := strings.Fields(w.Words)
	return len(said) == 0 || d.gameNamed(w.Words) != "" ||
		slices.ContainsFunc(said, func(s string) bool { return isSaid("games.asking", bare(s), d.spoken(w.Guild)) })
}

// isSaid reports whether said is one of the words that the languages have for a key.
func isSaid(key, said string, languages []*words.Language) bool {
	return slices.ContainsFunc(languages, func(l *words.Language) bool {
		return slices.ContainsFunc(l.Synonyms(key), func(w string) bool {
			return strings.EqualFold(w, said)
		})
	})
}

// spoken are the languages in which people on a server may ask for a game: English and the server's
// own.
func (d *doors) spoken(g store.GuildID) []*words.Language {
	return []*words.Language{d.lobby.Words.In("en"), d.lobby.Language(g)}
}

// gameNamed is the name of the first game that is among the words; "" if there is none.
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

// bare is a word in lower case without the punctuation around it, in any of the languages.
func bare(s string) string {
	return strings.ToLower(strings.Trim(s, "?!.,;:…'\"`*_()¿¡«»„“”’？！。、，：；「」（）"))
}

// hintEvery is how often one person gets the list of games in one channel, so that nobody can make
// the bot flood it.
const hintEvery = 5 * time.Second

type asker struct {
	channel store.ChannelID
	who     store.PlayerID
}
