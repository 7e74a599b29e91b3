package api

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/sandbox/world"
)

// The keys each route takes.
var (
	shownKeys  = []string{"content", "embeds", "allowed_mentions", "components", "attachments"}
	createKeys = append([]string{
		"flags", "message_reference", "nonce", "enforce_nonce", "tts", "sticker_ids", "poll",
	}, shownKeys...)
	// discordgo's MessageEdit writes its routing fields ID and Channel into the body; Discord ignores them.
	editKeys   = append([]string{"flags", "ID", "Channel"}, shownKeys...)
	answerKeys = append([]string{"flags", "tts", "poll"}, shownKeys...)
	updateKeys = append([]string{"flags", "tts"}, shownKeys...)
	amendKeys  = append([]string{"flags", "poll"}, shownKeys...)
)

// readDraft reads a message that the bot wants to make or change, with what is wrong with it by itself.
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
	if d.Poll.Given || len(d.Stickers.Value) > 0 {
		p.Add("", "SANDBOX_UNKNOWN", "The sandbox has neither polls nor stickers.")
	}
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

func checkEmbeds(p *world.Problems, embeds []world.EmbedDraft) {
	p.Many("embeds", len(embeds), 0, 10)
	total := 0
	for i, one := range embeds {
		at := "embeds." + strconv.Itoa(i)
		total += checkEmbed(p, at, one.Embed)
		checkImage(p, at+".image.url", one.Image)
		checkImage(p, at+".thumbnail.url", one.Thumbnail)
	}
	if total > 6000 {
		p.Add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}

func checkImage(p *world.Problems, at string, image *world.EmbedImage) {
	if image == nil {
		return
	}
	if _, file := world.Attached(image.URL); !file {
		checkURL(p, at, image.URL)
	}
}

func checkEmbed(p *world.Problems, at string, e world.Embed) int {
	if e.Type != "" && e.Type != "rich" {
		p.Add(at+".type", "BASE_TYPE_CHOICES", "Must be rich.")
	}
	p.Length(at+".title", e.Title, 0, 256)
	p.Length(at+".description", e.Description, 0, 4096)
	total := world.Runes(e.Title) + world.Runes(e.Description)
	if e.Color < 0 || e.Color > 0xffffff {
		p.Add(at+".color", "NUMBER_TYPE_MAX", "int value should be between 0 and 16777215.")
	}
	if e.Timestamp != "" {
		if _, err := time.Parse(time.RFC3339, e.Timestamp); err != nil {
			p.Add(at+".timestamp", "DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", e.Timestamp)
		}
	}
	checkURL(p, at+".url", e.URL)
	if e.Footer != nil {
		p.Length(at+".footer.text", e.Footer.Text, 1, 2048)
		total += world.Runes(e.Footer.Text)
	}
	if e.Author != nil {
		p.Length(at+".author.name", e.Author.Name, 1, 256)
		total += world.Runes(e.Author.Name)
	}
	p.Many(at+".fields", len(e.Fields), 0, 25)
	for i, field := range e.Fields {
		p.Length(at+".fields."+strconv.Itoa(i)+".name", field.Name, 1, 256)
		p.Length(at+".fields."+strconv.Itoa(i)+".value", field.Value, 1, 1024)
		total += world.Runes(field.Name) + world.Runes(field.Value)
	}
	if total == 0 && e.Image == nil && e.Thumbnail == nil {
		p.Add(at, "SANDBOX_EMPTY_EMBED", "An embed shows something.")
	}
	return total
}

func checkURL(p *world.Problems, at, raw string) {
	if raw == "" {
		return
	}
	if u, err := url.Parse(raw); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		p.Add(at, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}
