// bridge.go - what Go cannot do itself: call through a pointer to a function.
package main

/*
#include "../json.h"
#include "appcontroller_builder.h"

static ack_str text(_GoString_ s) { return (ack_str){_GoStringPtr(s), _GoStringLen(s)}; }

static ack_status give(const ack_description *out, _GoString_ json) { return give_json(out, text(json)); }

static ack_status login(const ack_reply *r, _GoString_ subject) {
  const ack_session session = {.struct_size = sizeof session, .subject = text(subject)};
  return ack_login(r, &session);
}
static ack_status logout(const ack_reply *r) { return ack_logout(r); }
static ack_status say(const ack_reply *r, _GoString_ words) {
  const ack_effect effect = {.struct_size = sizeof effect, .severity = ACK_LEVEL_SUCCESS,
                             .kind = ack_text(ACK_EFFECT_MESSAGE), .text = text(words)};
  return r->add(r, &effect);
}
static void wake(const ack_host *host, uint64_t sequence) { host->wake(host, sequence); }

static ack_str value_of(const ack_pair *pairs, uint64_t count, _GoString_ name) {
  for (uint64_t i = 0; i < count; i++) {
    if (ack_is(pairs[i].name, text(name))) return pairs[i].value;
  }
  return ack_text(NULL);
}
*/
import "C"
import (
	"encoding/json"
	"unsafe"
)

// object is a node, or a map among its properties.
type object map[string]any

// give describes with the JSON of an object; what is wrong with it the host says, with its line and column.
func give(out *C.ack_description, description object) C.ack_status {
	text, err := json.Marshal(description)
	if err != nil {
		return C.ACK_FAILED
	}
	return C.give(out, string(text))
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
