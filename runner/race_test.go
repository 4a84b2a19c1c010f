//go:build race

package runner_test

// The race detector makes everything slower, the subjects too, and larger.
const raced = true
