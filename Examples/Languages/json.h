/* json.h - gives a description as JSON, which every language can write. */
#ifndef JSON_H
#define JSON_H

#include "appcontroller_provider.h"

static inline ack_status give_json(const ack_description *out, ack_str json) {
  const ack_form form = {
      .struct_size = sizeof form, .encoding = ACK_FORM_JSON, .text_size = (uint32_t)json.len, .text = json.ptr};
  return out->give(out, &form);
}

#endif /* JSON_H */
