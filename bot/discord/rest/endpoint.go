package rest

import (
	"strings"

	"settable/bot/discord"
)

// api is the address of Discord's HTTP side.
const api = "https://discord.com/api/v" + discord.APIVersion + "/"

// endpoint returns the address of the resource with this path.
func endpoint(path ...string) string { return api + strings.Join(path, "/") }
