package table

// Run plays the table until it ends, and returns the reason.
func (t *Table) Run() Ending {
	end := make(chan Ending)
	t.Start(func(e Ending) { end <- e })
	return <-end
}
