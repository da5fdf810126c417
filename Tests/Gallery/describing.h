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

/* A literal as the ABI's text. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* ---- What opens and closes ---- */

#define BLOCK(opening, closing) for (bool is_open = ((opening), true); is_open; (closing), is_open = false)
#define NODE(kind, id) BLOCK(b->begin(b, S(kind), S(id)), b->end(b))
#define MAP(key) BLOCK(b->open_map(b, S(key)), b->close(b))
#define LIST(key) BLOCK(b->open_list(b, S(key)), b->close(b))

/* ---- Properties ---- */

#define SET(key, text) b->set_str(b, S(key), S(text))
#define SET_STR(key, text) b->set_str(b, S(key), text)
#define SET_NUMBER(key, number) b->set_f64(b, S(key), number)
#define YES(key) b->set_bool(b, S(key), 1)
#define NO(key) b->set_bool(b, S(key), 0)

/* Inside a list a key is empty. */
#define ADD(text) SET("", text)

/* ---- What most descriptions are made of ---- */

/* The document's own properties, which come before its root. */
#define DOCUMENT(id) SET("id", id), SET("lang", "en")

#define LABELLED(kind, id, label) BLOCK((b->begin(b, S(kind), S(id)), SET("label", label)), b->end(b))
#define SCREEN(id, title) LABELLED("screen", id, title)
#define FORM(label) BLOCK((b->begin(b, S("group"), S("")), SET("label", label), SET("style", "form")), b->end(b))
#define BUTTON(id, label, style) \
  BLOCK((b->begin(b, S("button"), S(id)), SET("label", label), SET("style", style)), b->end(b))

#define TEXT(text) NODE("text", "") SET("text", text)
#define STYLED_TEXT(style, text) NODE("text", "") SET("style", style), SET("text", text)
#define IMAGE(source, alt) NODE("image", "") MAP("media") SET("source", source), SET("alt", alt)

#define INPUT(name) BLOCK((b->open_map(b, S("input")), SET("name", name)), b->close(b))
#define RULE(rule, message) MAP("") SET("rule", rule), SET("message", message)
#define LENGTH_RULE(message) BLOCK((b->open_map(b, S("")), SET("rule", "length"), SET("message", message)), b->close(b))
#define SAME_AS_RULE(input, message) MAP("") SET("rule", "sameAs"), SET("name", input), SET("message", message)
#define ACTION(name) BLOCK((b->open_map(b, S("action")), SET("name", name)), b->close(b))
#define HOST_ACTION(name) \
  BLOCK((b->open_map(b, S("action")), SET("name", name), SET("scope", "host")), b->close(b))

#endif /* DESCRIBING_H */
