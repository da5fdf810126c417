/* fixture.h - what the providers of the tests share: making an instance, describing in few words, the table, the query.
 * It comes before every other header.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o NAME.so Tests/Fixtures/NAME.c \
 *     -lpthread */
#ifndef FIXTURE_H
#define FIXTURE_H

#define _GNU_SOURCE /* dladdr, and what POSIX has beside C */
#include "appcontroller_builder.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A screen that asks for a name, and sends it. */
static inline void describe_sign_in(ack_builder *b) {
  begin_screen(b, S("out"), S("Sign in"));
  ack_begin(b, ACK_KIND_FIELD, "who");
  ack_set_text(b, ACK_NAME_LABEL, "Name");
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, "who");
  ack_close(b);
  ack_end(b);
  ack_begin(b, ACK_KIND_BUTTON, "enter");
  ack_set_text(b, ACK_NAME_LABEL, "Sign in");
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, "sign-in");
  ack_open_list(b, ACK_NAME_SENDS);
  ack_add_text(b, "who");
  ack_close(b);
  ack_close(b);
  ack_end(b);
  end_screen(b);
}

/* Whether a fixture has an interface for a context: it has no splash, and signs in for no other purpose. */
static inline ack_status check(const ack_context *context) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  return context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN ? ACK_UNSUPPORTED : ACK_OK;
}

/* ---- An instance: its host, and the fields that are named ---- */

/* With make(), of which create() is a part. */
#define INSTANCE_WITHOUT_CREATE(...)                                           \
  struct ack_instance {                                                        \
    const ack_host *host;                                                      \
    __VA_ARGS__                                                                \
  };                                                                           \
  static ack_status make(const ack_creation *creation, ack_instance **out) {   \
    if (creation->flags != 0) return ACK_UNSUPPORTED;                          \
    *out = calloc(1, sizeof **out);                                            \
    if (*out == NULL) return ACK_LIMIT;                                        \
    (*out)->host = creation->host;                                             \
    return ACK_OK;                                                             \
  }                                                                            \
  static inline void destroy(ack_instance *self) { free(self); }

#define INSTANCE(...)                                                          \
  INSTANCE_WITHOUT_CREATE(__VA_ARGS__)                                         \
  static ack_status create(const ack_creation *creation, ack_instance **out) { return make(creation, out); }

/* ---- The table, with functions beside the three that each fixture has, and the query ---- */

#define TABLE(id, version, ...)                                                                              \
  static const ack_provider table = {                                                                        \
      .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe, __VA_ARGS__}; \
  ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {                                \
    return ack_answer_query(query, answer, S(id), S(version), &table);                                       \
  }

#define PROVIDER(id, name, ...)        \
  TABLE(id, "1.0.0", __VA_ARGS__)      \
  ACK_PROVIDER_NOTE(id, name, "1.0.0", "Example Ltd.");

#endif /* FIXTURE_H */
