package rest

import (
	"strings"

	"settable/bot/discord"
)

// api is the base URL of Discord's REST API.
const api = "https://discord.com/api/v" + discord.APIVersion + "/"

// endpoint returns the URL of the resource with this path.
func endpoint(path ...string) string { return api + strings.Join(path, "/") }
