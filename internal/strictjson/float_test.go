package strictjson_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

func zeros(n int) string { return strings.Repeat("0", n) }

// The expected values are arithmetic.
func TestFloat(t *testing.T) {
	for _, test := range []struct {
		literal string
		want    float64
	}{
		{"-0", 0},
		{"1e400", math.Inf(1)},
		{"1" + zeros(800) + "e-800", 1},
		{"-225" + zeros(1000) + "e-1002", -2.25},
		{"5" + zeros(1000) + "e-1324", 5e-324},
		{"1" + zeros(1000) + "e-600", math.Inf(1)},
		{"-1" + zeros(800) + "e-491", math.Inf(-1)},
		{"1" + zeros(800) + "e-492", 1e308},
		{"0." + zeros(99_999) + "1e100000", 1},
		{"0." + zeros(99_999) + "1e+00000100000", 1},
		{"1" + zeros(900) + "." + zeros(900) + "E-900", 1},
		{"0." + zeros(900) + "e5", 0},
		{"-" + zeros(0) + "0." + zeros(900), 0},
		{"1e" + zeros(900), 1},
		{"1" + zeros(900) + "e-99999999999999999999", 0},
		{"0." + zeros(900) + "1e99999999999999999999", math.Inf(1)},
		// Half-way between two doubles, and what one digit far behind adds.
		{"9007199254740993" + zeros(900) + "e-900", 9007199254740992},
		{"9007199254740993" + zeros(900) + "1e-901", 9007199254740994},
		{"9007199254740993." + zeros(2000) + "1", 9007199254740994},
	} {
		got, err := strictjson.Float(test.literal)
		if got != test.want || math.IsInf(got, 0) != (err != nil) {
			t.Errorf("%.20s… (%d bytes): got %v, %v, want %v", test.literal, len(test.literal), got, err, test.want)
		}
		if short := strictjson.ShortNumber(test.literal); len(short) > 830 {
			t.Errorf("%.20s… is %d bytes long when short", test.literal, len(short))
		}
	}
}

// Against exact arithmetic.
func TestFloatIsNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0000123456789"[r.IntN(13)]
		}
		return string(b)
	}
	for range 2000 {
		whole, fraction := r.IntN(1200), r.IntN(1200)
		literal := strings.TrimLeft(digits(whole), "0")
		if literal == "" {
			literal = "0"
		}
		if fraction > 0 {
			literal += "." + digits(fraction)
		}
		literal += "e" + strconv.Itoa(r.IntN(1600)-800-len(literal)/2)
		exact, ok := new(big.Rat).SetString(literal)
		if !ok {
			t.Fatal(literal)
		}
		want, _ := exact.Float64()
		if got, _ := strictjson.Float(literal); got != want {
			t.Fatalf("%s: got %v, want %v", literal, got, want)
		}
	}
}
