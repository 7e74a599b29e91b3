package twenty_test

import (
	"testing"

	"settable/games/gamestest"
	"settable/games/twenty"
)

func TestScripts(t *testing.T) { gamestest.Scripts(t, twenty.Rules{}, "testdata") }
