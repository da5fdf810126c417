/* refreshing.c - a provider with a screen that it describes again; correct in everything.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o refreshing.so \
 *     Tests/Fixtures/refreshing.c
 *
 * The action "open" presents the screen "details". "again" counts and says that "details" is out of date, "elsewhere"
 * says it of a screen that is not there, and "all" of the whole interface. */
#include "misbehaving_base.h"

#include <stdio.h>

struct ack_instance {
  const ack_host *host;
  int count;
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  static ack_instance instance;
  instance = (ack_instance){creation->host, 0};
  *out = &instance;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe_details(const ack_instance *self, const ack_builder *b) {
  char title[32];
  snprintf(title, sizeof title, "Details %d", self->count);
  b->set_str(b, S("id"), S("details"));
  b->set_str(b, S("lang"), S("en"));
  b->begin(b, S("screen"), S("details"));
  b->set_str(b, S("label"), str(title));
  b->begin(b, S("field"), S("name"));
  b->set_str(b, S("label"), S("Name"));
  b->open_map(b, S("input"));
  b->set_str(b, S("name"), S("name"));
  b->set_str(b, S("content"), S("text"));
  b->close(b);
  b->end(b);
  return b->end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  if (equal(context->screen, S("details"))) return describe_details(self, b);
  if (context->screen.len > 0) return ACK_UNSUPPORTED;
  return describe_screen(b, S("logged-out"), S("Signed out"));
}

static ack_status perform(
    ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)context;
  if (equal(action->name, S("open"))) {
    const ack_builder *b = reply->show(reply, S("present"));
    return b == NULL ? ACK_FAILED : describe_details(self, b);
  }
  if (equal(action->name, S("again"))) self->count++;
  ack_str screen = equal(action->name, S("all")) ? S("") : equal(action->name, S("again")) ? S("details") : action->name;
  self->host->invalidate(self->host, screen);
  return reply->message(reply, ACK_LEVEL_INFO, S("done"));
}

static const ack_provider table = {
    .struct_size = sizeof table,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
};

ACK_PROVIDER_NOTE("com.example.refreshing", "Refreshing", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.refreshing");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
