package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"settable/bot/sandbox/world"
)

// saveAfter is the delay between a change and writing it. If the process is killed, it loses the changes from that
// period.
const saveAfter = 100 * time.Millisecond

// saver stores the world in one file and each picture in a separate file, so that a change doesn't rewrite all
// pictures.
type saver struct {
	path  string
	dirty chan struct{}
	world *world.Locked

	mu        sync.Mutex
	unwritten map[string][]byte // pictures not yet written
	gone      []string          // pictures no longer needed
}

// collect records which pictures the next save must add or remove.
func (v *saver) collect(_ *world.World, n world.News) {
	v.mu.Lock()
	for _, f := range n.Kept {
		v.unwritten[f.ID] = f.Bytes
	}
	for _, id := range n.Gone {
		delete(v.unwritten, id)
	}
	v.gone = append(v.gone, n.Gone...)
	v.mu.Unlock()
	select {
	case v.dirty <- struct{}{}:
	default:
	}
}

func fileOf(state, id string) string { return filepath.Join(state+".files", id) }

// save writes new pictures, then the world that refers to them, and finally removes old pictures.
func (v *saver) save() error {
	var raw []byte
	var err error
	v.world.Do(func(w *world.World) { raw, err = json.Marshal(w) })
	if err != nil {
		return fmt.Errorf("writing the sandbox's state: %w", err)
	}
	v.mu.Lock()
	fresh, gone := v.unwritten, v.gone
	v.unwritten, v.gone = map[string][]byte{}, nil
	v.mu.Unlock()
	if err := v.write(fresh, raw); err != nil {
		v.mu.Lock()
		maps.Copy(fresh, v.unwritten)
		v.unwritten, v.gone = fresh, append(gone, v.gone...) // for the next attempt
		v.mu.Unlock()
		return err
	}
	for _, id := range gone {
		if err := os.Remove(fileOf(v.path, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("writing the sandbox's state: %w", err)
		}
	}
	return nil
}

func (v *saver) write(pictures map[string][]byte, world []byte) error {
	for id, b := range pictures {
		if err := replace(fileOf(v.path, id), b); err != nil {
			return err
		}
	}
	return replace(v.path, world)
}

// replace writes a file atomically.
func replace(path string, b []byte) error {
	next := path + ".next"
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(next, b, 0o600)
	}
	if err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		err = fmt.Errorf("writing the sandbox's state: %w", err)
	}
	return err
}

// run writes the world shortly after each change, until ctx ends.
func (v *saver) run(ctx context.Context, log *slog.Logger) {
	for {
		select {
		case <-v.dirty:
		case <-ctx.Done():
			return
		}
		wait := time.NewTimer(saveAfter)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return
		}
		if err := v.save(); err != nil {
			log.Error("saving the sandbox's state failed", "error", err)
		}
	}
}

func load(o Options, r world.Rules) (*world.World, error) {
	if o.State == "" {
		return world.New(r, o.People...), nil
	}
	raw, err := os.ReadFile(o.State)
	if errors.Is(err, fs.ErrNotExist) {
		return world.New(r, o.People...), nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the sandbox's state: %w", err)
	}
	w, err := world.Restore(raw, r)
	if err == nil {
		err = loadFiles(w, o)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the sandbox's state %s: %w; move the file away to start afresh", o.State, err)
	}
	return w, nil
}

func loadFiles(w *world.World, o Options) (err error) {
	for _, f := range w.Attached() {
		f.Bytes, err = os.ReadFile(fileOf(o.State, f.ID))
		if errors.Is(err, fs.ErrNotExist) { // removed just before a crash, so the world's file still refers to it
			o.Log.Warn("a picture is missing from the sandbox's state", "file", f.Name, "id", f.ID)
			continue
		}
		if err != nil {
			return err
		}
		w.PutFile(f)
	}
	return nil
}
