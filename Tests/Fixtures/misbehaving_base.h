/* misbehaving_base.h - what every misbehaving provider does well: the modes' names, and short ways to describe. */
#ifndef MISBEHAVING_BASE_H
#define MISBEHAVING_BASE_H

#include "appcontroller_builder.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The document, and its root screen left open after its label. */
static inline void begin_screen(ack_builder *b, ack_str document_id, ack_str label) {
  ack_set_str(b, ACK_NAME_ID, document_id);
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, ACK_KIND_SCREEN, "home");
  ack_set_str(b, ACK_NAME_LABEL, label);
}

/* A button left open after its action. */
static inline void begin_button(ack_builder *b, ack_str id) {
  ack_begin_str(b, ACK_KIND_BUTTON, id);
  ack_set_text(b, ACK_NAME_LABEL, "Go");
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, "go");
  ack_close(b);
}

/* A button whose id is its action's name. */
static inline void add_action(ack_builder *b, const char *name, const char *label) {
  ack_begin(b, ACK_KIND_BUTTON, name);
  ack_set_text(b, ACK_NAME_LABEL, label);
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, name);
  ack_close(b);
  ack_end(b);
}

static inline void add_text(ack_builder *b, ack_str text) {
  ack_begin(b, ACK_KIND_TEXT, NULL);
  ack_set_str(b, ACK_NAME_TEXT, text);
  ack_end(b);
}

/* Adds the one button that a test presses, and ends the screen. */
static inline void end_screen(ack_builder *b) {
  begin_button(b, S("go"));
  ack_end(b);
  ack_end(b);
}

static inline void describe_screen(ack_builder *b, ack_str document_id, ack_str label) {
  begin_screen(b, document_id, label);
  end_screen(b);
}

static inline ack_session session_of(ack_str subject) {
  return (ack_session){.struct_size = sizeof(ack_session), .subject = subject, .display_name = S("Tester")};
}

#endif /* MISBEHAVING_BASE_H */
