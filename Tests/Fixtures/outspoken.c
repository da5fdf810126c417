/* outspoken.c - a provider in the app's process that writes to standard output and standard error, on a button each:
 *
 *   say     both, with what would drive a terminal; then a message
 *   flood   a million bytes
 *   crash   its last words, and abort()
 *
 */
#include "fixture.h"

INSTANCE()

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0};
  begin_screen(&f, S("outspoken"), S("Outspoken"));
  add_action(&f, "say", "Say");
  add_action(&f, "flood", "Flood");
  add_action(&f, "crash", "Crash");
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(action->name, S("say"))) {
    printf("said on output\n");
    fprintf(stderr, "said on errors \x1b[31mred\xc2\x9b\n");
  } else if (equal(action->name, S("flood"))) {
    for (int line = 0; line < 20000; line++) fprintf(stderr, "flood %d, which is as long as fifty bytes are long\n", line);
  } else {
    fprintf(stderr, "last words\n");
    abort();
  }
  return ack_message(reply, ACK_LEVEL_INFO, "it is said");
}

PROVIDER("com.example.outspoken", "Outspoken", .perform = perform)
