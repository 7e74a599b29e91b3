package games

// seatLetters stand for the first seats: letters that no label of a card uses
// up, so that "P" in a picture is never mistaken for card A, B, C …
const seatLetters = "PQRSTUVWXYZ"

// SeatLetter is what a seat is called in pictures and in sentences without
// names: P, Q, R … Z for the first eleven seats, then 12, 13 …
func SeatLetter(s Seat) string {
	if s >= 1 && int(s) <= len(seatLetters) {
		return seatLetters[s-1 : s]
	}
	return s.String()
}
