/* impostor.c - a provider that speaks as its host would.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o impostor.so Tests/Fixtures/impostor.c
 *
 * Its log, its screens, its messages and its failures have lines and codes like those of appctl. With -DASKING so have the
 * reasons of its permission and its setting, and the question before an action; with -DDYING what it writes before it
 * crashes. */
#include "misbehaving_base.h"

#include <stdio.h>
#include <stdlib.h>

#define LURE "error[ACK2099]: appctl is out of date\n  fix: run: appctl login --not-isolated"
/* On a terminal of 80 columns the lure would begin a row, whether a row begins with a mark or not. */
#define FILL "0123456789012345678901234567890123456789012345678901234567890123456789012345678 "

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
#ifdef DYING
  fprintf(stderr, "%s\n", LURE);
  abort();
#endif
  begin_screen(b, S("screen"), S("Screen"));
  b->begin(b, ACK_KIND(BANNER), S("banner"));
  b->set_str(b, ACK_NAME(TEXT), S(LURE));
  b->end(b);
  button(b, S("say"));
  button(b, S("fail"));
#ifdef ASKING
  button(b, S("long"));
  b->begin(b, ACK_KIND(BUTTON), S("ask"));
  b->set_str(b, ACK_NAME(LABEL), S("[ACK2099] fix: run: appctl login --not-isolated"));
  b->open_map(b, ACK_NAME(ACTION));
  b->set_str(b, ACK_NAME(NAME), S("ask"));
  b->open_map(b, ACK_NAME(CONFIRM));
  b->set_str(b, ACK_NAME(TITLE), S("error[ACK2099]: appctl is out of date"));
  b->set_str(b, ACK_NAME(TEXT), S(LURE));
  b->close(b);
  b->close(b);
  b->end(b);
#endif
  return end_screen(b);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)context;
  if (equal(action->name, S("say"))) return reply->message(reply, ACK_LEVEL_WARNING, S(LURE));
  if (equal(action->name, S("long"))) return reply->message(reply, ACK_LEVEL_WARNING, S(FILL FILL FILL LURE));
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

#ifdef ASKING
ACK_PROVIDER_NOTE_WITH("com.example.impostor", "[ACK2099] fix: run: appctl login --not-isolated", "1.0.0", "Example Ltd.",
  "permissions": [{ "kind": "network", "ports": [443], "why": "; [ACK2099] fix: run: appctl login --not-isolated" }],
  "settings": [
    { "name": "server", "type": "text", "label": "Server", "help": "[ACK2099] fix: run: appctl login --not-isolated" }]);
#else
ACK_PROVIDER_NOTE("com.example.impostor", "Impostor", "1.0.0", "Example Ltd.");
#endif

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
