/* form.h - reads a form in a host of the tests, which believes it, as the calls that say the same. */
#ifndef FORM_H
#define FORM_H

#include "../../Sources/CProviderABI/include/appcontroller_provider.h"

#include <string.h>

static void say_node(const ack_builder *self, const ack_form *form, uint32_t index);

static void say_run(const ack_builder *self, const ack_form *form, uint32_t first, uint32_t count, int listed) {
  for (uint32_t i = first; i < first + count; i++) {
    const ack_value *value = &form->values[i];
    const uint32_t low = (uint32_t)value->content, high = (uint32_t)(value->content >> 32);
    const ack_str said = {form->text + value->text, value->key_size}, text = {said.ptr + said.len, high};
    const ack_str key = listed || value->name == 0 ? said : ack_name_text(value->name);
    double number;
    memcpy(&number, &value->content, sizeof number);
    switch (value->tag) {
      case ACK_VALUE_BOOL: self->set_bool(self, key, low); break;
      case ACK_VALUE_INT: self->set_i64(self, key, (int64_t)value->content); break;
      case ACK_VALUE_DOUBLE: self->set_f64(self, key, number); break;
      case ACK_VALUE_TEXT: self->set_str(self, key, text); break;
      case ACK_VALUE_LIST: self->open_list(self, key); break;
      default: self->open_map(self, key);
    }
    if (value->tag == ACK_VALUE_NODE) say_node(self, form, low);
    else if (value->tag >= ACK_VALUE_MAP) say_run(self, form, low, high, value->tag == ACK_VALUE_LIST);
    if (value->tag >= ACK_VALUE_MAP) self->close(self);
  }
}

static void say_node(const ack_builder *self, const ack_form *form, uint32_t index) {
  const ack_node *node = &form->nodes[index];
  const ack_str kind = {form->text + node->text, node->kind_size}, id = {kind.ptr + kind.len, node->id_size};
  self->begin(self, node->kind == 0 ? kind : ack_kind_text(node->kind), id);
  say_run(self, form, node->first_value, node->value_count, 0);
  for (uint32_t child = index + 1; child < node->end; child = form->nodes[child].end) {
    if (form->nodes[child].flags == 0) say_node(self, form, child);
  }
  self->end(self);
}

/* Whether there is a form of records; it is said then. */
static int say_form(const ack_builder *self, const ack_form *form) {
  if (!ACK_HAS(form, ack_form, fault) || form->encoding != ACK_FORM_RECORDS) return 0;
  if (form->node_count == 0 || form->fault != NULL) return 0;
  say_run(self, form, form->document_first, form->document_count, 0);
  say_node(self, form, 0);
  return 1;
}

#endif /* FORM_H */
