package render

import "settable/games/cards"

// A motif is what a sprite shows.
type motif uint8

const (
	face       motif = iota // a card, face up
	faceAside               // a small card whose symbols stand aside for its label
	back                    // a card, face down
	empty                   // a place without a card
	newRing                 // round a card laid since the last picture
	markRing                // round a card that is being shown
	tag                     // under the label of a marked card
	plate                   // under the label of a card face down
	under                   // the next card of a pile
	pip                     // the suit of a card
	ghost                   // a suit that is missing
	tile                    // behind a seat
	turnTile                // behind the seat that is to move
	tileMark                // a seat's mark on its tile
	groundMark              // a seat's mark on the ground
	tileGone                // the mark of a seat that was left
	deck                    // cards in hand
	chip                    // chips
	button                  // the dealer's button
	star                    // the winner's
	arrow                   // who is to move
	lock                    // may not claim
	bubble                  // has called
	bar                     // of a chart
	myBar                   // of the viewer in a chart
)

// A sprite names a piece of a picture: what it shows, how large.
type sprite struct {
	motif motif
	card  cards.Card
	n     int // which of the seats' marks
	w, h  int
}
