package gen

import (
	"math/bits"
	"strings"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
)

// draw draws choices that shrink towards the first and the smallest.
type draw struct{ t *rapid.T }

// share is a kind of case and how many of 100 cases are of it.
type share struct {
	kind    string
	percent int
}

// of draws a kind by its share.
func (d draw) of(shares []share) string {
	n := d.int(99)
	for _, s := range shares {
		if n < s.percent {
			return s.kind
		}
		n -= s.percent
	}
	panic("the shares do not add up to 100")
}

// coin is the one generator of rapid that has no bias: its integers are small
// more often than not, which would make most cases of the first kinds.
var coin = rapid.Bool()

// int is from 0 to most, each all but equally often.
func (d draw) int(most int) int {
	width := bits.Len(uint(most)) + 3
	n := 0
	for range width {
		n <<= 1
		if coin.Draw(d.t, "") {
			n |= 1
		}
	}
	return n * (most + 1) >> width
}

// in reports true in that many of 100 cases, and shrinks towards false.
func (d draw) in(percent int) bool { return d.int(99) >= 100-percent }

// pick is an element of list, which must not be empty.
func pick[T any](d draw, list []T) T { return list[d.int(len(list)-1)] }

// from is n characters of the alphabet.
func (d draw) from(alphabet string, n int) string {
	letters := []rune(alphabet)
	var b strings.Builder
	for range n {
		b.WriteRune(letters[d.int(len(letters)-1)])
	}
	return b.String()
}

// damaged is v, an object or array that is not empty, with one thing somewhere
// in it taken out or replaced by one of others.
func (d draw) damaged(v strictjson.Value, others []strictjson.Value) strictjson.Value {
	other := func(v strictjson.Value) strictjson.Value {
		if v.Len() > 0 && d.in(85) {
			return d.damaged(v, others)
		}
		return pick(d, others)
	}
	at := d.int(v.Len() - 1)
	if v.Kind() == strictjson.Array {
		elems := v.Items()
		elems[at] = other(elems[at])
		return strictjson.List(elems...)
	}
	var members []strictjson.Member
	for i, m := range v.Members() {
		if i == at {
			if d.in(25) {
				continue
			}
			m.Value = other(m.Value)
		}
		members = append(members, m)
	}
	return strictjson.Record(members...)
}

func member(name string, v strictjson.Value) strictjson.Member {
	return strictjson.Member{Name: name, Value: v}
}

// number is the JSON number of that spelling, which must be one.
func number(literal string) strictjson.Value {
	v, err := strictjson.Parse([]byte(literal), strictjson.Limits{})
	if err != nil {
		panic(err)
	}
	return v
}
