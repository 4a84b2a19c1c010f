package events

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/conform-suite/conform/internal/strictjson"
)

// writeLogs writes each log to its own file NAME.jsonl in dir, one JSON object
// a line, LF after each; a log without records is an empty file. The folder
// must exist. No file may be there before, nor a link of its name: neither is
// followed or overwritten. Either all files are written or, after an error,
// none of them is left.
func writeLogs(dir string, logs []log) error {
	for i, l := range logs {
		if err := writeLog(path(dir, l), l.records); err != nil {
			for _, done := range logs[:i] {
				err = errors.Join(err, os.Remove(path(dir, done)))
			}
			return err
		}
	}
	return nil
}

func path(dir string, l log) string { return filepath.Join(dir, l.name+".jsonl") }

// writeLog makes a new file, and leaves none when it cannot be written whole.
func writeLog(name string, records []strictjson.Value) error {
	var lines []byte
	for _, r := range records {
		lines = append(r.AppendTo(lines), '\n')
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(lines)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
