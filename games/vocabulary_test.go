package games

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTypedWordsBecomeNotation(t *testing.T) {
	vocabulary := NewVocabulary(map[string][]string{
		"set": {"Satz", "セット"}, "call": {"gehe mit", "mitgehen"}, "back": {"zurück"},
		"bet":  {"setze", "mise", "ベット"},
		"join": {"j'en suis"}, "none": {"なし"},
	}, map[string][]string{"all": {"alles", "alles rein"}, "chips": {"枚"}})
	for typed, want := range map[string]string{
		"satz a b c": "set a b c", "Satz: A, B, C!": "set a b c", "**satz** a b c ✅": "set a b c",
		"set a b c": "set a b c",
		"gehe mit":  "call", "Gehe  mit.": "call", "mitgehen": "call", "zurück!": "back",
		"zuruck": "back", "ZURÜCK": "back",
		"setze alles": "bet all", "setze alles rein": "bet all", "mise : 2": "bet 2", "j’en suis": "join",
		"「セットabc」": "set abc", "セット　ａ　ｂ　ｃ！": "set a b c", "ベット2": "bet 2", "ベット2枚": "bet 2 chips", "なし。": "none",
		"setze mich": "bet mich", "satz des pythagoras": "set des pythagoras",
		"geh mit": "", "gehe": "", "ich gehe mit": "", "": "", "✅": "", "sаtz a b c": "", "satz\u200b a b c": "",
		"zurück?": "", "`satz a b c": "",
	} {
		require.Equal(t, want, vocabulary.Notation(typed), "%q", typed)
	}
}
