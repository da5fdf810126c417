/* entry.c - what is checked before Go gets it, and the table of functions. */
#include "_cgo_export.h"

#define ID "com.example.gopher"
#define NAME "Gopher"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "../../Features/provider.h"

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "settings": [{ "name": "greeting", "type": "text", "label": "Greeting", "default": "Hello" }]);

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  *out = (ack_instance *)goCreate((ack_creation *)creation);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { goDestroy((uintptr_t)instance); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  return goDescribe((uintptr_t)instance, (ack_context *)context, (ack_description *)out);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  return goPerform((uintptr_t)instance, (ack_context *)context, (ack_action *)action, (ack_reply *)reply);
}

static void cancel(ack_instance *instance, uint64_t sequence) { goCancel((uintptr_t)instance, sequence); }

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
    .cancel = cancel,
};
