package gen

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manWrap are the kinds of manifests.wrap.
var manWrap = []manKind{
	{share{"wrapped", 57}, manWrapped(manScene.wrappable, manScene.payload)},
	{share{"at-limit", 2}, manWrapped(manScene.wrappable, func(s manScene) []byte { return []byte(strings.Repeat("x", 48_700+s.int(400))) })},
	{share{"size", 3}, manScene.wrapSized},
	{share{"empty-payload", 8}, manWrapped(manScene.wrappable, func(manScene) []byte { return nil })},
	{share{"invalid-manifest", 22}, manWrapped(manScene.badDocument, manScene.payload)},
	{share{"params", 8}, manDamaged(manWrapped(manScene.wrappable, manScene.payload))},
}

func manWrapped(document, payload func(manScene) []byte) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		return strictjson.Record(member("document", s.bytes(document(s))), member("payload", s.bytes(payload(s))))
	}
}

func (s manScene) wrappable() []byte {
	if s.in(20) {
		return s.atLimit()
	}
	return s.plain()
}

// payload is a few bytes of any value, all lengths modulo 3 alike.
func (s manScene) payload() []byte {
	if s.in(15) {
		return []byte(strings.Repeat(s.from("0aé", 1), 60+s.int(40)))
	}
	b := []byte{pick(s.draw, []byte{'0', 0, 0xff, 0xfb, 0x80})}
	for range s.int(8) {
		b = append(b, pick(s.draw, []byte{'a', 0, 0xff, 0xbf, 0xfe, '>', '?', '\n'}))
	}
	return b
}

// wrapSized makes a wrapper of exactly 65,536 bytes, or of a few more.
func (s manScene) wrapSized() strictjson.Value {
	v := s.manifest()
	rest := len(manWrapper(v, "")) // and a payload of n bytes has ceil(4n/3) characters
	n := (1<<16 - rest) * 3 / 4
	if s.in(60) {
		n += 1 + s.int(2)
	}
	return strictjson.Record(member("document", s.bytes(v.AppendTo(nil))), member("payload", s.bytes([]byte(strings.Repeat("x", n)))))
}

// manWrapper is the wrapper that names a manifest.
func manWrapper(v strictjson.Value, payload string) string {
	return "-----BEGIN URUSILLA DEBUG-----\nspec: " + manText(v, manSpec) + "\nversion: 0.1.0\nsource-id: " + manSourceID(v) +
		"\ncapsule: sha256:" + manText(v, manCapsule) + "\npayload: " + payload + "\n-----END URUSILLA DEBUG-----"
}

// manUnwrap are the kinds of manifests.unwrap.
var manUnwrap = []manKind{
	{share{"read", 18}, manUnwrapped(func(s manScene, w *manWrapping) {})},
	{share{"lines", 17}, manUnwrapped(manScene.editLines)},
	{share{"around", 14}, manUnwrapped(manScene.editAround)},
	{share{"space", 12}, manUnwrapped(manScene.editSpace)},
	{share{"payload", 12}, manUnwrapped(manScene.editPayload)},
	{share{"values", 14}, manUnwrapped(manScene.editValues)},
	{share{"pinned", 8}, manUnwrapped(manScene.editPinned)},
	{share{"size", 3}, manUnwrapped(manScene.editSize)},
	{share{"params", 2}, manDamaged(manUnwrapped(func(s manScene, w *manWrapping) {}))},
}

// manWrapping is a wrapper and what is pinned.
type manWrapping struct {
	text   string
	pinned *manPinned
}

func manUnwrapped(edit func(manScene, *manWrapping)) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		p := s.pinned()
		w := &manWrapping{manWrapper(p.asked, manEncode(s.payload())), p}
		edit(s, w)
		if s.in(15) {
			w.text += "\n"
		}
		return strictjson.Record(member("text", strictjson.Text(w.text)), member("pinned", p.params(s)))
	}
}

func (w *manWrapping) replace(old, with string) { w.text = strings.Replace(w.text, old, with, 1) }

// editLines has a line missing, repeated, moved or added.
func (s manScene) editLines(w *manWrapping) {
	lines := strings.Split(w.text, "\n")
	at := 1 + s.int(4)
	switch s.int(7) {
	case 0:
		lines = slices.Delete(lines, at, at+1)
	case 1:
		lines = slices.Insert(lines, at, lines[at])
	case 2:
		to := 1 + s.int(4)
		lines[at], lines[to] = lines[to], lines[at]
	case 3:
		lines = slices.Insert(lines, at, pick(s.draw, []string{"user: u-1", "time: 2026-08-31T12:00:00Z", "prompt: x", "telemetry: https://example.org/", "# note"}))
	case 4:
		lines = slices.Insert(lines, pick(s.draw, []int{0, at, 7}), "")
	case 5:
		lines[0], lines[6] = lines[6], lines[0]
	case 6:
		lines = slices.Delete(lines, 0, 1)
	case 7:
		lines = lines[:6]
	}
	w.text = strings.Join(lines, "\n")
}

// editAround has other markers, or something around the wrapper.
func (s manScene) editAround(w *manWrapping) {
	switch s.int(7) {
	case 0:
		w.replace("-----BEGIN", pick(s.draw, []string{"----BEGIN", "------BEGIN", "-----begin", " -----BEGIN"}))
	case 1:
		w.replace("DEBUG-----\n", pick(s.draw, []string{"DEBUG----\n", "DEBUG------\n", "DEBUG----- \n"}))
	case 2:
		w.replace("END URUSILLA", pick(s.draw, []string{"END OTHER", "end URUSILLA", "END URUSILLA X"}))
	case 3:
		w.text = pick(s.draw, []string{"Hello,\n", "\n", " ", "\ufeff", "> "}) + w.text
	case 4:
		w.text += pick(s.draw, []string{"\nBye", "\n\n", " ", "\x00", "\n ", "\r\n"})
	case 5:
		w.text += "\n" + w.text
	case 6:
		w.text = strings.ReplaceAll(w.text, "\n", pick(s.draw, []string{"\r\n", "\r\n", "\r", "\u2028"}))
	case 7:
		w.text = "see below\n" + w.text + "\nthe end"
	}
}

// editSpace has other spaces, or keys in another spelling.
func (s manScene) editSpace(w *manWrapping) {
	key := pick(s.draw, []string{"spec", "version", "source-id", "capsule", "payload"})
	switch s.int(3) {
	case 0:
		w.replace("\n"+key+": ", "\n"+pick(s.draw, []string{key + ":", key + ":  ", key + ":\t", key + " : ", " " + key + ": ", key + "= "}))
	case 1:
		w.replace("\n"+key+": ", "\n"+pick(s.draw, []string{strings.ToUpper(key[:1]) + key[1:], strings.ToUpper(key), strings.ReplaceAll(key, "-", "_") + "s"})+": ")
	case 2:
		at := strings.Index(w.text, "\n"+key+": ") + 1
		end := at + strings.IndexByte(w.text[at:], '\n')
		w.text = w.text[:end] + pick(s.draw, []string{" ", "\t", "\r"}) + w.text[end:]
	case 3:
		w.replace("source-id", pick(s.draw, []string{"source_id", "source id", "sourceId"}))
	}
}

// editPayload has a payload that is no base64url of one spelling, or that is.
func (s manScene) editPayload(w *manWrapping) {
	before, rest, _ := strings.Cut(w.text, "payload: ")
	_, after, _ := strings.Cut(rest, "\n")
	w.text = before + "payload: " + pick(s.draw, []string{
		"", "AA==", "AAA=", "AB", "AAB", "AP", "+-8", "_/8", "A", "AAAAA", "A A", "AA,A", "é", "AAAA\nAAAA", "-_8", "AAAA",
		base64.RawURLEncoding.EncodeToString(s.payload()) + "=", "AA.AA",
	}) + "\n" + after
}

// editValues has a value that is ill-formed, or another manifest's.
func (s manScene) editValues(w *manWrapping) {
	v := w.pinned.asked
	id, capsule, spec := manSourceID(v), manText(v, manCapsule), manText(v, manSpec)
	switch s.int(7) {
	case 0:
		w.replace("capsule: sha256:", pick(s.draw, []string{"capsule: ", "capsule: SHA256:", "capsule: sha512:"}))
	case 1:
		w.replace("sha256:"+capsule, "sha256:"+pick(s.draw, []string{strings.ToUpper(capsule), capsule[:63], s.digest(), s.digest()}))
	case 2:
		w.replace("source-id: "+id, "source-id: "+pick(s.draw, []string{strings.ToUpper(id), id[:31], id + "0", strings.Repeat("0", 32), ""}))
	case 3:
		w.replace("source-id: "+id, "source-id: "+manSHA256([]byte(id))[:32])
	case 4:
		w.replace("spec: "+spec, "spec: "+pick(s.draw, []string{
			spec + "x", strings.Replace(spec, "lang-lab", "o", 1), strings.Replace(spec, "blob", "tree", 1), spec + "?", strings.Replace(spec, "https", "http", 1), "", spec + "/x",
		}))
	case 5:
		w.replace("version: 0.1.0", "version: "+pick(s.draw, []string{"0.1.1", "0.1", "", "v0.1.0", "0.1.0-rc.1", "0.2.0"}))
	default: // values of another manifest that is pinned
		other := s.manifest()
		w.pinned.add(s, other)
		switch s.int(2) {
		case 0:
			w.replace("spec: "+spec, "spec: "+manText(other, manSpec))
		case 1:
			w.replace(capsule, manText(other, manCapsule))
		case 2:
			w.replace(id, manSourceID(other))
		}
	}
}

// editPinned has something else pinned.
func (s manScene) editPinned(w *manWrapping) {
	switch s.int(3) {
	case 0:
		s.pinBad(w.pinned)
	case 1:
		s.pinTwin(w.pinned)
	case 2:
		s.pinCopy(w.pinned)
	case 3:
		w.pinned.documents = nil
	}
}

// editSize has a wrapper of the greatest length, or a little more.
func (s manScene) editSize(w *manWrapping) {
	v := w.pinned.asked
	size := 1<<16 - len(manWrapper(v, ""))
	if size%4 == 1 { // no payload has that length: one character more in the specification
		other := manSet(v, manSpec, strictjson.Text(manText(v, manSpec)+"x"))
		w.pinned.add(s, other)
		v, size = other, size-1
	}
	w.text = manWrapper(v, strings.Repeat("A", size))
	switch s.int(3) {
	case 1:
		w.text += "\n" // one byte too many, which is the line feed
	case 2:
		w.text = manWrapper(v, strings.Repeat("A", size+4))
	case 3:
		w.text = manWrapper(v, strings.Repeat("A", size-4)) + "\n"
	}
}
