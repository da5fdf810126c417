/* entry.c - what is checked before Nim gets it, the note, and the table of functions. */
#include "appcontroller_provider.h"

#include <stddef.h>

ACK_PROVIDER_NOTE_WITH("com.example.crown", "Crown", "1.0.0", "Example Ltd.",
  "settings": [{ "name": "greeting", "type": "text", "label": "Greeting", "default": "Hello" }]);

void *nim_create(const ack_creation *creation);
void nim_destroy(void *instance);
int nim_describe(void *instance, const ack_context *context, const ack_builder *builder);
int nim_perform(const ack_action *action, const ack_reply *reply);

static int is_whole(const ack_context *context) {
  return ACK_HAS(context, ack_context, session) &&
         (context->session == NULL || ACK_HAS(context->session, ack_session, attribute_count));
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  *out = nim_create(creation);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { nim_destroy(instance); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_builder *builder) {
  if (!is_whole(context) || !ACK_HAS(builder, ack_builder, end)) return ACK_MISUSE;
  return nim_describe(instance, context, builder);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)instance;
  if (!is_whole(context) || !ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, message)) {
    return ACK_MISUSE;
  }
  return nim_perform(action, reply);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  if (!ACK_HAS(answer, ack_answer, provider) || !ACK_HAS(query, ack_query, host_version)) return ACK_MISUSE;
  if (query->magic != ACK_MAGIC) return ACK_MISUSE;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  if (query->abi_major_min > ACK_ABI_MAJOR || query->abi_major_max < ACK_ABI_MAJOR) return ACK_UNSUPPORTED;
  answer->id = (ack_str){"com.example.crown", 17};
  answer->version = (ack_str){"1.0.0", 5};
  answer->provider = &provider;
  return ACK_OK;
}
