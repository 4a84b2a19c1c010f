package gen

import "strings"

// manURL is an immutable URL by its parts.
type manURL struct {
	head                            string // "" is https://github.com/
	owner, repo, kind, commit, path string
}

func (u manURL) String() string {
	if u.head == "" {
		u.head = "https://github.com/"
	}
	return u.head + u.owner + "/" + u.repo + "/" + u.kind + "/" + u.commit + u.path
}

var (
	manOwners  = []string{"agent-works", "o", "lang-lab", "A9"}
	manRepos   = []string{"tongue-bridge", "r", "a.b_c", ".x"}
	manCommits = []string{
		"6a300937c52586515c229b15db36bc393ea2af79", "49c6285feeba4c61c47f0e12fdc919d73e1ea5f7", "0123456789abcdef0123456789abcdef01234567",
		"00e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819203",
	}
)

// url is a right URL for one of the three members that hold one.
func (s manScene) url() (name string, u manURL) {
	u = manURL{owner: "lang-lab", repo: "tongue", kind: "blob", commit: pick(s.draw, manCommits), path: "/spec.md"}
	name = pick(s.draw, []string{manSpec, manOrigin, manReport})
	if name == manOrigin {
		u.kind = "tree"
	}
	return name, u
}

func (s manScene) urlHead() []byte {
	name, u := s.url()
	u.head = pick(s.draw, []string{
		"http://github.com/", "https://GitHub.com/", "HTTPS://github.com/", "https://www.github.com/", "https://github.com.example.org/", "https://notgithub.com/",
		"https://githubxcom/", "https://github.com:443/", "https://u@github.com/", "https://gitlab.com/", " https://github.com/", "https://x\nhttps://github.com/", "//github.com/", "https://gıthub.com/",
	})
	return s.with(name, u.String())
}

func (s manScene) urlOwner() []byte {
	name, u := s.url()
	if s.in(60) {
		u.owner = pick(s.draw, []string{strings.Repeat("a", 40), "-a", "a-", "a_b", "a.b", "", "-", "a b", "ä", "..", strings.Repeat("a", 38) + "--"})
	} else {
		u.repo = pick(s.draw, []string{"..", ".", "", "a b", "a~b", "a%20b", "ü"})
	}
	return s.with(name, u.String())
}

func (s manScene) urlCommit() []byte {
	name, u := s.url()
	if s.in(35) {
		u.kind = pick(s.draw, []string{"raw", "raw", "Blob", "commit", "blame", "", "blobs", "TREE"})
		if name != manOrigin && s.in(40) {
			u.kind = "tree"
		}
	} else {
		u.commit = pick(s.draw, []string{
			"main", "v0.1.0", u.commit[:39], u.commit[:7], u.commit + "0", strings.ToUpper(u.commit), u.commit + u.commit[:24], "", "g" + u.commit[1:], u.commit[:39] + "\n", "refs", u.commit + "-x",
		})
		if name == manOrigin && s.in(30) {
			u.path = ""
		}
	}
	return s.with(name, u.String())
}

func (s manScene) urlPath() []byte {
	name, u := s.url()
	switch s.int(11) {
	case 0, 1, 2:
		u.path += pick(s.draw, []string{"?raw=1", "#L1", "\n", " ", "?", "#", "\nx", "\x00"})
	case 3, 10, 11:
		u.path = ""
		if name == manOrigin && s.in(70) {
			u.path = "/"
		} else {
			u.kind = "blob"
		}
	case 4:
		u.path += pick(s.draw, []string{"/", "//x"})
	case 5:
		u.path = pick(s.draw, []string{"/a/../b", "/../b", "/a/..", "/.."})
	case 6:
		u.path = pick(s.draw, []string{"/a/./b", "/./b", "/a/.", "/."})
	case 7:
		u.path = pick(s.draw, []string{"/a b", "/a+b", "/a~b", "/a:b", "/a@b", `/a\b`})
	case 8:
		u.path = pick(s.draw, []string{"/a%20b", "/%2e%2e", "/a%2fb", "/é", "/аb", "/a。b", "/K"})
	case 9:
		u.path += strings.Repeat("p", 2_049-len(u.String()))
	}
	return s.with(name, u.String())
}
