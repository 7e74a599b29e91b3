package rest

import "strings"

// api is where Discord's HTTP side is, with the version that this bot speaks.
const api = "https://discord.com/api/v9/"

// endpoint is the address of a resource: its path, part by part.
func endpoint(path ...string) string { return api + strings.Join(path, "/") }
