package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"settable/games"
	"settable/store/ids"
)

// Hash is a link of a chain: the hash of an entry together with the previous link, so that one link proves everything
// up to its entry. It is the first half of a SHA-256 hash, because every line stores one and 128 bits are enough to
// prevent a second text with the same hash.
type Hash [16]byte

// Short returns the form that people compare: twelve hexadecimal digits.
func (h Hash) Short() string { return hex.EncodeToString(h[:6]) }

// Chain computes links. The chain of a table covers its opening and each line with the chips that the line moved; the
// chain of a guild covers its grants. Links cover only what is kept when a person is forgotten: seat, words, time,
// amount, kind of account, and a keyed hash of the source, but no names and no Discord ids.
type Chain struct{ key []byte }

// NewChain returns the Chain of a store with the given secret.
func NewChain(secret []byte) Chain {
	// The key is derived from the secret, so that other uses of the secret reveal nothing about the key.
	return Chain{keyedHash(secret, "the sources of a chain")}
}

// Opening returns the first link of a table.
func (c Chain) Opening(t Table, source Source) Hash {
	e := c.entry("table", Hash{}, source)
	e.word(t.Game)
	e.number(t.Opened.UnixNano())
	e.number(int64(len(t.Options)))
	for _, name := range slices.Sorted(maps.Keys(t.Options)) {
		e.word(name)
		e.word(t.Options[name])
	}
	return e.sum()
}

// Line returns the link for a line and the chips that the line moved. It covers the number of the line, so that lines
// can't be reordered.
func (c Chain) Line(before Hash, l Line, moved []games.Transfer) Hash {
	e := c.entry("line", before, l.Source)
	e.line(l, moved)
	return e.sum()
}

// Compacted returns the link of a compacted journal, which follows the table's opening. The link covers the journal's
// last line, the original link of that line, and the sums of what was paid and counted at the table.
func (c Chain) Compacted(opening, head Hash, last Played) Hash {
	e := c.entry("fold", opening, last.Line.Source) // the original name for compacting, which stored links contain
	e.bytes = append(e.bytes, head[:]...)
	e.line(last.Line, last.Transfers)
	e.number(int64(len(last.Tallies)))
	for _, t := range last.Tallies {
		e.word(string(t.Count))
		e.number(int64(t.Seat))
		e.number(t.N)
	}
	return e.sum()
}

// line adds the number, time, seat and words of a line, and the chips that it moved.
func (e *entry) line(l Line, moved []games.Transfer) {
	e.number(int64(l.N))
	e.number(l.At.UnixNano())
	e.number(int64(l.Seat))
	e.word(l.Words)
	e.number(int64(len(moved)))
	for _, t := range moved {
		e.number(int64(kindOf(t.From)))
		e.number(int64(kindOf(t.To)))
		e.number(int64(t.Amount))
	}
}

// kindOf returns an account as links encode it. All balances are encoded alike, because a balance exchanges chips only
// with its owner's seat, and the transfer names that seat anyway.
func kindOf(p games.Account) games.Account {
	if p.IsBalance() {
		return games.Balance(games.Watcher + 1)
	}
	return p
}

// Grant returns the link of a grant in the chain of its guild.
func (c Chain) Grant(before Hash, g Grant) Hash {
	e := c.entry("grant", before, g.Source)
	e.word(string(g.Kind))
	e.number(int64(g.Amount))
	e.number(g.At.UnixNano())
	return e.sum()
}

// Head returns one link for all data of a guild. It covers the last grant and the last link of each table, oldest
// first.
func Head(grants Hash, tables []Hash) Hash {
	e := entry{grants[:]}
	for _, t := range tables {
		e.bytes = append(e.bytes, t[:]...)
	}
	return e.sum()
}

// entry collects the bytes to be hashed. Each part has a fixed length or is preceded by its length, so that different
// entries never give the same bytes.
type entry struct{ bytes []byte }

func (c Chain) entry(kind string, before Hash, source Source) *entry {
	e := &entry{make([]byte, 0, 256)}
	e.word(kind)
	e.bytes = append(e.bytes, before[:]...)
	e.word(c.seal(source))
	return e
}

// Seal returns a source in the form that is kept permanently. The sealed form doesn't reveal the message or
// interaction, but anyone with the store's key can compare another source with it.
func (c Chain) Seal(s Source) Source {
	if s == "" || s.Sealed() {
		return s
	}
	return Source(sealOf + base64.RawURLEncoding.EncodeToString(keyedHash(c.key, string(s))))
}

// Trace returns what the store keeps about a forgotten player: sixteen bits of a keyed hash. Thousands of people share
// each value, so a trace identifies no one, but it rarely mistakes a new player for a forgotten one.
func (c Chain) Trace(p ids.User) int {
	hash := keyedHash(c.key, fmt.Sprintf("the trace of player %d", p))
	return int(binary.BigEndian.Uint16(hash))
}

// seal returns the keyed hash of a source, whether or not the source is already sealed.
func (c Chain) seal(s Source) string {
	switch {
	case s == "":
		return ""
	case !s.Sealed():
		return string(keyedHash(c.key, string(s)))
	}
	hash, err := base64.RawURLEncoding.Strict().DecodeString(string(s[len(sealOf):]))
	if err != nil {
		return string(s) // no source has such a seal, so the chain is broken
	}
	return string(hash)
}

func (e *entry) number(n int64) { e.bytes = binary.BigEndian.AppendUint64(e.bytes, uint64(n)) }

func (e *entry) word(s string) {
	e.number(int64(len(s)))
	e.bytes = append(e.bytes, s...)
}

func (e *entry) sum() (h Hash) {
	all := sha256.Sum256(e.bytes)
	copy(h[:], all[:])
	return h
}

// keyedHash returns a hash of a text. Without the key, even a short text can't be guessed from its hash.
func keyedHash(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)[:16]
}

// ErrBroken is the sentinel that every *Broken wraps.
var ErrBroken = errors.New("the hash chain of a journal is broken")

// Broken describes the first link of a chain that does not follow from the previous link.
type Broken struct {
	Guild ids.Guild
	Table TableID // 0: the chain of the guild's grants
	Where string  // the opening or a line of the table, or a grant
	Says  string  // what differs
}

func (b *Broken) Error() string {
	whose := fmt.Sprintf("guild %d", b.Guild)
	if b.Table != 0 {
		whose = fmt.Sprintf("table %d", b.Table)
	}
	return fmt.Sprintf("%v: %s: %s: %s", ErrBroken, whose, b.Where, b.Says)
}

// Unwrap makes every Broken an ErrBroken.
func (b *Broken) Unwrap() error { return ErrBroken }

// Finding converts the break to a finding of an audit.
func (b *Broken) Finding() Finding {
	return Finding{Guild: b.Guild, Table: b.Table, Says: "a hash chain is broken", Where: b.Where + ": " + b.Says}
}

// Link is an entry of a stored chain: where it is, its stored hash, and a function that computes the hash from the
// previous link.
type Link struct {
	Where string
	Bears Hash
	After func(before Hash) Hash
}

// Follow checks a chain and returns its last link. If the chain is broken, the *Broken describes the first link that
// does not follow; only its Where and Says are set.
func Follow(from Hash, links []Link) (Hash, *Broken) {
	for i, l := range links {
		is := l.After(from)
		if is == l.Bears {
			from = is
			continue
		}
		says := "its content was changed"
		if i+1 < len(links) && links[i+1].After(is) == links[i+1].Bears {
			says = "its stored hash was changed"
		}
		return from, &Broken{Where: l.Where,
			Says: fmt.Sprintf("%s (stored hash %s, computed %s)", says, l.Bears.Short(), is.Short())}
	}
	return from, nil
}
