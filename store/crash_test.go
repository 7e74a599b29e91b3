package store

func acted() bool { return false }
