package faults

// idsFaults are the mistakes of the profile ids.
func idsFaults() []Fault { return nil }
