// Generate writes the tables of CONFORMANCE.md. Run it by `go generate ./...`.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/conform-suite/conform/internal/conformance"
	"github.com/conform-suite/conform/vectors"
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal("generate: ", err)
	}
}

func run() error {
	s, err := vectors.Embedded()
	if err != nil {
		return err
	}
	page, err := os.ReadFile(conformance.Page)
	if err != nil {
		return err
	}
	page, err = conformance.Update(page, s)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(conformance.Page), ".CONFORMANCE.md.new")
	if err := os.WriteFile(temp, page, 0o644); err != nil {
		return err
	}
	return os.Rename(temp, conformance.Page)
}
