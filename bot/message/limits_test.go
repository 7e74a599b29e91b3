package message

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
	"settable/games/every"
	"settable/render/words"
)

// The buttons and forms of every game stay within Discord's limits.
func TestButtonsAndFormsFitDiscord(t *testing.T) {
	five := every.Game
	catalogues, err := words.New(nil, five, Words)
	require.NoError(t, err)
	lang := catalogues.In("en")
	sign := Seal("key").For(900000000000000000)
	for _, k := range five {
		m := k.Manual()
		for _, v := range m.Verbs {
			takes := []games.Takes{v.Takes}
			if v.Optional {
				takes = append(takes, games.Bare)
			}
			for _, takes := range takes {
				o := games.Offer{Words: v.Name, Takes: takes, Min: 999_999_999, Max: 999_999_999}
				require.LessOrEqual(t, Size(Label(lang, k.Name(), o)), 80, "%s %s", k.Name(), v.Name)
				id := ID{Kind: OwnForm, Table: 1 << 62, Line: 1 << 30, Words: v.Name}
				three := games.TableArea(3, games.OpenCells(cards.SETPack().Cards()[:3], cards.Bag{}, games.Letter))
				view := games.View{Game: k.Name(), Offers: []games.Offer{o}, Areas: []games.Area{three}}
				form, may := Form(lang, view, m, id, sign)
				require.Equal(t, takes != games.Bare, may)
				if may {
					requireFits(t, form)
				}
			}
		}
	}
}

func requireFits(t *testing.T, form discord.Modal) {
	t.Helper()
	require.LessOrEqual(t, Size(form.Title), 45)
	require.LessOrEqual(t, len(form.CustomID), 100)
	for _, f := range form.Fields {
		require.LessOrEqual(t, Size(f.Label), 45)
		require.LessOrEqual(t, Size(f.Placeholder), 100)
	}
}
