package lobby

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/store/ids"
)

// maxEmbedText is the maximum length of an embed's text, in characters.
const maxEmbedText = 4096

// WithoutNames returns a message with mentions in place of the names of the server's players. Discord shows a mention
// as a name, but AutoMod doesn't check that name. No player is pinged. Errors come from the store or Discord.
func (l *Lobby) WithoutNames(ctx context.Context, channel ids.Channel, m discord.Message) (
	discord.Message, error) {

	guild, err := l.guildOf(ctx, channel)
	if err != nil {
		return m, err
	}
	names, err := l.Store.AllNames(ctx, guild)
	if err != nil {
		return m, err
	}
	m.Content = mentionPlayers(m.Content, names, message.MostText)
	m.Framed = mentionPlayers(m.Framed, names, maxEmbedText)
	return m, nil
}

func (l *Lobby) guildOf(ctx context.Context, channel ids.Channel) (ids.Guild, error) {
	if t := l.Tables.In(channel); t != nil {
		return t.Row.Guild, nil
	}
	guild, err := l.Discord.GuildOf(ctx, channel)
	return guild, err
}

// mentionPlayers replaces names in a text with mentions, and shortens the text to the given number of characters.
func mentionPlayers(text string, names map[ids.User]string, most int) string {
	byLength := func(a, b ids.User) int { // one name may contain another
		return cmp.Or(cmp.Compare(len(names[b]), len(names[a])), cmp.Compare(a, b))
	}
	for _, player := range slices.SortedFunc(maps.Keys(names), byLength) {
		text = replaceWords(text, discord.Name(names[player]), discord.Mention(player))
	}
	return message.Cut(text, most)
}

// replaceWords replaces words in a text unless they are part of a longer word.
func replaceWords(text, words, by string) string {
	if strings.TrimSpace(words) == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, words)
		if i < 0 {
			return b.String() + text
		}
		before, _ := utf8.DecodeLastRuneInString(b.String() + text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(words):])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		b.WriteString(text[:i])
		if inOneWord(before, first) || inOneWord(last, after) {
			b.WriteString(words)
		} else {
			b.WriteString(by)
		}
		text = text[i+len(words):]
	}
}

// inOneWord reports whether two adjacent characters belong to the same word. It returns false for scripts without
// spaces between words, because there it can't tell.
func inOneWord(a, b rune) bool {
	inWord := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) &&
			!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
	}
	return inWord(a) && inWord(b)
}
