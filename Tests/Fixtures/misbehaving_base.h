/* misbehaving_base.h - what every misbehaving provider does well: the modes' names, and short ways to describe. */
#ifndef MISBEHAVING_BASE_H
#define MISBEHAVING_BASE_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The document, and its root screen left open after its label. */
static inline void begin_screen(const ack_builder *b, ack_str document_id, ack_str label) {
  b->set_str(b, S("id"), document_id);
  b->set_str(b, S("lang"), S("en"));
  b->begin(b, S("screen"), S("home"));
  b->set_str(b, S("label"), label);
}

/* A button left open after its action. */
static inline void begin_button(const ack_builder *b, ack_str id) {
  b->begin(b, S("button"), id);
  b->set_str(b, S("label"), S("Go"));
  b->open_map(b, S("action"));
  b->set_str(b, S("name"), S("go"));
  b->close(b);
}

static inline void add_text(const ack_builder *b, ack_str text) {
  b->begin(b, S("text"), S(""));
  b->set_str(b, S("text"), text);
  b->end(b);
}

/* Adds the one button that a test presses, and ends the screen. */
static inline ack_status end_screen(const ack_builder *b) {
  begin_button(b, S("go"));
  b->end(b);
  return b->end(b);
}

static inline ack_status describe_screen(const ack_builder *b, ack_str document_id, ack_str label) {
  begin_screen(b, document_id, label);
  return end_screen(b);
}

static inline ack_session session_of(ack_str subject) {
  return (ack_session){.struct_size = sizeof(ack_session), .subject = subject, .display_name = S("Tester")};
}

#endif /* MISBEHAVING_BASE_H */
