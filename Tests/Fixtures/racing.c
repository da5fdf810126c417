/* A provider for the race of two libraries; the attacker's says in the environment that its code has run. */
#define _GNU_SOURCE /* setenv */
#include "appcontroller_provider.h"

#include <stdlib.h>

#ifdef ATTACKS
__attribute__((constructor)) static void attack(void) { setenv("ATTACKED", "1", 1); }
#endif

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  *out = NULL;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self, (void)context, (void)out;
  return ACK_UNSUPPORTED;
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe,
};

ACK_PROVIDER_NOTE("com.example.racing", "Racing", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  static const ack_str id = {"com.example.racing", sizeof "com.example.racing" - 1}, version = {"1.0.0", 5};
  return ack_answer_query(query, answer, id, version, &table);
}
