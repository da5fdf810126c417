/* asking.c - a provider that requests something while it answers; correct in everything.
 *
 * The action "open" presents the screen "details", "pid" says the number of the process. The payload of the action "ask"
 * says what is requested before the answer ("before"), what after the answer was pending ("between"; "-" when it is not
 * pending), and the answer. */
#include "fixture.h"

INSTANCE(uint64_t pending;)

static void describe_details(ack_builder *b) {
  ack_set_text(b, ACK_NAME_ID, "details");
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, ACK_KIND_SCREEN, "details");
  ack_set_text(b, ACK_NAME_LABEL, "Details");
  ack_end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  const bool in = context->target == ACK_LOGGED_IN;
  ack_builder f = {0};
  if (equal(context->screen, S("details"))) describe_details(&f);
  else describe_screen(&f, in ? S("in") : S("out"), in ? S("Signed in") : S("Signed out"));
  return ack_give(&f, out);
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
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(action->name, S("open"))) {
    ack_builder f = {0};
    describe_details(&f);
    return ack_show(reply, "present", &f);
  }
  if (equal(action->name, S("pid"))) {
    char text[16];
    snprintf(text, sizeof text, "%d", (int)getpid());
    return ack_message(reply, ACK_LEVEL_INFO, text);
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
  if (equal(value(action, S("answer")), S("leave"))) ack_leave(reply, "dismiss");
  ack_message(reply, ACK_LEVEL_INFO, "done");
  ack_session other = session_of(S("other"));
  if (equal(value(action, S("answer")), S("login"))) return ack_login(reply, &other);
  return ACK_OK;
}

static void screen_changed(ack_instance *self, const ack_context *context, ack_str appearance) {
  char line[64];
  const int size = snprintf(line, sizeof line, "%.*s %.*s", (int)context->screen.len, context->screen.ptr,
                            (int)appearance.len, appearance.ptr);
  self->host->log(self->host, ACK_LEVEL_INFO, (ack_str){line, (uint64_t)size});
}

PROVIDER("com.example.asking", "Asking", .perform = perform, .screen_changed = screen_changed)
