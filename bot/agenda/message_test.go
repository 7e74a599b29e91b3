package agenda

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/render/words"
)

// What stands in brackets behind a time stands in those of the language.
func TestAMomentIsToldInTheMarksOfTheLanguage(t *testing.T) {
	catalogues, err := words.New(nil, nil)
	require.NoError(t, err)
	at := time.Unix(1_800_000_000, 0)
	require.Equal(t, "<t:1800000000:F> (<t:1800000000:R>)", Moment(catalogues.In("en"), at))
	require.Equal(t, "<t:1800000000:F>（<t:1800000000:R>）", Moment(catalogues.In("ja"), at))
}
