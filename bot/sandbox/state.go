package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// saveAfter is how long a change may wait to be written: what a SIGKILL may cost.
const saveAfter = 100 * time.Millisecond

// saver keeps the world in a file and every picture in a file of its own beside it, so that a long evening does not
// rewrite its pictures at every word. Without a path it does nothing.
type saver struct {
	path  string
	dirty chan struct{}
	world func() ([]byte, error)

	mu        sync.Mutex
	unwritten map[string][]byte // pictures not yet written
	gone      []string          // pictures no longer needed
	fail      error
}

func (v *saver) touch() {
	if v.path == "" {
		return
	}
	select {
	case v.dirty <- struct{}{}:
	default:
	}
}

func (v *saver) keep(id string, b []byte) {
	if v.path != "" {
		v.mu.Lock()
		v.unwritten[id] = b
		v.mu.Unlock()
	}
}

func (v *saver) forget(id string) {
	if v.path != "" {
		v.mu.Lock()
		delete(v.unwritten, id)
		v.gone = append(v.gone, id)
		v.mu.Unlock()
	}
}

func (v *saver) file(id string) string { return filepath.Join(v.path+".files", id) }

// save writes new pictures, then the world that names them, then removes old pictures.
func (v *saver) save() error {
	raw, err := v.world()
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
		v.unwritten, v.gone = fresh, append(gone, v.gone...) // for the next try
		v.mu.Unlock()
		return err
	}
	for _, id := range gone {
		if err := os.Remove(v.file(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("writing the sandbox's state: %w", err)
		}
	}
	return nil
}

func (v *saver) write(pictures map[string][]byte, world []byte) error {
	for id, b := range pictures {
		if err := replace(v.file(id), b); err != nil {
			return err
		}
	}
	return replace(v.path, world)
}

// replace writes a file whole or not at all.
func replace(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("writing the sandbox's state: %w", err)
	}
	next := path + ".next"
	if err := os.WriteFile(next, b, 0o600); err != nil {
		return fmt.Errorf("writing the sandbox's state: %w", err)
	}
	if err := os.Rename(next, path); err != nil {
		return fmt.Errorf("writing the sandbox's state: %w", err)
	}
	return nil
}

// last writes what is still unwritten, when the server closes.
func (v *saver) last() error {
	if v.path == "" {
		return nil
	}
	return errors.Join(v.fail, v.save())
}

// startSaver writes the world a moment after each change.
func (s *Server) startSaver(ctx context.Context) {
	if s.saver.path == "" {
		return
	}
	s.running.Go(func() {
		for {
			select {
			case <-s.saver.dirty:
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
			if err := s.saver.save(); err != nil {
				s.opt.Log.Error("the sandbox's state is not written", "error", err)
			}
		}
	})
}

// load reads the state file, or makes a new world where there is none.
func (s *Server) load() error {
	s.saver = &saver{path: s.opt.State, dirty: make(chan struct{}, 1), unwritten: map[string][]byte{}}
	s.saver.world = func() ([]byte, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		return json.Marshal(s.world)
	}
	s.world = newWorld(s.now(), s.opt.People)
	if s.opt.State == "" {
		return nil
	}
	raw, err := os.ReadFile(s.opt.State)
	if errors.Is(err, fs.ErrNotExist) {
		return s.saver.save()
	}
	if err != nil {
		return fmt.Errorf("reading the sandbox's state: %w", err)
	}
	if err := s.restore(raw); err != nil {
		return fmt.Errorf("reading the sandbox's state %s: %w; move the file away to begin anew", s.opt.State, err)
	}
	return nil
}

func (s *Server) restore(raw []byte) error {
	w := world{Interactions: map[string]*interaction{}, OldEdits: map[string][]time.Time{}}
	if err := json.Unmarshal(raw, &w); err != nil {
		return err
	}
	if w.PageToken == "" || w.GuildID == "" {
		return errors.New("it is not a sandbox's state")
	}
	s.world = w
	for _, i := range w.Interactions {
		if i.State == Waiting { // nobody can answer within three seconds any more
			i.State = Failed
		}
	}
	for _, c := range w.Channels {
		for _, p := range c.Posts {
			for _, a := range p.files() {
				b, err := os.ReadFile(s.saver.file(a.ID))
				if errors.Is(err, fs.ErrNotExist) { // taken off just before the end: the file was faster than the world
					s.opt.Log.Warn("the sandbox's state lacks a picture", "file", a.Filename, "message", p.Message.ID)
					continue
				}
				if err != nil {
					return err
				}
				s.blobs[a.ID] = blob{Channel: c.ID, Name: a.Filename, Kind: a.ContentType, Only: p.Only, bytes: b}
			}
		}
	}
	return nil
}
