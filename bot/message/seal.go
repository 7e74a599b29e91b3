package message

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"settable/bot/discord"
)

// A Seal is the key under which the bot knows its own buttons again: a custom id
// comes back from a stranger. It belongs to the database and in no log.
type Seal []byte

// sealSize is how much of the code is kept, in bytes: as much as nobody guesses.
const sealSize = 12

// code is what belongs to a custom id on one server.
func (k Seal) code(g discord.GuildID, id ID) string {
	h := hmac.New(sha256.New, k)
	h.Write([]byte(string(g) + " " + id.String()))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:sealSize])
}

// Write is a custom id as a button on that server carries it, at most 100 characters:
// kind:table:line.code:words.
func (k Seal) Write(g discord.GuildID, id ID) string {
	parts := strings.SplitN(id.String(), ":", 4)
	parts[2] += "." + k.code(g, id)
	return strings.Join(parts, ":")
}

// A Sign makes the custom id of a button on one server.
type Sign func(ID) string

// For signs for one server.
func (k Seal) For(g discord.GuildID) Sign { return func(id ID) string { return k.Write(g, id) } }

// What is told to whoever presses a button that is not ours, or not any more: keys of
// the catalogue.
const (
	Forged   = "message.forged"
	outdated = "message.outdated"
)

// Read reads what a stranger sends. What we have not written ourselves for that
// server is refused, with the key of a sentence.
func (k Seal) Read(g discord.GuildID, text string) (id ID, refusal string) {
	id, code, ok := splitID(text)
	switch {
	case !ok:
		return ID{}, Forged
	case code == "":
		return ID{}, outdated
	case !hmac.Equal([]byte(code), []byte(k.code(g, id))):
		return ID{}, Forged
	}
	return id, ""
}
