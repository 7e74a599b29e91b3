package classic_test

import (
	"testing"

	"settable/games/classic"
	"settable/games/gamestest"
)

func TestScripts(t *testing.T) { gamestest.Scripts(t, classic.Rules{}, "testdata") }
