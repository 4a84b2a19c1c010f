package faults

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evFolder changes the folder in which a run has written its logs.
func evFolder(change func(dir string, result strictjson.Value) error) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			result, err := right(params)
			if dir := get(params, "data_dir").Str(); dir != "" && err == nil {
				err = change(dir, result)
			}
			return result, err
		}
	}
}

// evFiles changes each file that a run has written; nil removes it.
func evFiles(change func(data []byte) []byte) wrap {
	return evFolder(func(dir string, _ strictjson.Value) error {
		names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if changed := change(data); changed != nil {
				err = os.WriteFile(name, changed, 0o600)
			} else {
				err = os.Remove(name)
			}
			if err != nil {
				return err
			}
		}
		return err
	})
}

// eventsFiles: EVT-040.
func eventsFiles() []Fault {
	return []Fault{
		evRun("no-file-for-an-empty-log", "EVT-040", "Writes a file once there is something to put in it.",
			evFiles(func(data []byte) []byte {
				if len(data) == 0 {
					return nil
				}
				return data
			})),
		evRun("last-line-without-line-feed", "EVT-040", "Puts line feeds between the lines of a file, and none at its end.",
			evFiles(func(data []byte) []byte { return append([]byte{}, bytes.TrimSuffix(data, []byte("\n"))...) })),
		evRun("file-is-one-array", "EVT-040", "Writes a log as one array.",
			evFolder(func(dir string, result strictjson.Value) error {
				return os.WriteFile(filepath.Join(dir, "events.jsonl"), append(get(result, "events").AppendTo(nil), '\n'), 0o600)
			})),
		evRun("files-indented", "EVT-040", "Writes a record over several lines.",
			evFiles(func(data []byte) []byte {
				out := []byte{}
				for line := range bytes.Lines(data) {
					var b bytes.Buffer
					if json.Indent(&b, line, "", "  ") != nil {
						return data
					}
					out = append(out, b.Bytes()...)
				}
				return out
			})),
		evRun("only-quarantines-are-written", "EVT-040", "Writes the quarantine files of the seed, and no events.",
			evFolder(func(dir string, _ strictjson.Value) error { return os.Remove(filepath.Join(dir, "events.jsonl")) })),
		evRun("refused-events-in-the-file", "EVT-040", "Writes every event to its file before it checks it.",
			evFolder(func(dir string, result strictjson.Value) error {
				name := filepath.Join(dir, "events.jsonl")
				data, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				for _, q := range get(result, "quarantine_events").Elements() {
					data = append(get(q, "event").AppendTo(data), '\n')
				}
				return os.WriteFile(name, data, 0o600)
			})),
		evRun("other-file-left", "EVT-040", "Leaves a file of its own in the folder.",
			evFolder(func(dir string, _ strictjson.Value) error {
				return os.WriteFile(filepath.Join(dir, "run.lock"), nil, 0o600)
			})),
		evRun("files-in-ascii", "EVT-040", "Loses what is not ASCII when it writes.",
			evFiles(func(data []byte) []byte {
				return bytes.Map(func(c rune) rune {
					if c > '~' {
						return '?'
					}
					return c
				}, append([]byte{}, data...))
			})),
	}
}
