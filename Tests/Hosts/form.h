/* form.h - what the records of a form say, in a host of the tests, which believes them. */
#ifndef FORM_H
#define FORM_H

#include "../../Sources/CProviderABI/include/appcontroller_provider.h"

/* Whether there is a form of records to be read. */
static inline int has_records(const ack_form *form) {
  return ACK_HAS(form, ack_form, fault) && form->encoding == ACK_FORM_RECORDS && form->fault == NULL &&
         form->node_count > 0;
}

static inline ack_str kind_of(const ack_form *form, const ack_node *node) {
  if (node->kind != 0) return ack_kind_text((ack_kind)node->kind);
  return (ack_str){form->text + node->text, node->kind_size};
}

static inline ack_str id_of(const ack_form *form, const ack_node *node) {
  return (ack_str){form->text + node->text + node->kind_size, node->id_size};
}

/* Empty in a list. */
static inline ack_str name_of(const ack_form *form, const ack_value *value) {
  if (value->name != 0) return ack_name_text((ack_name)value->name);
  return (ack_str){form->text + value->text, value->key_size};
}

/* Of a text, the bytes; of a map or a list, how many values are in it, and of it or a node the index of the first. */
static inline ack_str text_of(const ack_form *form, const ack_value *value) {
  return (ack_str){form->text + value->text + value->key_size, value->content >> 32};
}
static inline uint32_t count_of(const ack_value *value) { return (uint32_t)(value->content >> 32); }
static inline uint32_t first_of(const ack_value *value) { return (uint32_t)value->content; }

static inline double double_of(const ack_value *value) {
  const union { uint64_t bits; double number; } content = {value->content};
  return content.number;
}

#endif /* FORM_H */
