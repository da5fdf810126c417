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
int nim_describe(void *instance, const ack_context *context, const ack_description *out);
int nim_perform(const ack_action *action, const ack_reply *reply);

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  *out = nim_create(creation);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { nim_destroy(instance); }

/* What Nim calls, with texts that live until the call returns. */
int nim_give(const ack_description *out, ack_str json) { return give_json(out, json); }
int nim_login(const ack_reply *reply, ack_str subject) {
  const ack_session session = {.struct_size = sizeof session, .subject = subject};
  return ack_login(reply, &session);
}
int nim_logout(const ack_reply *reply) { return ack_logout(reply); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  return nim_describe(instance, context, out);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)instance;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  return nim_perform(action, reply);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};
