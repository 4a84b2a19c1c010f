package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/vectors"
)

// badSubject is the reference with one fault, named by its first argument.
func badSubject() {
	ref := (&app{profiles: references()}).reference()
	if os.Args[1] == "banner" {
		fmt.Println("ready")
	}
	if os.Args[1] == "deaf" {
		deaf(os.Args[2])
	}
	if os.Args[1] == "blocks" { // what is written into the folder in the end
		if err := os.MkdirAll("out/conformance_report.json", 0o777); err != nil {
			panic(err)
		}
	}
	if os.Args[1] == "misspelt" {
		ref.Profiles = []reference.Profile{{Name: "ids", Operations: map[string]reference.Operation{"ids.clasify_arg": nil}}}
	}
	fault, interrupting := os.Args[1], false
	if fault == "interrupts" { // the first start asks vectors, the second generated cases, the third makes them small
		fault, interrupting = "by-heart", fmt.Sprint(starts()) == os.Args[2]
	}
	in := bufio.NewReader(os.Stdin)
	for asked := 0; ; asked++ {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var out strings.Builder
		if err := ref.Serve(strings.NewReader(line), &out); err != nil {
			panic(err)
		}
		answer := out.String()
		if asked > 0 {
			answer = spoil(fault, line, answer)
		}
		if interrupting && asked == 3 {
			interruptParent()
		}
		fmt.Print(answer)
	}
}

// deaf writes its process id to a file, hears no signal, and says nothing.
func deaf(path string) {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	if err := os.WriteFile(path, fmt.Append(nil, os.Getpid()), 0o666); err != nil {
		panic(err)
	}
	time.Sleep(time.Hour)
}

// starts counts how often the subject was started in this folder.
func starts() int {
	f, err := os.OpenFile("starts", os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Fprintln(f)
	info, err := f.Stat()
	if err != nil {
		panic(err)
	}
	return int(info.Size())
}

func interruptParent() {
	p, err := os.FindProcess(os.Getppid())
	if err == nil {
		err = p.Signal(os.Interrupt)
	}
	if err != nil {
		panic(err)
	}
}

// golden are the params of all vectors of the suite.
var golden = sync.OnceValue(func() map[string]bool {
	s, err := vectors.Embedded()
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for _, v := range s.Vectors {
		out[string(v.Params)] = true
	}
	return out
})

func spoil(fault, request, answer string) string {
	var r struct {
		Method string
		Params json.RawMessage
	}
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		panic(err)
	}
	switch {
	case fault == "by-heart" && (golden()[string(r.Params)] || len(r.Params) > 300): // long ones take long to make small
	case (fault == "believes" || fault == "by-heart" || fault == "blocks") && r.Method == "ids.classify_arg":
		return strings.ReplaceAll(answer, `"UNSUPPORTED"`, `"SUPPORTED"`)
	case fault == "takes-all" && strings.Contains(answer, `"code":1,`):
		before, _, _ := strings.Cut(answer, `"error"`)
		return before + `"result":{}}` + "\n"
	case fault == "crashes" && strings.Contains(request, "INC0010023"):
		fmt.Fprintln(os.Stderr, "fatal: no such incident")
		os.Exit(7)
	case fault == "other-codes":
		return strings.ReplaceAll(answer, `"data":{"code":"`, `"data":{"code":"x_`)
	}
	return answer
}
