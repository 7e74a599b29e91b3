package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/render/words"
	"settable/store/ids"
)

// offer answers a request for a game with the list of games. A user who asks again too soon only gets a 👆 reaction,
// which points to the list above.
func (d *doors) offer(w table.Word) {
	if !d.hints.May(asker{w.Channel, w.Who.ID}, w.At, hintEvery) {
		d.lobby.Replies.React(w, "👆")
		return
	}
	c, game := d.typedInvocation(w), d.gameNamed(w.Words)
	d.lobby.Offers.Post(w, func(ctx context.Context) discord.Message { return c.Offer(ctx, game) })
}

// callsForAGame reports whether a message merely asks for a game, like "game?", in one of the languages. The bot
// answers such a message even without a mention.
func callsForAGame(said string, languages ...*words.Language) bool {
	head, asks := strings.CutSuffix(strings.TrimSpace(strings.ReplaceAll(said, "？", "?")), "?")
	return asks && isPhrase("games.asked", strings.Trim(head, "¿ "), languages)
}

// asks reports whether w is a request for a game.
func (d *doors) asks(w table.Word) bool {
	return callsForAGame(w.Words, d.languagesOf(w.Guild)...) || w.Door == table.Mention && d.asksForAGame(w)
}

// asksForAGame reports whether a user who mentioned the bot wants to know what they can play: they write nothing
// else, name a game, or ask with a common phrase.
func (d *doors) asksForAGame(w table.Word) bool {
	said := strings.Fields(w.Words)
	return len(said) == 0 || d.gameNamed(w.Words) != "" ||
		slices.ContainsFunc(said, func(s string) bool { return isPhrase("games.asking", bareWord(s), d.languagesOf(w.Guild)) })
}

// isPhrase reports whether a text is one of the synonyms for the key in any of the languages.
func isPhrase(key, said string, languages []*words.Language) bool {
	return slices.ContainsFunc(languages, func(l *words.Language) bool {
		return slices.ContainsFunc(l.Synonyms(key), func(w string) bool {
			return strings.EqualFold(w, said)
		})
	})
}

// languagesOf returns the languages that users on a server can use to ask for a game: English and the server's own.
func (d *doors) languagesOf(g ids.Guild) []*words.Language {
	return []*words.Language{d.lobby.Words.In("en"), d.lobby.Languages.Of(g)}
}

// gameNamed returns the name of the first game among the words, or "" if there is none.
func (d *doors) gameNamed(words string) string {
	for _, s := range strings.Fields(words) {
		for _, k := range d.lobby.Games {
			if bareWord(s) == k.Name() {
				return k.Name()
			}
		}
	}
	return ""
}

func bareWord(s string) string {
	return strings.ToLower(strings.Trim(s, "?!.,;:…'\"`*_()¿¡«»„“”’？！。、，：；「」（）"))
}

// hintEvery is how often a user can get the list of games in a channel. The limit keeps users from flooding a channel
// with the bot's answers.
const hintEvery = 5 * time.Second

type asker struct {
	channel ids.Channel
	who     ids.User
}
