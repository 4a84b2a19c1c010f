package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// maxLine bounds a line of a log that is shown: 1 MiB.
const maxLine = 1 << 20

// showLog shows the lines of one of the three logs of an events run, each as a
// card.
func (a *app) showLog(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return usage("", "%w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		record, err := strictjson.Parse(lines.Bytes(), strictjson.Limits{Bytes: maxLine})
		if err != nil {
			return usage("each line must be one JSON object", "%s, line %d: %w", path, n, err)
		}
		a.showCard(record)
	}
	if err := lines.Err(); err != nil {
		return usage("a line may have 1 MiB", "%s, line %d: %w", path, n+1, err)
	}
	fmt.Fprintf(a.out, "%d in %s; a type is what the log claims: no source was looked up\n", n, path)
	return nil
}

// showCard shows an event, a quarantined event, or a quarantined output.
func (a *app) showCard(record strictjson.Value) {
	p := paint{coloured(a.out)}
	event, isQuarantined := record.Get("event")
	if !isQuarantined {
		event = record
	}
	fmt.Fprintf(a.out, "%s\n", p.bold(fmt.Sprintf("tick %s, %s", plainOf(event, "tick"), plainOf(event, "agent"))))
	reason, _ := record.Get("reason")
	if _, isOutput := record.Get("raw_output"); isOutput {
		fmt.Fprintf(a.out, "%s\nProvider: %s\nRaw output: %s\n\n", p.red("Quarantined: "+plain.Text(reason.Str(), "")), plainOf(record, "provider"), plainOf(record, "raw_output"))
		return
	}
	if isQuarantined {
		fmt.Fprintf(a.out, "%s\n", p.red("Quarantined: "+plain.Text(reason.Str(), "")))
	}
	for line := range strings.SplitSeq(claimed(a.card(event), isQuarantined), "\n") {
		fmt.Fprintln(a.out, plain.Text(line, ""))
	}
	fmt.Fprintln(a.out)
}

// claimed is a card that does not say more than is known: a type that rests on
// a source is what the log claims, since nobody looked the source up, and that
// of a quarantined event was refused.
func claimed(card string, refused bool) string {
	first, rest, _ := strings.Cut(card, "\n")
	switch {
	case !strings.HasPrefix(first, "Type: "):
		return card
	case refused:
		first = "Claimed type, refused: " + strings.TrimPrefix(first, "Type: ")
	case strings.HasPrefix(rest, "Source: "):
		first += " (claimed)"
	}
	return strings.TrimSuffix(first+"\n"+rest, "\n")
}

// card is the text that events.render gives, or what is wrong with the event.
func (a *app) card(event strictjson.Value) string {
	const operation = "events.render"
	ref := a.reference()
	result, err := ref.Answer(operation, strictjson.Record(strictjson.Member{Name: "event", Value: event}))
	var r *reference.Rejection
	switch {
	case errors.As(err, &r):
		return "No card: " + r.Detail + "\n" + event.String()
	case err != nil:
		return "No card: " + err.Error()
	}
	text, _ := result.Get("text")
	return strings.TrimSuffix(text.Str(), "\n")
}

// plainOf is a member as text that is safe to print.
func plainOf(v strictjson.Value, name string) string {
	m, _ := v.Get(name)
	if m.Kind() == strictjson.String {
		return plain.Text(m.Str(), "")
	}
	return m.String()
}
