package message

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"settable/bot/discord"
)

// A Seal is the key under which the bot knows its own buttons again: a custom id
// comes back from a stranger. It belongs to the database and in no log.
type Seal []byte

// sealSize is how much of the code is kept, in bytes: as much as nobody guesses.
const sealSize = 12

// codes gives what belongs to custom ids on one server, one after the other: the key is
// worked into the hash once.
func (k Seal) codes(g discord.GuildID) func(id string) (code string) {
	h := hmac.New(sha256.New, k)
	return func(id string) string {
		h.Reset()
		text := []byte(string(g) + " " + id)
		h.Write(text)
		return base64.RawURLEncoding.EncodeToString(h.Sum(text[:0])[:sealSize])
	}
}

// Write is a custom id as a button on that server carries it, at most 100 characters:
// kind:table:line.code:words.
func (k Seal) Write(g discord.GuildID, id ID) string { return k.For(g)(id) }

// A Sign makes the custom ids of buttons on one server, one after the other.
type Sign func(ID) string

// For signs for one server.
func (k Seal) For(g discord.GuildID) Sign {
	code := k.codes(g)
	return func(id ID) string {
		text := id.String()
		head := text[:len(text)-len(id.Words)-len(":")]
		return head + "." + code(text) + text[len(head):]
	}
}

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
	case !hmac.Equal([]byte(code), []byte(k.codes(g)(id.String()))):
		return ID{}, Forged
	}
	return id, ""
}
