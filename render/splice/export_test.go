package splice

// Widest and Encoder are for tests.

const Widest = widest

func (p *Patch) Size() (w, h int) { return p.w, p.h }
func (p *Patch) Below() bool      { return p.below }

// Encoder returns an Append with its own memory.
func (k *Kit) Encoder() func([]byte, *Picture) ([]byte, error) { return (&encoder{kit: k}).append }
