/* entry.c - what is checked before Nim gets it, the note, and the table of functions. */
#define ID "com.example.crown"
#define NAME "Crown"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "../../Features/provider.h"
#include "../json.h"

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "settings": [{ "name": "greeting", "type": "text", "label": "Greeting", "default": "Hello" }]);

void *nim_create(const ack_creation *creation);
void nim_destroy(void *instance);
int nim_describe(void *instance, const ack_context *context, const ack_builder *builder);
int nim_perform(const ack_action *action, const ack_reply *reply);

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  *out = nim_create(creation);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { nim_destroy(instance); }

int nim_give(const ack_builder *builder, ack_str json) { return give_json(builder, json); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_builder *builder) {
  if (!can_describe(context, builder)) return ACK_MISUSE;
  return nim_describe(instance, context, builder);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)instance;
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  return nim_perform(action, reply);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};
