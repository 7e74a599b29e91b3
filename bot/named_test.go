package bot_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/command"
	"settable/bot/daily"
	"settable/bot/discord"
	"settable/bot/privacy"
	"settable/render/words"
)

// Every command that a sentence mentions exists, with its name, subcommand and options in the sentence's language, so
// that players can type it exactly as written.
func TestSentencesUseRealCommandNames(t *testing.T) {
	catalogues, err := words.New(nil, allGames, bot.Catalogues()...)
	require.NoError(t, err)
	all := command.All(slices.Concat((&privacy.Service{}).Commands(), daily.Commands(nil))...).Localized(allGames, catalogues)
	named := regexp.MustCompile("`/([^`]+)`")
	seen := 0
	for _, lang := range catalogues.Languages() {
		reads := slices.IndexFunc(discord.Locales, func(l string) bool { return catalogues.In(l) == lang })
		locale := discord.Locales[reads] // the name that Discord gives this language, such as "es-ES"
		files, err := filepath.Glob("*/words/" + lang.Locale() + ".yaml")
		require.NoError(t, err)
		rules, err := filepath.Glob("../games/*/words/" + lang.Locale() + ".yaml")
		require.NoError(t, err)
		for _, file := range append(files, rules...) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for i, line := range strings.Split(string(text), "\n") {
				for _, found := range named.FindAllStringSubmatch(line, -1) {
					seen++
					wrong := unknownIn(all, locale, found[1])
					assert.Empty(t, wrong, "%s:%d: /%s", file, i+1, found[1])
				}
			}
		}
	}
	require.Greater(t, seen, 100)
}

// unknownIn returns the part of a mentioned command that doesn't exist in the given language, or "".
func unknownIn(all []discord.Command, locale, said string) string {
	fields := strings.Fields(said)
	i := slices.IndexFunc(all, func(c discord.Command) bool {
		return cmp.Or(c.Named[locale], c.Name) == fields[0]
	})
	if i < 0 {
		return fields[0]
	}
	options := all[i].Options
	option := func(name string) *discord.Option {
		called := func(o discord.Option) bool { return cmp.Or(o.Named[locale], o.Name) == name }
		i := slices.IndexFunc(options, called)
		if i < 0 {
			return nil
		}
		return &options[i]
	}
	for _, field := range fields[1:] {
		name, _, isOption := strings.Cut(field, ":")
		of := option(name)
		subs := options != nil && options[0].Kind == discord.SubCommand
		switch {
		case of != nil && subs:
			options = of.Options
		case subs && (name == "…" || strings.HasPrefix(name, "{{")): // the placeholder stands for any subcommand
			var every []discord.Option
			for _, o := range options {
				every = append(every, o.Options...)
			}
			options = every
		case of == nil && (isOption || subs):
			return field
		}
	}
	return ""
}
