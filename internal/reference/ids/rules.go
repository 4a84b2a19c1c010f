package ids

import (
	"strings"

	"github.com/conform-suite/conform/internal/casefold"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Rules are the steps that a verdict goes through, each where its neighbours look
// it up, so that a test of the suite can put a mistake in the place of one and see
// it caught. [NewRules] has the right ones; a field left nil is our bug.
type Rules struct {
	// Source is the source of that name, or the empty set.
	Source func(name string) Sources
	// Unseen reports whether the environment said nothing yet, so that a call is
	// not checked.
	Unseen func([]Blob) bool
	// Text is the text of a scalar; ok is false for one that is never an
	// identifier.
	Text func(strictjson.Value) (text string, ok bool)
	// Stance follows from what was checked, and of that not found.
	Stance func(checked, unmatched []string) string

	Trim     func(string) string
	Length   func(string) int
	Fold     func(string) string // of a value, a component or the corpus, unless case counts
	FoldName func(string) string // of an argument

	// Shaped reports whether s, trimmed and found in the given slot, looks like an
	// identifier; the others are what it asks.
	Shaped     func(p Policy, s string, in Slot) bool
	IsDigits   func(string) bool
	IsIDChar   func(rune) bool
	IsLiteral  func(string) bool
	IsEpoch    func(string) bool
	IsVersion  func(string) bool
	IsDateTime func(string) bool
	IsHex32    func(string) bool
	IsUUID     func(string) bool
	IsEmail    func(string) bool

	// Ends reports whether a folded name has a suffix, of these lists.
	Ends              func(name, suffix string) bool
	Hints, Quantities []string

	// Components are the parts of a value that must trace, in order and each once.
	Components func(p Policy, s string) []string
	// Component is what must trace of a part without delimiters, "" for nothing.
	Component   func(p Policy, part string, at Place) string
	IsDelimiter func(rune) bool
	Grammar     []string // in lower case

	IsSeparator func(rune) bool
	// Holds reports whether s stands somewhere in the texts.
	Holds func(texts []string, s string) bool
	// Whole reports whether a value is found before it is taken apart.
	Whole func(c *Corpus, s string) bool
	// The rungs: a component is found by any of them.
	Inside, Equal, Around, AroundNumber func(c *Corpus, s string) bool
	// Unpad takes the leading zeros off a number.
	Unpad func(string) string
	// Seen is where a value or component that was found was seen.
	Seen func(c *Corpus, s string) Sources
}

// NewRules makes the right rules. Each call makes its own.
func NewRules() *Rules {
	return &Rules{
		Source: sourceNamed, Unseen: unseen, Text: scalarText, Stance: stance,
		Trim: trim, Length: length, Fold: casefold.Fold, FoldName: casefold.Fold,
		Shaped: Policy.shaped, IsDigits: isDigits, IsIDChar: isIDChar,
		IsLiteral: isLiteral, IsEpoch: isEpoch, IsVersion: isVersion, IsDateTime: isDateTime,
		IsHex32: isHex32, IsUUID: isUUID, IsEmail: isEmail,
		Ends: strings.HasSuffix, Hints: hintSuffixes, Quantities: quantitySuffixes,
		Components: Policy.components, Component: Policy.component, IsDelimiter: isDelimiter, Grammar: grammarWords,
		IsSeparator: isSeparator, Holds: holds, Whole: (*Corpus).holds,
		Inside: (*Corpus).inside, Equal: (*Corpus).equal, Around: (*Corpus).around, AroundNumber: (*Corpus).aroundNumber,
		Unpad: unpad, Seen: (*Corpus).seen,
	}
}

// Profile is the profile whose operations go by r.
func (r *Rules) Profile() reference.Profile {
	return reference.Profile{
		Name: "ids",
		Operations: map[string]reference.Operation{
			"ids.classify_call": r.ClassifyCall,
			"ids.classify_arg":  r.ClassifyArg,
		},
	}
}
