package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// folder is an empty folder that is lent to the subject for one case, and is
// removed with all that is in it when the case is over.
type folder struct {
	path string
	made fs.FileInfo // what is at path before the subject has it
}

// lend makes a folder for v and gives the params that name it. There is none, and
// the params are v's, when v has no files or s cannot see them. An error is no
// fault of the subject.
func lend(s Subject, v *vectors.Vector) (*folder, json.RawMessage, error) {
	if d, ok := s.(DiskSharer); v.Files == nil || !ok || !d.SharesDisk() {
		return nil, v.Params, nil
	}
	f, err := newFolder()
	if err != nil {
		return nil, nil, fmt.Errorf("no folder can be made for the files of %s: %w", v.ID, err)
	}
	params, err := strictjson.Parse(v.Params, strictjson.Limits{Bytes: len(v.Params), Depth: strictjson.MaxDepth})
	if err != nil { // params are strict JSON from wherever they come
		panic("vector " + v.ID + ": " + err.Error())
	}
	members := slices.Clone(params.Members())
	members = slices.DeleteFunc(members, func(m strictjson.Member) bool { return m.Name == v.Files.Param })
	members = append(members, strictjson.Member{Name: v.Files.Param, Value: strictjson.Text(f.path)})
	return f, strictjson.Record(members...).AppendTo(nil), nil
}

func newFolder() (*folder, error) {
	path, err := os.MkdirTemp("", "conform-")
	if err != nil {
		return nil, err
	}
	f := &folder{path: path}
	if f.path, err = filepath.Abs(path); err == nil {
		f.made, err = os.Lstat(f.path)
	}
	if err != nil {
		os.RemoveAll(path)
	}
	return f, err
}

// remove removes the folder, also when the subject has taken away its rights.
func (f *folder) remove() {
	if f == nil || os.RemoveAll(f.path) == nil {
		return
	}
	filepath.WalkDir(f.path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	os.RemoveAll(f.path)
}

// maxFileBytes bounds a file that a subject wrote: 16 MiB.
const maxFileBytes = 16 << 20

// check compares the files in the folder with what v expects, and says what is
// wrong, "" for nothing, and where they differ.
func (f *folder) check(v *vectors.Vector) (why, diff string) {
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return fmt.Sprintf("the folder that the subject was given cannot be read: %v", bare(err)), ""
	}
	defer root.Close()
	if now, err := root.Stat("."); err != nil || !os.SameFile(now, f.made) {
		return "another folder stands in place of the one that the subject was given", ""
	}
	if extra := f.extra(root, v); extra != "" {
		return fmt.Sprintf("the folder holds %s, which is none of the files that belong there", excerpt([]byte(extra))), ""
	}
	for _, name := range slices.Sorted(maps.Keys(v.Files.Lines)) {
		got, err := readLines(root, name)
		if err != nil {
			return fmt.Sprintf("%s: %v", name, err), ""
		}
		if d := compareLines(v, v.Files.Lines[name], got); len(d) > 0 {
			return name + " does not hold the expected lines (element 0 is the first line)", list(d)
		}
	}
	return "", ""
}

// extra is the name of something in the folder that was not asked for.
func (f *folder) extra(root *os.Root, v *vectors.Vector) string {
	dir, err := root.Open(".")
	if err != nil {
		return ""
	}
	defer dir.Close()
	for {
		names, err := dir.Readdirnames(100)
		slices.Sort(names)
		for _, n := range names {
			if _, ok := v.Files.Lines[n]; !ok {
				return n
			}
		}
		if err != nil {
			return ""
		}
	}
}

// readLines reads a file of JSON objects, one a line, each line ended by a
// line feed, with at most maxValues values in all.
func readLines(root *os.Root, name string) ([]strictjson.Value, error) {
	data, err := readRegular(root, name)
	if err != nil {
		return nil, err
	}
	var out []strictjson.Value
	values := 0
	for n := 1; len(data) > 0; n++ {
		line, rest, ended := bytes.Cut(data, lineFeed)
		if !ended {
			return nil, fmt.Errorf("line %d is not ended by a line feed: %s", n, excerpt(line))
		}
		if values += countValues(line); values > maxValues {
			return nil, fmt.Errorf("the file holds more than %d JSON values", maxValues)
		}
		v, err := parseMessage(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w: %s", n, err, excerpt(line))
		}
		if v.Kind() != strictjson.Object {
			return nil, fmt.Errorf("line %d is not a JSON object: %s", n, excerpt(line))
		}
		out, data = append(out, v), rest
	}
	return out, nil
}

// readRegular reads a file that is no link, pipe or device, which might lead
// elsewhere or never end.
func readRegular(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the file is missing")
	}
	if err != nil {
		return nil, bare(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file (%s)", info.Mode())
	}
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, bare(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err != nil {
		return nil, bare(err)
	}
	if len(data) > maxFileBytes {
		return nil, fmt.Errorf("the file is longer than %d bytes", maxFileBytes)
	}
	return data, nil
}

// bare is the cause of an error about a path, without the path, which differs
// from run to run.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// compareLines compares the lines of a file with the array at pointer in the
// expected result, as if the subject had answered with them there.
func compareLines(v *vectors.Vector, pointer string, lines []strictjson.Value) []difference {
	return compareResult(v, replaced(*v.Expect.Result, pointer, strictjson.List(lines...))).must
}
