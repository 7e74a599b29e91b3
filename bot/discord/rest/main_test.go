package rest

import (
	"testing"

	"settable/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }
