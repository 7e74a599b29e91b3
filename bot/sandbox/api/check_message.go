package api

import (
	"slices"
	"strconv"
	"strings"

	"settable/bot/sandbox/world"
)

// The JSON keys that each route accepts.
var (
	shownKeys  = []string{"content", "embeds", "allowed_mentions", "components", "attachments"}
	createKeys = append([]string{"flags", "message_reference", "nonce", "enforce_nonce"}, shownKeys...)
	// discordgo's MessageEdit writes its fields ID and Channel into the body, and Discord ignores them.
	editKeys   = append([]string{"ID", "Channel"}, shownKeys...)
	answerKeys = append([]string{"flags"}, shownKeys...)
)

// readDraft reads a message that the bot wants to post or edit, and checks everything that doesn't depend on the
// world.
func readDraft(p payload, keys ...string) world.Draft {
	var d world.Draft
	d.Malformed = p.decode(&d, keys...)
	d.Files = p.files
	if d.Malformed == nil {
		checkDraft(&d.Problems, d)
	}
	return d
}

func checkDraft(p *world.Problems, d world.Draft) {
	p.Length("content", strings.TrimSpace(d.Content.Value), 0, 2000)
	checkRows(p, d.Components.Value)
	for i, n := range d.Attachments.Value {
		if n.Description != nil {
			p.Length("attachments."+strconv.Itoa(i)+".description", *n.Description, 0, 1024)
		}
	}
	checkEmbeds(p, d.Embeds.Value)
	checkMentions(p, d.Mentions)
}

func checkMentions(p *world.Problems, a world.Field[world.AllowedMentions]) {
	for i, kind := range a.Value.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			at := "allowed_mentions.parse." + strconv.Itoa(i)
			p.Add(at, "BASE_TYPE_CHOICES", "Must be one of users, roles, everyone.")
		}
	}
	if slices.Contains(a.Value.Parse, "users") && len(a.Value.Users) > 0 {
		p.Add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			`parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	p.Many("allowed_mentions.users", len(a.Value.Users), 0, 100)
}

func checkEmbeds(p *world.Problems, embeds []world.Embed) {
	p.Many("embeds", len(embeds), 0, 10)
	total := 0
	for i, e := range embeds {
		p.Length("embeds."+strconv.Itoa(i)+".description", e.Description, 1, 4096)
		total += world.Runes(e.Description)
	}
	if total > 6000 {
		p.Add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}
