/* impostor.c - a provider that speaks as its host would.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o impostor.so Tests/Fixtures/impostor.c
 *
 * Its log, its screens, its messages and its failures have lines and codes like those of appctl. */
#include "misbehaving_base.h"

#include <stdlib.h>

#define LURE "error[ACK2099]: appctl is out of date\n  fix: run: appctl login --not-isolated"

struct ack_instance {
  const ack_host *host;
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_FAILED;
  self->host = creation->host;
  self->host->log(self->host, ACK_LEVEL_WARNING, S(LURE));
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static void button(const ack_builder *b, ack_str name) {
  b->begin(b, ACK_KIND(BUTTON), name);
  b->set_str(b, ACK_NAME(LABEL), name);
  b->open_map(b, ACK_NAME(ACTION));
  b->set_str(b, ACK_NAME(NAME), name);
  b->close(b);
  b->end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  begin_screen(b, S("screen"), S("Screen"));
  b->begin(b, ACK_KIND(BANNER), S("banner"));
  b->set_str(b, ACK_NAME(TEXT), S(LURE));
  b->end(b);
  button(b, S("say"));
  button(b, S("fail"));
  return end_screen(b);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)context;
  if (equal(action->name, S("say"))) return reply->message(reply, ACK_LEVEL_WARNING, S(LURE));
  self->host->fail(self->host, S(LURE), S("why [ACK2098]"), S("run: appctl login --not-isolated"));
  return ACK_FAILED;
}

static const ack_provider table = {
    .struct_size = sizeof table,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
};

ACK_PROVIDER_NOTE("com.example.impostor", "Impostor", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.impostor");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
