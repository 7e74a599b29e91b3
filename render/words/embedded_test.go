package words_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func TestEmbeddedCatalogueIsReadOnce(t *testing.T) {
	copied := fstest.MapFS{} // not embedded, so every call of New reads it
	files, err := fs.Glob(games.Words, "words/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		text, err := games.Words.ReadFile(file)
		require.NoError(t, err)
		copied[file] = &fstest.MapFile{Data: text}
	}
	costs := func(more ...fs.FS) float64 {
		return testing.AllocsPerRun(3, func() {
			_, err := words.New(nil, nil, more...)
			require.NoError(t, err)
		})
	}
	alone := costs()
	require.Greater(t, costs(copied)-alone, 3*(costs(games.Words)-alone))
}

func TestCachedCataloguesKeepTheirFaults(t *testing.T) {
	twice := func() []words.Fault { // reads the sentences of all games twice
		b, err := words.New(nil, nil, games.Words)
		require.NoError(t, err)
		return b.Faults()
	}
	first := twice()
	require.NotEmpty(t, first)
	require.Equal(t, first, twice())
	b, err := words.New(nil, nil)
	require.NoError(t, err)
	require.Empty(t, b.Faults())
}

func TestSharedCataloguesAreNotChanged(t *testing.T) {
	one, err := words.New(nil, nil)
	require.NoError(t, err)
	other, err := words.New(nil, nil)
	require.NoError(t, err)
	for _, key := range one.Keys() {
		args, _ := one.Placeholders(key)
		for i := range args {
			args[i] = "changed"
		}
		args, _ = other.Placeholders(key)
		require.NotContains(t, args, "changed", key)
	}
}
