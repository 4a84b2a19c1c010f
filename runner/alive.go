package runner

import "sync"

// alive are the commands of this program that were started and are not gone.
var alive struct {
	sync.Mutex
	processes map[*process]bool
	killed    bool
}

// Alive reports whether a command was started that is not gone yet.
func Alive() bool {
	alive.Lock()
	defer alive.Unlock()
	return len(alive.processes) > 0
}

// Kill ends all commands at once, those that are started later too. It is for a
// program that is told to end and will not wait: nobody outlives it.
func Kill() {
	alive.Lock()
	defer alive.Unlock()
	alive.killed = true
	for p := range alive.processes {
		p.kill()
	}
}

// enlist makes p known to Kill, until it is struck off.
func (p *process) enlist() {
	alive.Lock()
	defer alive.Unlock()
	if alive.processes == nil {
		alive.processes = map[*process]bool{}
	}
	alive.processes[p] = true
	if alive.killed {
		p.kill()
	}
}

func (p *process) strikeOff() {
	alive.Lock()
	defer alive.Unlock()
	delete(alive.processes, p)
}

// kill ends the process and all that it started.
func (p *process) kill() {
	p.signal(killGroup)
	killMarked(p.cookie)
}
