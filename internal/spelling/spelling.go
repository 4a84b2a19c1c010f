// Package spelling finds what somebody may have meant to write.
package spelling

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// Near are the candidates most like word, at most three, best first: those
// that hold it, and those that come of it by changing a third of it or less.
// It may be like the last part of a candidate alone.
func Near(word string, candidates []string) []string {
	type near struct {
		name     string
		distance int
	}
	var all []near
	word = strings.ToLower(word)
	for _, c := range candidates {
		low := strings.ToLower(c)
		d := min(distance(word, low), distance(word, path.Base(low)))
		if strings.Contains(low, word) && word != "" {
			d = min(d, 1)
		}
		if d <= max(2, len(word)/3) {
			all = append(all, near{c, d})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, n := range all[:min(3, len(all))] {
		if n.distance <= all[0].distance+1 {
			out = append(out, n.name)
		}
	}
	return out
}

// distance is that of Levenshtein, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
