package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// keep copies a database before it is migrated from a version, and lets the
// oldest of such copies go.
func (b *building) keep(ctx context.Context, version int64) error {
	if b.kept == 0 {
		return nil
	}
	to := fmt.Sprintf("%s.v%d-%s.bak", b.path, version, stamp(time.Now()))
	if err := copyInto(ctx, b.path, to, func(part string) error { return whole(ctx, part) }); err != nil {
		return fmt.Errorf("keeping a copy before migrating: %w", err)
	}
	b.opt.Log.Info("kept a copy of the database before migrating it", "copy", to)
	old, err := b.outworn()
	if err == nil {
		err = gone(old...)
	}
	if err != nil {
		return fmt.Errorf("removing older copies: %w", err)
	}
	return nil
}

// outworn are the copies from before migrations but for the newest.
func (b *building) outworn() (paths []string, err error) {
	all, err := os.ReadDir(filepath.Dir(b.path))
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if n := one.Name(); strings.HasPrefix(n, filepath.Base(b.path)+".v") && strings.HasSuffix(n, ".bak") {
			paths = append(paths, filepath.Join(filepath.Dir(b.path), n))
		}
	}
	made := func(path string) string { return path[strings.LastIndexByte(path, '-')+1:] } // its stamp
	slices.SortFunc(paths, func(x, y string) int { return cmp.Compare(made(y), made(x)) })
	return paths[min(b.kept, len(paths)):], nil
}
