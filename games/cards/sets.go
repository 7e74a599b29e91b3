package cards

import "slices"

// Sets lists the sets among different SET cards, each once and in the order
// of the list: first by its first card, then by its second.
func Sets(list []Card) [][3]Card { return AppendSets(nil, list) }

// AppendSets adds the sets among different SET cards to found. Nothing is
// allocated where found has room for a third of the pairs and one more. Two
// cards fix the third (RULES.md, Cards), so a look at each pair and at where its
// third card lies finds every set. Each pair is written down, and stays where
// its third card comes after it: a branch there would be guessed wrongly at
// every set, which costs more than all the rest.
func AppendSets(found [][3]Card, list []Card) [][3]Card {
	n := len(found)
	found = slices.Grow(found, len(list)*(len(list)-1)/6+1)
	found = found[:cap(found)]
	var place [128]uint8 // one more than the place in the list; 0: not there
	for i, c := range list {
		place[c&127] = uint8(i + 1)
	}
	for i, a := range list {
		row := &third[a&127]
		for j := i + 1; j < len(list)-1; j++ { // the third card of no pair comes after the last
			c := row[list[j]&127]
			found[n] = [3]Card{a, list[j], c}
			if int(place[c&127]) > j+1 {
				n++
			}
		}
	}
	return found[:n]
}

// HasSet tells whether there is a set among different SET cards. It stops at
// the first and allocates nothing: each of the three pairs of a set gives it
// away, so a table of twelve is known after some eight pairs.
func HasSet(list []Card) bool {
	var there [128]bool
	for _, c := range list {
		there[c&127] = true
	}
	for i, a := range list {
		row := &third[a&127]
		for _, b := range list[:i] {
			if there[row[b&127]&127] {
				return true
			}
		}
	}
	return false
}
