package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// badSubject is the reference with one fault, named by its first argument.
func badSubject() {
	ref := (&app{profiles: references()}).reference()
	if os.Args[1] == "banner" {
		fmt.Println("ready")
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
			answer = spoil(os.Args[1], line, answer)
		}
		fmt.Print(answer)
	}
}

func spoil(fault, request, answer string) string {
	var r struct{ Method string }
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		panic(err)
	}
	switch {
	case fault == "believes" && r.Method == "ids.classify_arg":
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
