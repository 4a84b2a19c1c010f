package vectors

// Outcome is what came of asking a subject one vector.
type Outcome string

// The closed list of outcomes.
const (
	Pass        Outcome = "pass"        // the right answer
	Fail        Outcome = "fail"        // an answer, but not the right one
	Error       Outcome = "error"       // a broken answer: bad JSON, a wrong id, another error code, too long
	Crash       Outcome = "crash"       // the subject ended without answering
	Timeout     Outcome = "timeout"     // no answer in time
	Unsupported Outcome = "unsupported" // the subject does not claim the operation
	Skipped     Outcome = "skipped"     // not asked: filtered out, or the run was cut short
)

// Outcomes lists all outcomes, in the order in which they are reported.
func Outcomes() []Outcome {
	return []Outcome{Pass, Fail, Error, Crash, Timeout, Unsupported, Skipped}
}

// Failed reports whether o shows that the subject got a vector wrong.
func (o Outcome) Failed() bool {
	return o == Fail || o == Error || o == Crash || o == Timeout
}

// Verdict is what the outcomes say of a module or profile.
type Verdict string

// The closed list of verdicts.
const (
	Conformant    Verdict = "conformant"     // every MUST vector was run and passed
	NonConformant Verdict = "non-conformant" // a MUST vector failed, or a required operation is missing
	Incomplete    Verdict = "incomplete"     // nothing failed, but not everything was run
	NotClaimed    Verdict = "not-claimed"    // the subject names none of its operations
)
