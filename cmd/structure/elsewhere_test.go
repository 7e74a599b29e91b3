package structure

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"settable/games/gamestest"
)

// TestOtherSystemsTypeCheck type-checks the code for Windows and macOS. It doesn't compile the code, because that
// would take minutes.
func TestOtherSystemsTypeCheck(t *testing.T) {
	gamestest.Long(t)
	for _, system := range []string{"windows", "darwin"} {
		require.Empty(t, typeErrors(t, system, nil))
	}
	broken, err := filepath.Abs("../settable/broken_windows.go")
	require.NoError(t, err)
	found := typeErrors(t, "windows", map[string][]byte{
		broken: []byte("package main\n\nfunc answer() int { return \"42\" }\n"),
	})
	require.Len(t, found, 1)
	require.Contains(t, found[0].Error(), "broken_windows.go:3:28: cannot use")
}

// typeErrors returns the type errors of the code on an operating system. overlay contains additional files.
func typeErrors(t *testing.T, system string, overlay map[string][]byte) (found []packages.Error) {
	const types = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
		packages.NeedTypes | packages.NeedTypesSizes
	all, err := packages.Load(&packages.Config{Mode: types, Dir: "../..", Overlay: overlay,
		Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")}, "./store/...", "./cmd/settable")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for p := range packages.Postorder(all) {
		found = append(found, p.Errors...)
	}
	return found
}
