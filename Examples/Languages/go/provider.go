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
func goDescribe(instance C.uintptr_t, context *C.ack_context, b *C.ack_builder) C.ack_status {
	builder := builder{b}
	switch context.target {
	case C.ACK_LOGGED_OUT:
		builder.set("id", "door")
		builder.set("lang", "en")
		return builder.node("screen", "door-screen", map[string]string{"label": "Gopher"}, func() {
			builder.set("primaryAction", "enter")
			builder.node("field", "name", map[string]string{"label": "Your name"}, func() {
				builder.open("input", func() {
					builder.set("name", "name")
					builder.set("content", "username")
					builder.list("rules", func() { builder.open("", func() { builder.set("rule", "required") }) })
				})
			})
			button(builder, "enter", "Enter", "primary", "name")
		})
	case C.ACK_LOGGED_IN:
		name := "friend"
		if context.session != nil {
			name = goText(context.session.subject)
		}
		builder.set("id", "burrow")
		builder.set("lang", "en")
		return builder.node("screen", "burrow-screen", map[string]string{"label": "Gopher"}, func() {
			greeting := self(instance).greeting + ", " + name + "!"
			builder.node("text", "", map[string]string{"text": greeting}, nil)
			button(builder, "dig", "Dig", "primary", "")
			button(builder, "leave", "Leave", "destructive", "")
		})
	}
	return C.ACK_UNSUPPORTED
}

func button(b builder, id, label, style, sends string) {
	b.node("button", id, map[string]string{"label": label, "style": style}, func() {
		b.open("action", func() {
			b.set("name", id)
			if sends != "" {
				b.list("sends", func() { b.set("", sends) })
			}
		})
	})
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
