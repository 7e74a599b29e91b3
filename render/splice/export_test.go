package splice

// What tests look into.

const Widest = widest

func (p *Patch) Size() (w, h int) { return p.w, p.h }
func (p *Patch) Below() bool      { return p.below }

// Encoder is Append with memory that no other call shares.
func (k *Kit) Encoder() func([]byte, *Picture) ([]byte, error) { return (&encoder{kit: k}).append }
