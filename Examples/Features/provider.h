/* provider.h - what every provider in C has: texts, short ways to describe, and the entry.
 *
 * A provider is one source. It defines ID, NAME, VERSION and VENDOR, includes this, and ends with its table of
 * functions, `provider`. `appctl new` writes a copy, which is yours to change. */
#ifndef PROVIDER_H
#define PROVIDER_H

#include "appcontroller_builder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts ---- */

/* A literal as the ABI's text. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

/* The value of the first pair with this name: an input, an entry of a payload, a setting. Empty when there is none. */
static inline ack_str value_of(const ack_pair *pairs, uint64_t count, const char *name) {
  for (uint64_t i = 0; i < count; i++) {
    if (ack_equal(pairs[i].name, name)) return pairs[i].value;
  }
  return S("");
}

/* ---- Describing ----
 *
 * The first fault stops a builder, and ack_give() tells the host what it was, so no call has to be checked. */

/* The document, and a node of this kind as its root, left open after its label. */
static inline void begin_root(ack_builder *b, const char *document, ack_kind kind, const char *id, const char *label) {
  ack_set_text(b, ACK_NAME_ID, document);
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, kind, id);
  ack_set_text(b, ACK_NAME_LABEL, label);
}

static inline void add_text(ack_builder *b, const char *text) {
  ack_begin(b, ACK_KIND_TEXT, NULL);
  ack_set_text(b, ACK_NAME_TEXT, text);
  ack_end(b);
}

/* A list with one name in it. */
static inline void add_name(ack_builder *b, ack_name list, const char *name) {
  ack_open_list(b, list);
  ack_add_text(b, name);
  ack_close(b);
}

/* A required field, whose id is its input's name. */
static inline void add_field(ack_builder *b, const char *name, const char *label, const char *content,
                             const char *missing) {
  ack_begin(b, ACK_KIND_FIELD, name);
  ack_set_text(b, ACK_NAME_LABEL, label);
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, name);
  ack_set_text(b, ACK_NAME_CONTENT, content);
  ack_open_list(b, ACK_NAME_RULES);
  ack_add_map(b);
  ack_set_text(b, ACK_NAME_RULE, ACK_WORD_REQUIRED);
  ack_set_text(b, ACK_NAME_MESSAGE, missing);
  ack_close(b);
  ack_close(b);
  ack_close(b);
  ack_end(b);
}

/* A button whose id is its action's name, left open inside that action. */
static inline void begin_button(ack_builder *b, const char *id, const char *label, const char *style) {
  ack_begin(b, ACK_KIND_BUTTON, id);
  ack_set_text(b, ACK_NAME_LABEL, label);
  ack_set_text(b, ACK_NAME_STYLE, style);
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, id);
}

static inline void end_button(ack_builder *b) {
  ack_close(b);
  ack_end(b);
}

/* ---- What a host passes ----
 *
 * A struct may be larger than this header knows, and never smaller than what is read of it. What is not ACK_OK here is
 * the answer. */

static inline ack_status check_context(const ack_context *context) {
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK || context->session == NULL) return said;
  return ACK_HAS(context->session, ack_session, secret_expires_at) ? ACK_OK : ACK_MISUSE;
}

static inline ack_status can_answer(const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  return check_context(context);
}

static inline ack_status can_create(const ack_creation *creation) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  if (creation->host == NULL || !ACK_HAS(creation->host, ack_host, get_extension)) return ACK_MISUSE;
  return creation->flags == 0 ? ACK_OK : ACK_UNSUPPORTED;
}

/* ---- A small provider: one interface for each state, and nothing to keep ---- */

/* A host has a splash itself, and signs in where there is no interface for another purpose. */
static inline ack_status can_describe(const ack_context *context, const ack_description *out) {
  const ack_status said = ACK_HAS(out, ack_description, give) ? check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  return context->target == ACK_LAUNCHING ? ACK_UNSUPPORTED : ACK_OK;
}

static inline ack_status create_nothing(const ack_creation *creation, ack_instance **out) {
  *out = NULL;
  return can_create(creation);
}

static inline void destroy_nothing(ack_instance *instance) { (void)instance; }

/* ---- The entry ---- */

static const ack_provider provider;

/* The one exported symbol. */
ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, S(ID), S(VERSION), &provider);
}

#endif /* PROVIDER_H */
