package rest

import "strings"

// api is the address of Discord's HTTP side, in the version that this bot speaks.
const api = "https://discord.com/api/v9/"

// endpoint is the address of the resource with this path.
func endpoint(path ...string) string { return api + strings.Join(path, "/") }
