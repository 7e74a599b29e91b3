package splice

// The exports in this file are for tests.

const Widest = widest

func (p *Patch) Size() (w, h int) { return p.w, p.h }
func (p *Patch) Below() bool      { return p.below }

// Encoder returns an Append function with its own memory.
func (k *Kit) Encoder() func([]byte, *Picture) ([]byte, error) { return (&encoder{kit: k}).append }
