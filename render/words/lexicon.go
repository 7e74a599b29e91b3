package words

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// A lexicon holds the sentences of one language, and inserts formatted arguments into them. The other parts of a
// Language get their words from it.
type lexicon struct {
	tag       language.Tag
	sentences map[string]sentence
	english   *lexicon                // nil for English
	silent    bool                    // see Silent
	me        *atomic.Pointer[string] // see Catalogues.SetAddress
	log       *slog.Logger
	missed    sync.Map // keys that have already been logged
}

// Autonym returns the language's name in the language itself, such as "français".
func (x *lexicon) Autonym() string { return display.Self.Name(x.tag) }

// Locale returns the language's tag, such as "en".
func (x *lexicon) Locale() string { return x.tag.String() }

// Has reports whether this language or English has the key.
func (x *lexicon) Has(key string) bool {
	if _, has := x.sentences[key]; has {
		return true
	}
	return x.english != nil && x.english.Has(key)
}

// Translates reports whether this language has its own sentence for a key.
func (x *lexicon) Translates(key string) bool {
	_, has := x.sentences[key]
	return has
}

// Key returns the sentence for a key. The sentence must not have arguments.
func (x *lexicon) Key(key string) string { return x.texts(key) }

// texts returns the sentence for a key whose arguments are texts. args alternate between names and texts.
func (x *lexicon) texts(key string, args ...string) string { return x.counted(key, nil, args...) }

// counted is like texts for a sentence with plural forms. The number n selects the form.
func (x *lexicon) counted(key string, n any, args ...string) string {
	return x.put(key, n, func(arg string) (string, bool) {
		for i := 0; i < len(args); i += 2 {
			if args[i] == arg {
				return isolate(args[i+1]), true
			}
		}
		return "", false
	})
}

// put returns the sentence for a key. n selects the plural form. text returns an argument's value, or false if the
// argument is missing. If this language lacks the sentence, put uses English. If English lacks it too, put uses a
// general sentence. It logs each missing sentence once, as an error in English and as a warning in another language.
func (x *lexicon) put(key string, n any, text func(arg string) (string, bool)) string {
	if x.silent {
		return ""
	}
	said, err := x.fill(x.sentences[key].cut.forNumber(x.tag, n), text)
	switch {
	case err == nil:
		return said
	case x.english != nil:
		if x.english.Has(key) {
			x.miss(key, err)
		}
		return x.english.put(key, n, text)
	}
	x.miss(key, err)
	return "Something happened at the table."
}

// fill inserts the arguments into a pattern. The error reports a missing pattern or argument.
func (x *lexicon) fill(cut pattern, text func(arg string) (string, bool)) (string, error) {
	switch {
	case cut == nil:
		return "", errNoSentence
	case len(cut) == 1 && cut[0].arg == "":
		return cut[0].text, nil
	}
	var room [160]byte
	said := room[:0]
	for _, p := range cut {
		switch p.arg {
		case "":
			said = append(said, p.text...)
		case meArg:
			said = append(said, x.name()...)
		default:
			arg, given := text(p.arg)
			if !given {
				return "", fmt.Errorf("no value for {{.%s}}", p.arg)
			}
			said = append(said, arg...)
		}
	}
	return string(said), nil
}

var errNoSentence = errors.New("unknown sentence")

// meArg is the argument in front of words that players should type. If the bot can't read plain messages, its value is
// a mention of the bot; otherwise it is empty.
const meArg = "me"

// Me returns the text that players must type before a move, or "" if none is needed.
func (x *lexicon) Me() string {
	if me := x.me.Load(); me != nil {
		return *me
	}
	return ""
}

func (x *lexicon) name() string {
	if me := x.Me(); me != "" {
		return me + " "
	}
	return ""
}

// Synonyms returns the typed words of a key, which all have the same meaning. Sentences teach the first of them.
func (x *lexicon) Synonyms(key string) (list []string) {
	for word := range strings.SplitSeq(x.Key(key), ",") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}

func (x *lexicon) miss(key string, err error) {
	if _, logged := x.missed.LoadOrStore(key, true); logged || x.log == nil {
		return
	}
	if x.english != nil && errors.Is(err, errNoSentence) {
		x.log.Warn("missing translation", "key", key, "language", x.Locale())
		return
	}
	x.log.Error("rendering a sentence failed", "key", key, "language", x.Locale(), "error", err)
}
