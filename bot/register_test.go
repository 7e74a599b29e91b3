package bot_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
)

// toy is a command that isn't part of the bot.
var toy = command.Command{
	Name: "flip",
	Options: func(command.Inventory) []discord.Option {
		return []discord.Option{{
			Kind: discord.Text, Name: "call", Choices: []discord.Choice{{Value: "heads"}, {Value: "tails"}},
		}}
	},
	Run: func(_ context.Context, c command.Invocation) (command.Answer, error) {
		side := games.Say("command.about.flip.call." + c.Options["call"])
		text := c.Language.Plain(games.Say("flip.fell", "who", c.Who.Name, "side", side))
		return command.Answer{How: command.Public, Message: discord.Message{Content: text}}, nil
	},
	Words: fstest.MapFS{"words/en.yaml": {Data: []byte(`
command.about.flip: Throw a coin
command.about.flip.call: What you say it will be
command.about.flip.call.heads: Heads
command.about.flip.call.tails: Tails
flip.fell: "{{.who}} calls {{.side}}, and so it falls."
`)}},
}

// The bot registers and answers every command that is passed to it, because a command is just a value.
func TestCommandIsAValue(t *testing.T) {
	f := newPokerBot(t, nil, func(n *testBot, _ *sandbox.Options) { n.config.Commands = []command.Command{toy} })
	out := f.slashMessage("Ann", "flip", world.Opt("call", "tails"))
	require.Equal(t, "Ann calls Tails, and so it falls.", out.Content)
	require.False(t, out.Ephemeral(), "everyone in the channel can read it")
	require.Contains(t, f.slash("Ann", "play", world.Sub("classic")), "Your table is open",
		"the bot's own commands must still work")
}
