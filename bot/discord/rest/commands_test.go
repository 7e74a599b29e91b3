package rest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestCommandsAreWrittenOnlyWhenTheyChanged(t *testing.T) {
	one := 1.0
	list := []discord.Command{
		{Name: "play", Description: "Open a table", Translated: discord.Translation{"de": "Einen Tisch auf"},
			Options: []discord.Option{{Kind: discord.SubCommand,
				Name: "classic", Description: "Classic SET", Options: []discord.Option{
					{Kind: discord.Text, Name: "extra", Description: "Extra cards",
						Choices: []discord.Choice{{Name: "when all agree",
							Translated: discord.Translation{"de": "wenn alle zustimmen"}, Value: "agree"}}},
					{Kind: discord.Integer, Name: "slow", Description: "Seconds", Min: &one,
						Choices: []discord.Choice{{Name: "two", Value: "2"}}}}}}},
		{Name: "settings", Description: "Settings"},
	}
	// Discord returns the commands in its own order and with additional fields.
	kept := `[{"id":"2","application_id":"5150","version":"1","default_member_permissions":null,"type":1,
		"name":"settings","name_localizations":null,
		"description":"Settings","description_localizations":null,"dm_permission":true,"contexts":[0],
		"integration_types":[0],"nsfw":false},
		{"id":"1","application_id":"5150","version":"1","default_member_permissions":null,"type":1,"name":"play",
		"description":"Open a table","description_localizations":{"de":"Einen Tisch auf"},"contexts":[0],
		"options":[{"type":1,"name":"classic","description":"Classic SET","name_localizations":null,"options":[
			{"type":3,"name":"extra","description":"Extra cards","choices":[{"name":"when all agree",
			"name_localizations":{"de":"wenn alle zustimmen"},"value":"agree"}]},
			{"type":4,"name":"slow","description":"Seconds","min_value":1,"choices":[{"name":"two","value":2}]}]}]}]`
	r, d := newScriptedServer(t, reply(200, kept))
	changed, err := r.PutCommands(t.Context(), list)
	require.NoError(t, err)
	require.False(t, changed)
	require.Len(t, d.requests(), 1)
	list[1].Description = "The settings"
	changed, err = r.PutCommands(t.Context(), list)
	require.NoError(t, err)
	require.True(t, changed)
	require.Len(t, d.requests(), 3)
	require.Equal(t, "/api/v9/applications/5150/commands?with_localizations=true", d.requests()[1].path,
		"without this parameter, Discord omits the translations")
	require.Equal(t, "PUT", d.requests()[2].method)
	require.Equal(t, "/api/v9/applications/5150/commands", d.requests()[2].path)
}
