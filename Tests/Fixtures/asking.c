/* asking.c - a provider that requests something while it answers; correct in everything.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o asking.so Tests/Fixtures/asking.c
 *
 * The action "open" presents the screen "details", "pid" says the number of the process. The payload of the action "ask" says what is requested before the
 * answer ("before"), what after the answer was pending ("between"; "-" when it is not pending), and the answer. */
#include "misbehaving_base.h"

#include <stdio.h>
#include <unistd.h>

struct ack_instance {
  const ack_host *host;
  uint64_t pending;
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  static ack_instance instances[64];
  static int count;
  ack_instance *instance = &instances[count++ % 64];
  *instance = (ack_instance){creation->host, 0};
  *out = instance;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe_details(const ack_builder *b) {
  b->set_str(b, S("id"), S("details"));
  b->set_str(b, S("lang"), S("en"));
  b->begin(b, S("screen"), S("details"));
  b->set_str(b, S("label"), S("Details"));
  return b->end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  if (equal(context->screen, S("details"))) return describe_details(b);
  return context->target == ACK_LOGGED_IN ? describe_screen(b, S("in"), S("Signed in"))
                                          : describe_screen(b, S("out"), S("Signed out"));
}

static ack_str value(const ack_action *action, ack_str name) {
  for (uint64_t i = 0; i < action->payload_count; i++)
    if (equal(action->payload[i].name, name)) return action->payload[i].value;
  return S("");
}

static void request(const ack_host *h, ack_str words) {
  uint64_t start = 0;
  for (uint64_t i = 0; i <= words.len; i++) {
    if (i < words.len && words.ptr[i] != ' ') continue;
    ack_str word = {words.ptr + start, i - start};
    ack_session next = session_of(S("next"));
    if (equal(word, S("invalidate"))) h->invalidate(h, S(""));
    if (equal(word, S("screen"))) h->invalidate(h, S("details"));
    if (equal(word, S("login"))) h->request_login(h, &next);
    if (equal(word, S("logout"))) h->request_logout(h);
    start = i + 1;
  }
}

static ack_status perform(
    ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (equal(action->name, S("open"))) {
    const ack_builder *b = reply->show(reply, S("present"));
    return b == NULL ? ACK_FAILED : describe_details(b);
  }
  if (equal(action->name, S("pid"))) {
    char text[16];
    snprintf(text, sizeof text, "%d", (int)getpid());
    return reply->message(reply, ACK_LEVEL_INFO, str(text));
  }
  const ack_str between = value(action, S("between"));
  if (self->pending != context->sequence) {
    request(self->host, value(action, S("before")));
    if (!equal(between, S("-"))) {
      self->pending = context->sequence;
      self->host->wake(self->host, context->sequence);
      return ACK_PENDING;
    }
  } else {
    self->pending = 0;
    request(self->host, between);
  }
  if (equal(value(action, S("answer")), S("leave"))) reply->leave(reply, S("dismiss"));
  reply->message(reply, ACK_LEVEL_INFO, S("done"));
  ack_session other = session_of(S("other"));
  if (equal(value(action, S("answer")), S("login"))) return reply->login(reply, &other);
  return ACK_OK;
}

static void screen_changed(ack_instance *self, const ack_context *context, ack_str appearance) {
  char line[64];
  const int size = snprintf(line, sizeof line, "%.*s %.*s", (int)context->screen.len, context->screen.ptr,
                            (int)appearance.len, appearance.ptr);
  self->host->log(self->host, ACK_LEVEL_INFO, (ack_str){line, (uint64_t)size});
}

static const ack_provider table = {
    .struct_size = sizeof table,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
    .screen_changed = screen_changed,
};

ACK_PROVIDER_NOTE("com.example.asking", "Asking", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.asking");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
