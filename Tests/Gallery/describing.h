/* describing.h - descriptions as nested blocks, for gallery.c.
 *
 * A block closes what it opens, so that what is nested in the source is nested in the description. b is the builder.
 * The outcome of a call is ignored: a failure poisons the builder, and the host refuses what was built. */
#ifndef DESCRIBING_H
#define DESCRIBING_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A literal as the ABI's text. Kinds and keys are constants of the header, so that a misspelt one does not compile. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* ---- What opens and closes ---- */

#define BLOCK(opening, closing) for (bool is_open = ((opening), true); is_open; (closing), is_open = false)
#define NODE(kind, id) BLOCK(b->begin(b, ACK_KIND(kind), S(id)), b->end(b))
#define MAP(key) BLOCK(b->open_map(b, ACK_NAME(key)), b->close(b))
#define LIST(key) BLOCK(b->open_list(b, ACK_NAME(key)), b->close(b))

/* ---- Properties ---- */

#define SET(key, text) b->set_str(b, ACK_NAME(key), S(text))
#define SET_STR(key, text) b->set_str(b, ACK_NAME(key), text)
#define SET_NUMBER(key, number) b->set_f64(b, ACK_NAME(key), number)
#define YES(key) b->set_bool(b, ACK_NAME(key), 1)
#define NO(key) b->set_bool(b, ACK_NAME(key), 0)

/* Inside a list a key is empty. */
#define ADD(text) b->set_str(b, S(""), S(text))
#define ADD_NUMBER(number) b->set_f64(b, S(""), number)
#define ENTRY BLOCK(b->open_map(b, S("")), b->close(b))

/* Inside a payload it is what the provider likes. */
#define PAY(key, text) b->set_str(b, S(key), S(text))
#define PAY_STR(key, text) b->set_str(b, S(key), text)

/* ---- What most descriptions are made of ---- */

/* The document's own properties, which come before its root. */
#define DOCUMENT(id) SET(ID, id), SET(LANG, "en")

#define LABELLED(kind, id, label) BLOCK((b->begin(b, ACK_KIND(kind), S(id)), SET(LABEL, label)), b->end(b))
#define SCREEN(id, title) LABELLED(SCREEN, id, title)
#define FORM(label) BLOCK((b->begin(b, ACK_KIND(GROUP), S("")), SET(LABEL, label), SET(STYLE, "form")), b->end(b))
#define BUTTON(id, label, style) \
  BLOCK((b->begin(b, ACK_KIND(BUTTON), S(id)), SET(LABEL, label), SET(STYLE, style)), b->end(b))

#define TEXT(text) NODE(TEXT, "") SET(TEXT, text)
#define STYLED_TEXT(style, text) NODE(TEXT, "") SET(STYLE, style), SET(TEXT, text)
#define IMAGE(source, alt) NODE(IMAGE, "") MAP(MEDIA) SET(SOURCE, source), SET(ALT, alt)

#define INPUT(name) BLOCK((b->open_map(b, ACK_NAME(INPUT)), SET(NAME, name)), b->close(b))
#define RULE(rule, message) ENTRY SET(RULE, rule), SET(MESSAGE, message)
#define LENGTH_RULE(message) BLOCK((b->open_map(b, S("")), SET(RULE, "length"), SET(MESSAGE, message)), b->close(b))
#define SAME_AS_RULE(input, message) ENTRY SET(RULE, "sameAs"), SET(NAME, input), SET(MESSAGE, message)
#define ACTION(name) BLOCK((b->open_map(b, ACK_NAME(ACTION)), SET(NAME, name)), b->close(b))
#define HOST_ACTION(name) \
  BLOCK((b->open_map(b, ACK_NAME(ACTION)), SET(NAME, name), SET(SCOPE, "host")), b->close(b))

#endif /* DESCRIBING_H */
