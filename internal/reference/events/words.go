package events

import "github.com/conform-suite/conform/internal/casefold"

// Words splits text into its words, longest runs of letters, marks and
// numbers (Unicode general categories L*, M*, N*), and folds each
// (suite decision: split first, then full case folding, no normalisation).
func Words(text string) []string { return casefold.FoldedWords(text) }
