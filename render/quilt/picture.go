package quilt

import "image"

// A Picture says what lies where. Its ground is of colour 0.
type Picture struct {
	Height  int
	Fields  []Field  // on the ground, none on another
	Patches []Placed // on ground and fields, none on another
}

// A Field is a rectangle of one colour.
type Field struct {
	Box    image.Rectangle
	Colour uint8
}

// Placed is a patch with its upper left corner at X, Y.
type Placed struct {
	Patch *Patch
	X, Y  int
}
