// Package splice writes PNG pictures without compressing them, because they are spliced from pieces that were
// compressed before.
//
// A PNG is a stream of rows, each with a filter byte, here always 0, and the pixels, here one byte each, an index into
// a palette. Deflate encodes such bytes as tokens: a literal is the byte itself, and a match says "the next n bytes
// equal those d bytes before". Huffman codes turn tokens into bits. All of this is slow, and pictures made of the same
// pieces repeat the same work. Four properties allow it to be done once per piece:
//
//   - Position-independent tokens. In a picture of a known width the pixel above
//     is always a stride away (the width and the filter byte). A [Patch] is a
//     rectangle of pixels cut into tokens row by row, and its matches refer only
//     to its own pixels, in the same row or in rows above. So its tokens are
//     right wherever it is placed.
//   - One code. The Huffman code of a [Kit] is fixed and was trained on pictures
//     of its kind, so tokens are converted to bits only once: a row of a patch is
//     a string of bits. Placing it means shifting it and appending it with OR.
//   - Merged runs. Most rows of a picture equal the row above. Where the row of a
//     patch does so at its start or end, it has no bits, only a count of bytes.
//     Such runs and those of the ground next to them, even on following rows,
//     are added up and written as one match. A match is at least 3 bytes long,
//     so a run is never shorter.
//   - Linear sums. The checksum of a PNG, Adler-32, sums bytes weighted by their
//     positions. The part of a patch follows from two sums that are stored with
//     it, wherever it is placed.
//
// [Kit.Join] makes one patch of several in the same way, row by row. Not all possible combinations need to be cut: a
// card is joined from its frame, its symbols and its label when the three are first seen together.
//
// A [Picture] is a ground of colour 0, fields of one colour on it, and patches on either; fields don't overlap each
// other, and neither do patches. [Kit.Append] sweeps it from top to bottom in bands in which the same patches are side
// by side. Within a band each row is the same list of steps, and only the first row of a band has to deal with parts of
// fields that were covered in the row above.
//
// The package deals with pixels and bits, not with what they show.
package splice

import "image"

// A Picture lists the parts of a picture with their places. Its ground has colour 0.
type Picture struct {
	Height  int
	Fields  []Field  // on the ground; they don't overlap
	Patches []Placed // on ground and fields; they don't overlap
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
