package rest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestLimitsAreCheckedBeforeSending(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ä", n) }
	button := func(id string) discord.Button { return discord.Button{Label: "x", CustomID: id} }
	rows := func(n int) (list []discord.Row) {
		for i := range n {
			list = append(list, discord.Row{Buttons: []discord.Button{button(fmt.Sprint(i))}})
		}
		return list
	}
	r, d := newScriptedServer(t, reply(200, `{"id":"1"}`))
	for name, m := range map[string]discord.Message{
		"empty":         {},
		"buttons alone": {Rows: rows(1)},
		"content":       {Content: long(2001)},
		"nonce":         {Content: "x", Nonce: long(26)},
		"rows":          {Content: "x", Rows: rows(6)},
		"buttons": {Content: "x", Rows: []discord.Row{{Buttons: []discord.Button{button("1"), button("2"),
			button("3"), button("4"), button("5"), button("6")}}}},
		"empty row": {Content: "x", Rows: []discord.Row{{}}},
		"same custom_id": {Content: "x", Rows: []discord.Row{{Buttons: []discord.Button{button("1")}},
			{Buttons: []discord.Button{button("1")}}}},
		"custom_id":    {Content: "x", Rows: []discord.Row{{Buttons: []discord.Button{button(long(101))}}}},
		"no custom_id": {Content: "x", Rows: []discord.Row{{Buttons: []discord.Button{button("")}}}},
		"label": {Content: "x",
			Rows: []discord.Row{{Buttons: []discord.Button{{Label: long(81), CustomID: "1"}}}}},
		"no label": {Content: "x", Rows: []discord.Row{{Buttons: []discord.Button{{CustomID: "1"}}}}},
		"style": {Content: "x",
			Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "1", Style: 5}}}}},
		"alternative text": {Files: []discord.File{{Name: "a", Description: long(1025)}}},
		"upload":           {Files: []discord.File{{Name: "a", Content: make([]byte, 10<<20+1)}}},
		"file name":        {Files: []discord.File{{}}},
		"framed":           {Framed: long(4097)},
	} {
		_, err := r.Post(t.Context(), 2, m)
		require.ErrorIs(t, err, discord.ErrInvalid, name)
		require.ErrorIs(t, r.Answer(t.Context(), ticket, m, true), discord.ErrInvalid, name)
	}
	for name, m := range map[string]discord.Modal{
		"title":     {CustomID: "m", Title: long(46), Fields: []discord.Field{{ID: "a", Label: "a"}}},
		"no fields": {CustomID: "m", Title: "t"},
		"too many to pick": {CustomID: "m", Title: "t", Fields: []discord.Field{{ID: "a", Label: "a", Max: 2,
			Options: []discord.SelectOption{{Label: "a", Value: "a"}}}}},
		"same values": {CustomID: "m", Title: "t", Fields: []discord.Field{{ID: "a", Label: "a",
			Options: []discord.SelectOption{{Label: "a", Value: "a"}, {Label: "b", Value: "a"}}}}},
		"label": {CustomID: "m", Title: "t", Fields: []discord.Field{{ID: "a", Label: long(46)}}},
		"same fields": {CustomID: "m", Title: "t", Fields: []discord.Field{{ID: "a", Label: "a"},
			{ID: "a", Label: "a"}}},
		"no custom_id": {Title: "t", Fields: []discord.Field{{ID: "a", Label: "a"}}},
	} {
		require.ErrorIs(t, r.OpenModal(t.Context(), ticket, m), discord.ErrInvalid, name)
	}
	for name, c := range map[string]discord.Command{
		"name":        {Name: "Play", Description: "x"},
		"description": {Name: "play"},
		"required after optional": {Name: "play", Description: "x",
			Options: []discord.Option{{Kind: discord.Text, Name: "a", Description: "a"},
				{Kind: discord.Text, Name: "b", Description: "b", Required: true}}},
		"choices and complete": {Name: "play", Description: "x",
			Options: []discord.Option{{Kind: discord.Text, Name: "a", Description: "a", Complete: true,
				Choices: []discord.Choice{{Name: "a", Value: "a"}}}}},
		"not a number": {Name: "play", Description: "x", Options: []discord.Option{{Kind: discord.Integer, Name: "a",
			Description: "a", Choices: []discord.Choice{{Name: "a", Value: "a"}}}}},
	} {
		_, err := r.PutCommands(t.Context(), []discord.Command{c})
		require.ErrorIs(t, err, discord.ErrInvalid, name)
	}
	require.Empty(t, d.requests(), "invalid messages must not be sent")
	_, err := r.Post(t.Context(), 2, discord.Message{Content: long(2000), Rows: rows(5)})
	require.NoError(t, err)
}
