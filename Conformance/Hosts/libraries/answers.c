/* answers.c - answers questions in one odd way: with a status, an effect, a session, a request or a delay. The logged-out
 * interface is a screen with the button "go". */
#include "library.h"

#include <pthread.h>
#include <time.h>

typedef struct later {
  ack_effect effect;
  uint64_t more[4];
} later; /* a struct of a later minor version */

static void *use_host(void *argument) {
  const ack_host *h = argument;
  for (int i = 0; i < 2000; i++) {
    h->wake(h, 1000000), h->request_tick(h), h->get_extension(h, S("ack.none/1"));
    if (i % 500 == 0) h->log(h, ACK_LEVEL_DEBUG, S("from a thread"));
  }
  return NULL;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check_question(context) != ACK_OK) return check_question(context);
  const ack_host *h = self->host;
  ack_builder b = {0};
  const bool in = context->target == ACK_LOGGED_IN;
  if (IS("never-woken")) return ACK_PENDING;
  if (IS("hangs") && !in)
    for (;;) pause();
  if (IS("describe-unsupported")) return ACK_UNSUPPORTED;
  if (IS("describe-fails"))
    return ack_failed(h, ACK_FAILURE_LATER, "The kettle is cold", "nobody lit the fire", "light it");
  if (IS("invalidates-always")) h->invalidate(h, S(""));
  if (IS("floods"))
    for (int i = 0; i < 3000; i++)
      if (h->invalidate(h, S("")) == ACK_GONE) break;
  build_screen(&b, in ? "Signed in" : "Signed out");
  ack_give(&b, out);
  return IS("describe-status-7") ? 7 : IS("describe-status-minus-77") ? -77 : ACK_OK;
}

static ack_status say(const ack_reply *reply, const char *text) { return ack_message(reply, ACK_LEVEL_WARNING, text); }

static ack_status fail_with(const ack_host *h, uint32_t category, int64_t retry_after, const char *code) {
  const ack_failure failure = {.struct_size = sizeof failure,
                               .category = category,
                               .retry_after = retry_after,
                               .what = S("It is not done"),
                               .why = S("nobody did it"),
                               .fix = S("do it"),
                               .code = ack_text(code)};
  h->fail(h, &failure);
  return ACK_FAILED;
}

static ack_status log_in(const ack_reply *reply) {
  static char longest[(16 << 10) + 1];
  memset(longest, 'x', sizeof longest);
  const ack_pair same[] = {{S("a"), S("1")}, {S("a"), S("2")}};
  ack_session s = {.struct_size = sizeof s, .subject = S("ann"), .secret = S("hush-hush")};
  if (IS("login-no-subject")) s.subject = S("");
  if (IS("login-small-session")) s.struct_size = 24;
  if (IS("login-bad-utf8")) s.subject = S("an\xC3\x28");
  if (IS("login-control")) s.subject = S("an\x1B[2Jn");
  if (IS("login-long-subject")) s.subject = (ack_str){longest, 513};
  if (IS("login-long-secret")) s.secret = (ack_str){longest, sizeof longest};
  if (IS("login-attribute-twice")) s.attributes = same, s.attribute_count = 2;
  if (IS("login-attribute-count")) s.attributes = same, s.attribute_count = UINT64_MAX / 8;
  if (IS("login-null-attributes")) s.attribute_count = 1;
  if (IS("login-expired")) s.expires_at = 1;
  if (IS("login-negative-time")) s.expires_at = -1;
  if (IS("login-null-text")) s.display_name = (ack_str){NULL, 9};
  return ack_login(reply, &s);
}

static ack_status add_odd(const ack_reply *reply) {
  static char longest[(16 << 10) + 1];
  memset(longest, 'x', sizeof longest);
  later l = {
      .effect = {
          .struct_size = sizeof l, .severity = ACK_LEVEL_WARNING, .kind = S("message"), .text = S("From later")}};
  ack_effect *e = &l.effect;
  if (IS("effect-small")) e->struct_size = 40;
  if (IS("effect-severity")) e->severity = 42;
  if (IS("effect-bad-utf8")) e->text = S("bad \xC3\x28");
  if (IS("effect-null-text")) e->text = (ack_str){NULL, 4};
  if (IS("effect-huge-text")) e->text.len = (uint64_t)1 << 62;
  if (IS("effect-long-text")) e->text = (ack_str){longest, sizeof longest};
  if (IS("effect-control")) e->text = S("red \x1B[31m bell \x07 end");
  if (IS("effect-unused")) e->target = S("nobody");
  if (IS("effect-target")) *e = (ack_effect){.struct_size = sizeof *e, .kind = S("leave"), .target = S("sideways")};
  if (IS("effect-show-nothing")) *e = (ack_effect){.struct_size = sizeof *e, .kind = S("show"), .target = S("present")};
  if (IS("effect-no-kind")) e->kind = S("");
  return reply->add(reply, e);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)action;
  const ack_host *h = self->host;
  ack_session session = {.struct_size = sizeof session, .subject = S("thread"), .secret = S("hush-hush")};
  if (IS("perform-status-7")) return say(reply, "must not be shown"), 7;
  if (IS("perform-status-minus-77")) return say(reply, "must not be shown"), -77;
  if (IS("perform-fails"))
    return say(reply, "must not be shown"), ack_failed(h, 0, "Nothing was done", "no reason", "none");
  if (IS("fails-silently")) return ACK_FAILED;
  if (IS("fails-input")) return fail_with(h, ACK_FAILURE_INPUT, 0, "com.example.typo");
  if (IS("fails-denied")) return fail_with(h, ACK_FAILURE_DENIED, 0, "com.example.locked");
  if (IS("fails-later")) return fail_with(h, ACK_FAILURE_LATER, 90000, "");
  if (IS("fails-provider")) return fail_with(h, ACK_FAILURE_PROVIDER, 0, "");
  if (IS("fails-category-99")) return fail_with(h, 99, 0, "");
  if (IS("fails-retry-huge")) return fail_with(h, ACK_FAILURE_LATER, INT64_MAX, "");
  if (IS("fails-control")) return ack_failed(h, 0, "It \x1B[31m is red", "it has\x07 a bell", "bad \xC3\x28");
  if (IS("action-never-woken")) return ACK_PENDING;
  if (IS("action-hangs"))
    for (;;) pause();
  if (IS("pending-login")) {
    if (self->turns++ > 0) return say(reply, "asked again");
    session.subject = S("dropped");
    ack_login(reply, &session);
    h->wake(h, context->sequence);
    return ACK_PENDING;
  }
  if (IS("wakes-often")) { /* woken and not ready, twenty times */
    if (self->turns++ > 20) return say(reply, "ready at last");
    h->wake(h, context->sequence);
    return ACK_PENDING;
  }
  if (IS("always-woken")) return h->wake(h, context->sequence), ACK_PENDING;
  if (IS("wakes-others")) return h->wake(h, 999999), h->wake(h, 0), say(reply, "still here");
  if (IS("requests-login")) return h->request_login(h, &session), say(reply, "requested");
  if (IS("requests-bad-session")) {
    session.reserved0 = 1;
    EXPECT(h->request_login(h, &session) == ACK_MISUSE, "request_login takes a session whose reserved member is 1");
    session.reserved0 = 0;
    session.subject = S("");
    EXPECT(h->request_login(h, &session) == ACK_MISUSE, "request_login takes a session that breaks section 7");
    EXPECT(h->invalidate(h, (ack_str){"0123456789012345678901234567890123456789012345678901234567890123456789", 70}) ==
               ACK_MISUSE,
           "invalidate takes an id of 70 bytes");
    return say(reply, "refused");
  }
  if (IS("logs-oddly")) {
    static char longest[1 << 20];
    memset(longest, 'x', sizeof longest);
    h->log(h, ACK_LEVEL_WARNING, S("a \x1B[31m red \xC3\x28 log"));
    h->log(h, 77, (ack_str){longest, sizeof longest});
    h->log(h, -5, S(""));
    return say(reply, "logged");
  }
  if (IS("many-threads")) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, use_host, (void *)h);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    return say(reply, "threads are done");
  }
  if (IS("effect-unknown")) {
    EXPECT(ack_add_effect(reply, "com.example.confetti", "everywhere", "red") == ACK_UNSUPPORTED,
           "an unknown effect is not answered ACK_UNSUPPORTED");
    return say(reply, "after confetti");
  }
  if (IS("effects-257")) {
    ack_status status = ACK_OK;
    for (int i = 0; i < 257; i++) status = say(reply, "must not be shown");
    EXPECT(status == ACK_LIMIT, "effect 257 is answered %d", (int)status);
    return ACK_OK;
  }
  if (IS("effect-after-fault")) { /* the whole answer is refused, and every later call answers the same */
    say(reply, "must not be shown");
    const ack_status status = ack_leave(reply, "sideways");
    EXPECT(status != ACK_OK && say(reply, "must not be shown") == status,
           "a call after a fault is not answered as the fault was");
    return ACK_OK;
  }
  if (IS("effect-bad-form")) {
    ack_builder b = {0};
    build_screen(&b, "must not be shown");
    ack_form form = ack_finish(&b);
    ((ack_node *)form.nodes)[1].end = 7;
    const ack_effect e = {.struct_size = sizeof e, .kind = S("show"), .target = S("present"), .form = &form};
    return reply->add(reply, &e), ACK_OK;
  }
  if (IS("login-not-last")) return log_in(reply), say(reply, "must not be shown"), ACK_OK;
  if (IS("login-and-logout")) return log_in(reply), ack_logout(reply), ACK_OK;
  if (IS("logout-with-text")) return ack_add_effect(reply, "logout", NULL, "bye"), ACK_OK;
  if (strncmp(MODE, "effect-", 7) == 0) return add_odd(reply);
  if (strncmp(MODE, "login-", 6) == 0 || strncmp(MODE, "configures-", 11) == 0 || IS("initial-2"))
    return log_in(reply), ACK_OK;
  return say(reply, "gone");
}

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  (void)self, (void)context;
  if (IS("configures-negative")) inout->duration = -1;
  if (IS("configures-long")) inout->delay = 60001;
  if (IS("configures-zero")) *inout = (ack_configuration){.struct_size = inout->struct_size};
  if (IS("configures-boolean")) inout->dismisses_presented = 2;
  if (IS("configures-style-99")) inout->style = 99;
  return ACK_OK;
}

static ack_status initial(ack_instance *self, const ack_context *context, uint32_t *out) {
  (void)self, (void)context;
  if (IS("initial-2")) *out = 2;
  return ACK_OK;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (IS("create-fails"))
    return ack_failed(creation->host, ACK_FAILURE_DENIED, "No instance was made", "it never is", "use another");
  return make_instance(creation, out);
}

static void destroy(ack_instance *self) {
  SEEN("destroyed");
  free_instance(self);
}

static void cancel(ack_instance *self, uint64_t sequence) { (void)self, (void)sequence, SEEN("cancelled"); }

static const ack_provider table = {.struct_size = sizeof table,
                                   .create = create,
                                   .destroy = destroy,
                                   .is_initially_logged_in = initial,
                                   .configuration = configuration,
                                   .describe = describe,
                                   .perform = perform,
                                   .cancel = cancel};

ACK_PROVIDER_NOTE(ID, "Answers", VERSION, "Example Ltd.");
ENTRY(table)
