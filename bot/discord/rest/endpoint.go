package rest

import "strings"

// api is where Discord's HTTP side is, with the version that this bot speaks.
const api = "https://discord.com/api/v9"

// endpoint is the address of a resource: its path, part by part.
func endpoint[T ~string](path ...T) string {
	var b strings.Builder
	b.WriteString(api)
	for _, part := range path {
		b.WriteByte('/')
		b.WriteString(string(part))
	}
	return b.String()
}
