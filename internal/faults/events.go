package faults

// eventsFaults are the mistakes of the profile events.
func eventsFaults() []Fault { return nil }
