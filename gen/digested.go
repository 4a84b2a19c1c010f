package gen

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// digested is v with a text in it changed of which v names the SHA-256, and the
// digest with it.
func digested(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		whole := v.String()
		for _, text := range texts(v) {
			for _, content := range []func(string) ([]byte, error){itself, base64.StdEncoding.DecodeString} {
				old, ok := digest(text, content)
				if !ok || !strings.Contains(whole, old) {
					continue
				}
				for c := range everywhere(strictjson.Text(text), anyEdit) {
					if !yield(func() strictjson.Value { return redigested(v, text, old, c(), content) }) {
						return
					}
				}
			}
		}
	}
}

// redigested is v with a text, whose digest is old, replaced by another; v itself
// when the other has no content.
func redigested(v strictjson.Value, text, old string, by strictjson.Value, content func(string) ([]byte, error)) strictjson.Value {
	current, ok := digest(by.Str(), content)
	if by.Kind() != strictjson.String || !ok {
		return v
	}
	return rewrite(v, func(s string) (string, bool) {
		if s == text {
			return by.Str(), true
		}
		return strings.ReplaceAll(s, old, current), len(inText(s)) == 0
	})
}

func itself(s string) ([]byte, error) { return []byte(s), nil }

// digest is the SHA-256, in lowercase hex, of the content of a text, if it has any.
func digest(text string, content func(string) ([]byte, error)) (hexadecimal string, ok bool) {
	b, err := content(text)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err == nil
}

// texts are the texts in v, each once, those that are JSON as well as those in
// them.
func texts(v strictjson.Value) []string {
	var out []string
	rewrite(v, func(s string) (string, bool) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
		return "", false
	})
	return out
}

// anyEdit is all that is tried of a value alone.
func anyEdit(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		for _, edit := range []func(strictjson.Value) candidates{withoutParts, shorter, plainer} {
			for c := range edit(v) {
				if !yield(c) {
					return
				}
			}
		}
	}
}
