package message

import (
	"settable/render/words"
)

// spoken is the language of these tests.
var spoken = func() *words.Language {
	catalogues, err := words.New(nil, nil, Words)
	if err != nil {
		panic(err)
	}
	return catalogues.In("en")
}()
