package ids

// What the tests of Unicode's properties look at.
var (
	Fold      = fold
	IsSpace   = isSpace
	IsDecimal = isDecimal
	IsDigits  = isDigits
)
