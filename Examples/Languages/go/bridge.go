// bridge.go - what Go cannot do itself: call through a pointer to a function.
package main

/*
#include "appcontroller_provider.h"
#include <string.h>

static ack_str text(_GoString_ s) { return (ack_str){_GoStringPtr(s), _GoStringLen(s)}; }

static void begin(const ack_builder *b, _GoString_ kind, _GoString_ id) { b->begin(b, text(kind), text(id)); }
static ack_status end(const ack_builder *b) { return b->end(b); }
static void open_map(const ack_builder *b, _GoString_ key) { b->open_map(b, text(key)); }
static void open_list(const ack_builder *b, _GoString_ key) { b->open_list(b, text(key)); }
static void close_value(const ack_builder *b) { b->close(b); }
static void set(const ack_builder *b, _GoString_ key, _GoString_ value) { b->set_str(b, text(key), text(value)); }

static ack_status login(const ack_reply *r, _GoString_ subject) {
  const ack_session session = {.struct_size = sizeof session, .subject = text(subject)};
  return r->login(r, &session);
}
static ack_status logout(const ack_reply *r) { return r->logout(r); }
static ack_status say(const ack_reply *r, _GoString_ words) { return r->message(r, ACK_LEVEL_SUCCESS, text(words)); }
static void wake(const ack_host *host, uint64_t sequence) { host->wake(host, sequence); }

static ack_str value_of(const ack_pair *pairs, uint64_t count, _GoString_ name) {
  for (uint64_t i = 0; i < count; i++) {
    if (pairs[i].name.len == _GoStringLen(name) && memcmp(pairs[i].name.ptr, _GoStringPtr(name), _GoStringLen(name)) == 0)
      return pairs[i].value;
  }
  return (ack_str){"", 0};
}
*/
import "C"
import "unsafe"

// builder writes a description; after its first failure it does nothing, and the last end says which it was.
type builder struct{ b *C.ack_builder }

func (b builder) node(kind, id string, properties map[string]string, inside func()) C.ack_status {
	C.begin(b.b, kind, id)
	for _, key := range []string{"label", "style", "text"} {
		if value, ok := properties[key]; ok {
			C.set(b.b, key, value)
		}
	}
	if inside != nil {
		inside()
	}
	return C.end(b.b)
}

func (b builder) set(key, value string) { C.set(b.b, key, value) }

func (b builder) open(key string, inside func()) {
	C.open_map(b.b, key)
	inside()
	C.close_value(b.b)
}

func (b builder) list(key string, inside func()) {
	C.open_list(b.b, key)
	inside()
	C.close_value(b.b)
}

func goText(s C.ack_str) string {
	if s.len == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(s.ptr)), int(s.len)))
}

func valueOf(pairs *C.ack_pair, count C.uint64_t, name string) string {
	return goText(C.value_of(pairs, count, name))
}

func logIn(reply *C.ack_reply, subject string) C.ack_status { return C.login(reply, subject) }
func logOut(reply *C.ack_reply) C.ack_status                { return C.logout(reply) }
func say(reply *C.ack_reply, words string) C.ack_status     { return C.say(reply, words) }
func wake(host *C.ack_host, sequence C.uint64_t)            { C.wake(host, sequence) }
