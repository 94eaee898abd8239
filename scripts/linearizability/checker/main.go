// Checks histories of single documents for linearizability: is there one order of the operations, each at a moment between
// its call and its return, in which every answer is right? Reads JSON lines, one an operation; writes JSON lines, one a document.
//
//	checker history.jsonl
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const timeLimit = 10 * time.Second

// notKnown stands for the sequence number of a write that was not answered and that no get has shown.
const notKnown = -1

var words = map[porcupine.CheckResult]string{
	porcupine.Ok: "linearizable", porcupine.Illegal: "not linearizable", porcupine.Unknown: "timed out",
}

// operation is one request with its answer. Value is what a write sets or a get shows, never 0, and no two writes set the
// same; status 0 means that no answer came: the operation took effect at any time after its call, or never.
type operation struct {
	Document string `json:"document"`
	Client   int    `json:"client"`
	Kind     string `json:"kind"`
	Value    int64  `json:"value"`
	IfSeqNo  int64  `json:"ifSeqNo"`
	IfTerm   int64  `json:"ifTerm"`
	Status   int    `json:"status"`
	SeqNo    int64  `json:"seqNo"`
	Term     int64  `json:"term"`
	Call     int64  `json:"call"`
	Return   int64  `json:"return"`
}

// register is the state of a document. Its value is 0 when it is absent; latest is the highest sequence number known so far.
type register struct{ value, seqNo, term, latest int64 }

func step(state, input, _ any) (bool, any) {
	now, op := state.(register), input.(operation)
	if op.Kind == "get" {
		if op.Status == 404 {
			return now.value == 0, now
		}
		return now.value == op.Value && now.seqNo == op.SeqNo && now.term == op.Term, now
	}
	allowed := isAllowed(now, op)
	if op.Status == 409 || (op.Status == 0 && !allowed) {
		return !allowed, now
	}
	answered := op.Status == 0 || op.Status == statusOf(now, op.Kind)
	inOrder := op.SeqNo == notKnown || op.SeqNo > now.latest
	next := register{op.Value, op.SeqNo, op.Term, max(now.latest, op.SeqNo)}
	if op.Kind == "delete" {
		next.value = 0
	}
	return allowed && answered && inOrder, next
}

func isAllowed(now register, op operation) bool {
	switch op.Kind {
	case "create":
		return now.value == 0
	case "conditional":
		return now.value != 0 && now.seqNo == op.IfSeqNo && now.term == op.IfTerm
	default:
		return true
	}
}

// statusOf tells how a write that takes effect is answered.
func statusOf(now register, kind string) int {
	switch {
	case kind == "delete" && now.value == 0:
		return 404
	case kind != "delete" && now.value == 0:
		return 201
	default:
		return 200
	}
}

// check completes the writes that were not answered by what gets have shown of them, and looks for an order.
func check(history []operation) porcupine.CheckResult {
	shown := map[int64]operation{}
	for _, op := range history {
		if op.Kind == "get" && op.Status == 200 {
			shown[op.Value] = op
		}
	}
	operations := make([]porcupine.Operation, len(history))
	for place, op := range history {
		if op.Status == 0 {
			op.Return, op.SeqNo, op.Term = math.MaxInt64, notKnown, 0
			if get, found := shown[op.Value]; found {
				op.SeqNo, op.Term = get.SeqNo, get.Term
			}
		}
		operations[place] = porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Call, Return: op.Return}
	}
	model := porcupine.Model{Init: func() any { return register{latest: notKnown} }, Step: step}
	return porcupine.CheckOperationsTimeout(model, operations, timeLimit)
}

func run(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	histories := map[string][]operation{}
	for decoder := json.NewDecoder(file); ; {
		var op operation
		if err := decoder.Decode(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		histories[op.Document] = append(histories[op.Document], op)
	}
	documents := make([]string, 0, len(histories))
	for document := range histories {
		documents = append(documents, document)
	}
	sort.Strings(documents)
	for _, document := range documents {
		fmt.Printf("{\"document\":%q,\"result\":%q}\n", document, words[check(histories[document])])
	}
	return nil
}

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
