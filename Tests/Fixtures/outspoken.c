/* outspoken.c - a provider in the app's process that writes to standard output and standard error, on a button each:
 *
 *   say     both, with what would drive a terminal; then a message
 *   flood   a million bytes
 *   crash   its last words, and abort()
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o outspoken.so Tests/Fixtures/outspoken.c
 */
#include "misbehaving_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ack_status create(const ack_creation *creation, ack_instance **out) {
  (void)creation;
  *out = NULL;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static void add_button(const ack_builder *b, ack_str name, ack_str label) {
  b->begin(b, S("button"), name);
  b->set_str(b, S("label"), label);
  b->open_map(b, S("action"));
  b->set_str(b, S("name"), name);
  b->close(b);
  b->end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self, (void)context;
  begin_screen(b, S("outspoken"), S("Outspoken"));
  add_button(b, S("say"), S("Say"));
  add_button(b, S("flood"), S("Flood"));
  add_button(b, S("crash"), S("Crash"));
  return b->end(b);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self, (void)context;
  if (equal(action->name, S("say"))) {
    printf("said on output\n");
    fprintf(stderr, "said on errors \x1b[31mred\xc2\x9b\n");
  } else if (equal(action->name, S("flood"))) {
    for (int line = 0; line < 20000; line++) fprintf(stderr, "flood %d, which is as long as fifty bytes are long\n", line);
  } else {
    fprintf(stderr, "last words\n");
    abort();
  }
  return reply->message(reply, ACK_LEVEL_INFO, S("it is said"));
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};

ACK_PROVIDER_NOTE("com.example.outspoken", "Outspoken", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.outspoken");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
