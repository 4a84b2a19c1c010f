package ids

import (
	"slices"
	"strings"
)

// A slot is the name of an argument, folded whatever the policy says about case:
// it tells something about the value. No slot is both a hint and a quantity, as no
// suffix of one list ends in one of the other.
type slot string

// isHint reports whether s is the name of an identifier.
func (s slot) isHint() bool { return s.endsIn(hintSuffixes) }

// isQuantity reports whether s is the name of a number that the model sets.
func (s slot) isQuantity() bool { return s.endsIn(quantitySuffixes) }

func (s slot) endsIn(suffixes []string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(string(s), suffix) })
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
