package solitaire_test

import (
	"testing"

	"settable/games/gamestest"
	"settable/games/solitaire"
)

func TestScripts(t *testing.T) { gamestest.Scripts(t, solitaire.Rules{}, "testdata") }
