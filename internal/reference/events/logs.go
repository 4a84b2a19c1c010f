package events

import (
	"errors"
	"os"
)

// writeLogs writes each log to its own file NAME.jsonl in dir, one JSON object
// a line, LF after each; a log without records is an empty file. The folder
// must exist. No file may be there before, nor a link of its name: neither is
// followed or overwritten. Either all files are written or, after an error,
// none of them is left.
func writeLogs(dir string, logs []log) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for i, l := range logs {
		if err := writeLog(root, l); err != nil {
			for _, done := range logs[:i] {
				err = errors.Join(err, root.Remove(done.file()))
			}
			return err
		}
	}
	return nil
}

func (l log) file() string { return l.name + ".jsonl" }

// writeLog makes a new file, and leaves none when it cannot be written whole.
func writeLog(root *os.Root, l log) error {
	f, err := root.OpenFile(l.file(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	var lines []byte
	for _, r := range l.records {
		lines = append(r.AppendTo(lines), '\n')
	}
	_, err = f.Write(lines)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, root.Remove(l.file()))
	}
	return nil
}
