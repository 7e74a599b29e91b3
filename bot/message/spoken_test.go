package message

import (
	"settable/render/words"
)

var english = func() *words.Language {
	catalogues, err := words.New(nil, nil, Words)
	if err != nil {
		panic(err)
	}
	return catalogues.In("en")
}()
