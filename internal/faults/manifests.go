package faults

// manifestsFaults are the mistakes of the profile manifests.
func manifestsFaults() []Fault { return nil }
