// Package splice makes PNG pictures from pieces that were compressed in advance.
//
// A PNG is a stream of rows. A row has a filter byte, which is always 0 here, and its pixels, which are one byte each:
// an index into a palette. Deflate encodes the bytes as tokens. A literal is the byte itself; a match says "the next n
// bytes equal those d bytes before". Huffman codes turn tokens into bits. Compression is slow, and pictures with the
// same pieces would repeat the same work. Four techniques make it possible to do the work once per piece:
//
//   - Position-independent tokens. In a picture of a known width, the distance to
//     the pixel above is always a stride (the width and the filter byte). A
//     [Patch] is a rectangle of pixels divided into tokens row by row. Its
//     matches refer only to its own pixels, in the same row or in rows above. Its
//     tokens are therefore valid at any position.
//   - One code. The Huffman code of a [Kit] is fixed and was trained on similar
//     pictures, so tokens are converted to bits only once. A row of a patch is a
//     string of bits. Placing the row means shifting the bits and appending them
//     with OR.
//   - Merged runs. Most rows of a picture equal the row above. The equal pixels
//     at the start or end of a patch's row have no bits, only a count. Adjacent
//     counts are added, including those of the background and of following rows, and
//     the sum is written as one match. A match is at least 3 bytes long, so
//     shorter runs are not counted.
//   - Linear sums. The checksum of a PNG, Adler-32, is a sum of bytes weighted by
//     their positions. A patch stores two sums, from which its contribution at
//     any position follows.
//
// [Kit.Join] combines several patches into one in the same way, row by row. So not every combination has to be cut: a
// card, for example, is joined from its frame, its symbols and its label when they first appear together.
//
// A [Picture] consists of a background of colour 0, fields of one colour on it, and patches on either. Fields don't
// overlap each other, and neither do patches. [Kit.Append] sweeps the picture from top to bottom in bands that contain
// the same patches side by side. All rows of a band consist of the same steps, but only the first row has to handle
// background and fields that were covered by patches in the row above.
//
// The package handles pixels and bits and doesn't know what they show.
package splice

import "image"

// A Picture lists the parts of a picture and their positions. Its background has colour 0.
type Picture struct {
	Height  int
	Fields  []Field  // on the background; must not overlap
	Patches []Placed // on the background or on fields; must not overlap
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
