package sqlstore

// The tests of the statements use these names.
type Query = query

var (
	Reads, Writes, Laws = Dialect{}.Reads(), Dialect{}.Writes(), laws
	Asks                = boardQuery
	Audits              = func() (all []Law) {
		for _, law := range books {
			all = append(all, Law{law.Says, law.question()})
		}
		return all
	}()
)

var (
	SelectChipsEver     = selectChipsEver
	SelectChipsOwned    = selectChipsOwned
	SelectChipsWon      = selectChipsWon
	SelectChipsWonOf    = selectChipsWonOf
	SelectGains         = selectGains
	SelectGifts         = selectGifts
	SelectSeated        = selectSeated
	SelectMovements     = selectMovements
	SelectHowMany       = selectHowMany
	SelectGrantsTo      = selectGrantsTo
	SelectBalance       = selectBalance
	SelectHolding       = selectHolding
	SelectLastNight     = selectLastNight
	SelectMoved         = selectMoved
	SelectNights        = selectNights
	SelectPending       = selectPending
	SelectPlanned       = selectPlanned
	SelectPlayed        = selectPlayed
	SelectTableAccounts = selectTableAccounts
	SelectSettled       = selectSettled
	SelectStanding      = selectStanding
	SelectTallies       = selectTallies
	SelectWelcomed      = selectWelcomed
)
