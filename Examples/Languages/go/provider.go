// provider.go - a provider in Go: come in with a name, dig for a moment, leave. Build it with -buildmode=c-shared.
package main

// #include "appcontroller_provider.h"
import "C"
import (
	"runtime/cgo"
	"sync"
	"time"
)

// burrow is what is kept for one controller; the jobs are the questions that wait.
type burrow struct {
	host     *C.ack_host
	greeting string
	mutex    sync.Mutex
	jobs     map[C.uint64_t]*job
}

type job struct{ isDone bool }

func self(instance C.uintptr_t) *burrow { return cgo.Handle(instance).Value().(*burrow) }

//export goCreate
func goCreate(creation *C.ack_creation) C.uintptr_t {
	greeting := valueOf(creation.settings, creation.setting_count, "greeting")
	return C.uintptr_t(cgo.NewHandle(&burrow{host: creation.host, greeting: greeting, jobs: map[C.uint64_t]*job{}}))
}

//export goDestroy
func goDestroy(instance C.uintptr_t) { cgo.Handle(instance).Delete() }

//export goDescribe
func goDescribe(instance C.uintptr_t, context *C.ack_context, out *C.ack_description) C.ack_status {
	if context.target == C.ACK_LOGGED_OUT {
		input := object{"name": "name", "content": "username", "rules": []object{{"rule": "required"}}}
		return give(out, screen("door", "enter",
			object{"kind": "field", "id": "name", "label": "Your name", "input": input},
			button("enter", "Enter", "primary", "name")))
	}
	name := "friend"
	if context.session != nil {
		name = goText(context.session.subject)
	}
	return give(out, screen("burrow", "dig",
		object{"kind": "text", "text": self(instance).greeting + ", " + name + "!"},
		button("dig", "Dig", "primary"),
		button("leave", "Leave", "destructive")))
}

func screen(id, primaryAction string, children ...object) object {
	root := object{"kind": "screen", "id": id + "-screen", "label": "Gopher", "primaryAction": primaryAction}
	root["children"] = children
	return object{"id": id, "lang": "en", "root": root}
}

func button(id, label, style string, sends ...string) object {
	action := object{"name": id}
	if len(sends) > 0 {
		action["sends"] = sends
	}
	return object{"kind": "button", "id": id, "label": label, "style": style, "action": action}
}

//export goPerform
func goPerform(instance C.uintptr_t, context *C.ack_context, action *C.ack_action, reply *C.ack_reply) C.ack_status {
	switch goText(action.name) {
	case "enter":
		return logIn(reply, valueOf(action.values, action.value_count, "name"))
	case "dig":
		if !self(instance).hasDug(context.sequence) {
			return C.ACK_PENDING
		}
		return say(reply, "The burrow is deeper now")
	case "leave":
		return logOut(reply)
	}
	return C.ACK_UNSUPPORTED
}

// hasDug says whether the work of a question is done, and begins it when it is new.
func (b *burrow) hasDug(sequence C.uint64_t) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	known := b.jobs[sequence]
	if known != nil {
		if known.isDone {
			delete(b.jobs, sequence)
		}
		return known.isDone
	}
	begun := &job{}
	b.jobs[sequence] = begun
	go func() {
		time.Sleep(20 * time.Millisecond) // a server would be asked here
		b.mutex.Lock()
		begun.isDone = true
		b.mutex.Unlock()
		wake(b.host, sequence) // harmless when nobody waits any more
	}()
	return false
}

//export goCancel
func goCancel(instance C.uintptr_t, sequence C.uint64_t) {
	b := self(instance)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	delete(b.jobs, sequence)
}

func main() {}
