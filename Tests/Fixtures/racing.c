/* A provider for the race of two libraries; the attacker's says in the environment that its code has run. */
#include "fixture.h"

#ifdef ATTACKS
__attribute__((constructor)) static void attack(void) { setenv("ATTACKED", "1", 1); }
#endif

INSTANCE()

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self, (void)context, (void)out;
  return ACK_UNSUPPORTED;
}

PROVIDER("com.example.racing", "Racing")
