package cards

// Sets lists the sets among different SET cards, each once and in the order
// of the list: first by its first card, then by its second.
func Sets(list []Card) [][3]Card { return AppendSets(nil, list) }

// AppendSets adds the sets among different SET cards to found. With room in
// found nothing is allocated: two cards fix the third (RULES.md, Cards), so a
// look at each pair and at where its third card lies finds every set.
func AppendSets(found [][3]Card, list []Card) [][3]Card {
	var place [firstStandard]uint8 // one more than the place in the list; 0: not there
	for i, c := range list {
		place[c] = uint8(i + 1)
	}
	for i, a := range list {
		row := &third[a-firstSET]
		for j := i + 1; j < len(list); j++ {
			c := row[list[j]-firstSET]
			if int(place[c]) > j+1 {
				found = append(found, [3]Card{a, list[j], c})
			}
		}
	}
	return found
}

// HasSet tells whether there is a set among different SET cards. It stops at
// the first and allocates nothing: each of the three pairs of a set gives it
// away, so a table of twelve is known after some eight pairs.
func HasSet(list []Card) bool {
	var there [firstStandard]bool
	for _, c := range list {
		there[c] = true
	}
	for i, a := range list {
		row := &third[a-firstSET]
		for _, b := range list[:i] {
			if there[row[b-firstSET]] {
				return true
			}
		}
	}
	return false
}
