package english_test

import (
	"testing"

	"settable/games/english"
	"settable/games/gamestest"
)

func TestScripts(t *testing.T) { gamestest.Scripts(t, english.Rules{}, "testdata") }
