package table

// Run has the table play, and is back with its ending.
func (t *Table) Run() Ending {
	end := make(chan Ending)
	t.Start(func(e Ending) { end <- e })
	return <-end
}
