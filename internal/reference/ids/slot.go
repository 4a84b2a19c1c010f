package ids

import "slices"

// A Slot is the name of an argument, folded whatever the policy says about case:
// it tells something about the value. No slot is both a hint and a quantity, as no
// suffix of one list ends in one of the other.
type Slot string

// isHint reports whether s is the name of an identifier.
func (r *Rules) isHint(s Slot) bool { return r.endsIn(s, r.Hints) }

// isQuantity reports whether s is the name of a number that the model sets.
func (r *Rules) isQuantity(s Slot) bool { return r.endsIn(s, r.Quantities) }

func (r *Rules) endsIn(s Slot, suffixes []string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return r.Ends(string(s), suffix) })
}

// hintSuffixes end the name of an identifier. (The seed's sys_id and _sys_id end
// in _id.)
var hintSuffixes = []string{"_id", "_ref", "_key", "_email"}

// quantitySuffixes end the name of a quantity, with or without a delimiter before
// them: discount and account count, too.
var quantitySuffixes = []string{
	"price", "amount", "cost", "total", "count", "quantity", "qty", "fee", "balance",
	"size", "limit", "offset", "page", "max", "min", "number", "num",
	"weight", "height", "width", "length",
	"score", "rate", "percent", "rank", "position", "priority", "level",
	"age", "duration", "year", "month", "day", "hour", "minute", "second",
}
