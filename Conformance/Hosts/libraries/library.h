/* library.h - what the libraries of this suite have in common. MODE is the name behind the colon in `cases`, which the suite
 * writes into a copy of the library, because a compiler takes longer.
 *
 * A library tells the suite on the standard error what it has seen: "breach: ..." for a rule that the host has broken, and
 * "seen: ..." for what a case waits for. A provider for real use writes nothing there. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "appcontroller_builder.h"

#include <stdbool.h>
#include <unistd.h>

__attribute__((used)) static const volatile char library_mode[64] = "MODE=";
#define MODE ((const char *)library_mode + 5)
#define IS(mode) (strcmp(MODE, mode) == 0)
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define SEEN(...) dprintf(STDERR_FILENO, "seen: " __VA_ARGS__), (void)dprintf(STDERR_FILENO, "\n")
#define BREACH(...) dprintf(STDERR_FILENO, "breach: " __VA_ARGS__), (void)dprintf(STDERR_FILENO, "\n")
#define EXPECT(condition, ...)                 \
  do {                                         \
    if (!(condition)) { BREACH(__VA_ARGS__); } \
  } while (0)

#define ID "com.example.suite"
#define VERSION "1.0.0"
#define ENTRY(table)                                                          \
  ack_status ack_provider_query(const ack_query *query, ack_answer *answer) { \
    return ack_answer_query(query, answer, S(ID), S(VERSION), &(table));      \
  }

struct ack_instance {
  const ack_host *host;
  uint64_t pending; /* the sequence that was answered ACK_PENDING */
  int turns;
};

static inline ack_status make_instance(const ack_creation *creation, ack_instance **out) {
  *out = (ack_instance *)calloc(1, sizeof **out);
  if (*out == NULL) return ACK_LIMIT;
  (*out)->host = creation->host;
  return ACK_OK;
}
static inline void free_instance(ack_instance *self) { free(self); }

/* A screen that is left open, for what a case is about. */
static inline void begin_screen(ack_builder *b, const char *label) {
  ack_begin(b, ACK_KIND_SCREEN, "screen");
  ack_set_text(b, ACK_NAME_LABEL, label);
}
static inline void add_text(ack_builder *b, const char *text) {
  ack_begin(b, ACK_KIND_TEXT, NULL);
  ack_set_text(b, ACK_NAME_TEXT, text);
  ack_end(b);
}
/* A button whose action has its id as the name. */
static inline void add_button(ack_builder *b, const char *id) {
  ack_begin(b, ACK_KIND_BUTTON, id);
  ack_set_text(b, ACK_NAME_LABEL, id);
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, id);
  ack_close(b);
  ack_end(b);
}
/* A screen with the button "go". */
static inline void build_screen(ack_builder *b, const char *label) {
  begin_screen(b, label);
  add_button(b, "go");
  ack_end(b);
}

/* What a library answers that describes nothing special: a splash is the host's, and purposes are for others. */
static inline ack_status check_question(const ack_context *context) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  return context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN ? ACK_UNSUPPORTED : ACK_OK;
}

#endif /* LIBRARY_H */
