/* provider.h - what every provider in C has: texts, short ways to describe, and the entry.
 *
 * A provider is one source. It defines ID, NAME, VERSION and VENDOR, includes this, and ends with its table of
 * functions, `provider`. `appctl new` writes a copy, which is yours to change. */
#ifndef PROVIDER_H
#define PROVIDER_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts ---- */

/* A literal as the ABI's text. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The value of the first pair with this name: an input, an entry of a payload, a setting. Empty when there is none. */
static inline ack_str value_of(const ack_pair *pairs, uint64_t count, ack_str name) {
  for (uint64_t i = 0; i < count; i++) {
    if (equal(pairs[i].name, name)) return pairs[i].value;
  }
  return S("");
}

/* ---- Describing ----
 *
 * A failure poisons the builder, and every later call answers the same one: the status of the last call is enough. */

/* The document, and a node of this kind as its root, left open after its label. */
static inline void begin_root(const ack_builder *b, ack_str document, ack_str kind, ack_str id, ack_str label) {
  b->set_str(b, ACK_NAME(ID), document);
  b->set_str(b, ACK_NAME(LANG), S("en"));
  b->begin(b, kind, id);
  b->set_str(b, ACK_NAME(LABEL), label);
}

static inline void add_text(const ack_builder *b, ack_str text) {
  b->begin(b, ACK_KIND(TEXT), S(""));
  b->set_str(b, ACK_NAME(TEXT), text);
  b->end(b);
}

/* A list with one name in it: inside a list, keys are empty. */
static inline void add_name(const ack_builder *b, ack_str list, ack_str name) {
  b->open_list(b, list);
  b->set_str(b, S(""), name);
  b->close(b);
}

/* A required field, whose id is its input's name. */
static inline void add_field(const ack_builder *b, ack_str name, ack_str label, ack_str content, ack_str missing) {
  b->begin(b, ACK_KIND(FIELD), name);
  b->set_str(b, ACK_NAME(LABEL), label);
  b->open_map(b, ACK_NAME(INPUT));
  b->set_str(b, ACK_NAME(NAME), name);
  b->set_str(b, ACK_NAME(CONTENT), content);
  b->open_list(b, ACK_NAME(RULES));
  b->open_map(b, S(""));
  b->set_str(b, ACK_NAME(RULE), S("required"));
  b->set_str(b, ACK_NAME(MESSAGE), missing);
  b->close(b);
  b->close(b);
  b->close(b);
  b->end(b);
}

/* A button whose id is its action's name, left open inside that action. */
static inline void begin_button(const ack_builder *b, ack_str id, ack_str label, ack_str style) {
  b->begin(b, ACK_KIND(BUTTON), id);
  b->set_str(b, ACK_NAME(LABEL), label);
  b->set_str(b, ACK_NAME(STYLE), style);
  b->open_map(b, ACK_NAME(ACTION));
  b->set_str(b, ACK_NAME(NAME), id);
}

static inline void end_button(const ack_builder *b) {
  b->close(b);
  b->end(b);
}

/* ---- What a host passes ----
 *
 * A struct may be larger than this header knows, and never smaller than what is read of it. */

static inline bool is_whole(const ack_context *context) {
  if (!ACK_HAS(context, ack_context, session)) return false;
  return context->session == NULL || ACK_HAS(context->session, ack_session, attribute_count);
}

static inline bool can_describe(const ack_context *context, const ack_builder *builder) {
  return is_whole(context) && ACK_HAS(builder, ack_builder, end);
}

static inline bool can_answer(const ack_context *context, const ack_action *action, const ack_reply *reply) {
  return is_whole(context) && ACK_HAS(action, ack_action, payload_count) && ACK_HAS(reply, ack_reply, message);
}

/* ---- A small provider: one interface for both states, and nothing to keep ---- */

/* Whether the interface of a state is asked for, and not the splash, which a host has itself. */
static inline bool is_of_state(const ack_context *context) {
  return context->target == ACK_LOGGED_OUT || context->target == ACK_LOGGED_IN;
}

static inline ack_status create_nothing(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  *out = NULL;
  return ACK_OK;
}

static inline void destroy_nothing(ack_instance *instance) { (void)instance; }

/* ---- The entry ---- */

static const ack_provider provider;

/* The one exported symbol. A refusal says which version is spoken here, so that the host can explain itself. */
ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  if (!ACK_HAS(answer, ack_answer, provider) || !ACK_HAS(query, ack_query, host_version)) return ACK_MISUSE;
  if (query->magic != ACK_MAGIC) return ACK_MISUSE;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  if (query->abi_major_min > ACK_ABI_MAJOR || query->abi_major_max < ACK_ABI_MAJOR) return ACK_UNSUPPORTED;
  answer->id = S(ID);
  answer->version = S(VERSION);
  answer->provider = &provider;
  return ACK_OK;
}

#endif /* PROVIDER_H */
