package poker_test

import (
	"testing"

	"settable/games/gamestest"
	"settable/games/poker"
)

func TestScripts(t *testing.T) { gamestest.Scripts(t, poker.Rules{}, "testdata") }
