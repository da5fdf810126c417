/* describing.h - descriptions as nested blocks, for gallery.c.
 *
 * A block closes what it opens, so that what is nested in the source is nested in the description. b is the builder. */
#ifndef DESCRIBING_H
#define DESCRIBING_H

#include "appcontroller_builder.h"

#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- What opens and closes ---- */

#define BLOCK(opening, closing) for (bool is_open = ((opening), true); is_open; (closing), is_open = false)
#define NODE(kind, id) BLOCK(ack_begin(b, ACK_KIND_##kind, id), ack_end(b))
#define MAP(key) BLOCK(ack_open_map(b, ACK_NAME_##key), ack_close(b))
#define LIST(key) BLOCK(ack_open_list(b, ACK_NAME_##key), ack_close(b))

/* ---- Properties ---- */

#define SET(key, text) ack_set_text(b, ACK_NAME_##key, text)
#define SET_NUMBER(key, number) ack_set_double(b, ACK_NAME_##key, number)
#define YES(key) ack_set_bool(b, ACK_NAME_##key, 1)
#define NO(key) ack_set_bool(b, ACK_NAME_##key, 0)

#define ADD(text) ack_add_text(b, text)
#define ADD_NUMBER(number) ack_add_double(b, number)
#define ENTRY BLOCK(ack_add_map(b), ack_close(b))

/* The keys of a payload, and of what a description needs, are data. */
#define PAY(key, text) ack_key(b, key), ack_add_text(b, text)
#define NEED(kind, revision) ack_key_str(b, ack_kind_text(ACK_KIND_##kind)), ack_add_int(b, revision)

/* ---- What most descriptions are made of ---- */

/* The document's own properties, which come before its root. */
#define DOCUMENT(id) SET(ID, id), SET(LANG, "en")

#define LABELLED(kind, id, label) BLOCK((ack_begin(b, ACK_KIND_##kind, id), SET(LABEL, label)), ack_end(b))
#define SCREEN(id, title) LABELLED(SCREEN, id, title)
#define FORM(label) BLOCK((ack_begin(b, ACK_KIND_GROUP, ""), SET(LABEL, label), SET(STYLE, "form")), ack_end(b))
#define BUTTON(id, label, style) \
  BLOCK((ack_begin(b, ACK_KIND_BUTTON, id), SET(LABEL, label), SET(STYLE, style)), ack_end(b))

#define TEXT(text) NODE(TEXT, "") SET(TEXT, text)
#define STYLED_TEXT(style, text) NODE(TEXT, "") SET(STYLE, style), SET(TEXT, text)
#define IMAGE(source, alt) NODE(IMAGE, "") MAP(MEDIA) SET(SOURCE, source), SET(ALT, alt)

#define INPUT(name) BLOCK((ack_open_map(b, ACK_NAME_INPUT), SET(NAME, name)), ack_close(b))
#define RULE(rule, message) ENTRY SET(RULE, rule), SET(MESSAGE, message)
#define LENGTH_RULE(message) BLOCK((ack_add_map(b), SET(RULE, "length"), SET(MESSAGE, message)), ack_close(b))
#define SAME_AS_RULE(input, message) ENTRY SET(RULE, "sameAs"), SET(NAME, input), SET(MESSAGE, message)
#define ACTION(name) BLOCK((ack_open_map(b, ACK_NAME_ACTION), SET(NAME, name)), ack_close(b))
#define HOST_ACTION(name) \
  BLOCK((ack_open_map(b, ACK_NAME_ACTION), SET(NAME, name), SET(SCOPE, "host")), ack_close(b))

#endif /* DESCRIBING_H */
