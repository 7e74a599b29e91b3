package discord

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLimitsAreCheckedBeforeSending(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ä", n) }
	button := func(id string) Button { return Button{Label: "x", CustomID: id} }
	rows := func(n int) (list []Row) {
		for i := range n {
			list = append(list, Row{Buttons: []Button{button(fmt.Sprint(i))}})
		}
		return list
	}
	r, d := newDesk(t, say(200, `{"id":"1"}`))
	for name, m := range map[string]Message{
		"empty":             {},
		"buttons alone":     {Rows: rows(1)},
		"content":           {Content: long(2001)},
		"nonce":             {Content: "x", Nonce: long(26)},
		"rows":              {Content: "x", Rows: rows(6)},
		"buttons":           {Content: "x", Rows: []Row{{Buttons: []Button{button("1"), button("2"), button("3"), button("4"), button("5"), button("6")}}}},
		"empty row":         {Content: "x", Rows: []Row{{}}},
		"same custom_id":    {Content: "x", Rows: []Row{{Buttons: []Button{button("1")}}, {Buttons: []Button{button("1")}}}},
		"custom_id":         {Content: "x", Rows: []Row{{Buttons: []Button{button(long(101))}}}},
		"no custom_id":      {Content: "x", Rows: []Row{{Buttons: []Button{button("")}}}},
		"label":             {Content: "x", Rows: []Row{{Buttons: []Button{{Label: long(81), CustomID: "1"}}}}},
		"no label":          {Content: "x", Rows: []Row{{Buttons: []Button{{CustomID: "1"}}}}},
		"style":             {Content: "x", Rows: []Row{{Buttons: []Button{{Label: "x", CustomID: "1", Style: 5}}}}},
		"no options":        {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1"}}}},
		"too many to pick":  {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Max: 2, Options: []SelectOption{{Label: "a", Value: "a"}}}}}},
		"same values":       {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Options: []SelectOption{{Label: "a", Value: "a"}, {Label: "b", Value: "a"}}}}}},
		"select and button": {Content: "x", Rows: []Row{{Select: &Select{CustomID: "1", Options: []SelectOption{{Label: "a", Value: "a"}}}, Buttons: []Button{button("2")}}}},
		"alternative text":  {Files: []File{{Name: "a", Description: long(1025)}}},
		"upload":            {Files: []File{{Name: "a", PNG: make([]byte, maxUpload+1)}}},
		"file name":         {Files: []File{{}}},
		"embeds":            {Embeds: make([]Embed, 11)},
		"embeds together":   {Embeds: []Embed{{Text: long(4000)}, {Text: long(2001)}}},
		"embed's title":     {Embeds: []Embed{{Title: long(257)}}},
	} {
		_, err := r.Post(t.Context(), "2", m)
		require.ErrorIs(t, err, ErrInvalid, name)
		require.ErrorIs(t, r.Answer(t.Context(), ticket, m, true), ErrInvalid, name)
	}
	for name, m := range map[string]Modal{
		"title":        {CustomID: "m", Title: long(46), Fields: []Field{{ID: "a", Label: "a"}}},
		"no fields":    {CustomID: "m", Title: "t"},
		"label":        {CustomID: "m", Title: "t", Fields: []Field{{ID: "a", Label: long(46)}}},
		"same fields":  {CustomID: "m", Title: "t", Fields: []Field{{ID: "a", Label: "a"}, {ID: "a", Label: "a"}}},
		"no custom_id": {Title: "t", Fields: []Field{{ID: "a", Label: "a"}}},
	} {
		require.ErrorIs(t, r.OpenModal(t.Context(), ticket, m), ErrInvalid, name)
	}
	for name, c := range map[string]Command{
		"name":                    {Name: "Play", Description: "x"},
		"description":             {Name: "play"},
		"required after optional": {Name: "play", Description: "x", Options: []Option{{Kind: Text, Name: "a", Description: "a"}, {Kind: Text, Name: "b", Description: "b", Required: true}}},
		"choices and complete":    {Name: "play", Description: "x", Options: []Option{{Kind: Text, Name: "a", Description: "a", Complete: true, Choices: []Choice{{"a", "a"}}}}},
		"no number":               {Name: "play", Description: "x", Options: []Option{{Kind: Integer, Name: "a", Description: "a", Choices: []Choice{{"a", "a"}}}}},
	} {
		_, err := r.PutCommands(t.Context(), []Command{c})
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	require.Empty(t, d.all(), "nothing of this was sent")
	_, err := r.Post(t.Context(), "2", Message{Content: long(2000), Rows: rows(5)})
	require.NoError(t, err)
}
