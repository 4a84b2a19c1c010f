package ids

import "github.com/conform-suite/conform/internal/casefold"

// What the tests of Unicode's properties look at.
var (
	Fold      = casefold.Fold
	IsSpace   = isSpace
	IsDecimal = isDecimal
	IsDigits  = isDigits
)
