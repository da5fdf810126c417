/* right.c - keeps every rule, uses most of what the ABI has, and watches how the host keeps its own. */
#include "library.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int inside; /* calls that are running: never two */
static uint64_t last_sequence;
static const ack_description *kept_description;
static const ack_reply *kept_reply;
static const ack_host *kept_host;

static void enter(const char *call) {
  EXPECT(atomic_fetch_add(&inside, 1) == 0, "%s is called while another call runs", call);
}
static ack_status leave(ack_status status) { return atomic_fetch_sub(&inside, 1), status; }

static bool is_there(ack_str text) { return text.len == 0 || text.ptr != NULL; }

static void look_at(ack_instance *self, const ack_context *c, const char *call, bool is_question) {
  if (c == NULL || !ACK_HAS(c, ack_context, screen)) {
    BREACH("%s has no context, or too small a one", call);
    return;
  }
  EXPECT(self != NULL && self->host != NULL, "%s has another instance than create made", call);
  EXPECT(c->flags == 0, "%s has flags", call);
  EXPECT(c->purpose == ACK_PURPOSE_SIGN_IN, "%s has the purpose %d", call, (int)c->purpose);
  EXPECT(c->target >= ACK_LOGGED_OUT && c->target <= ACK_LAUNCHING, "%s has the target %d", call, (int)c->target);
  EXPECT(c->traits != NULL && ACK_HAS(c->traits, ack_traits, time_zone), "%s has no traits, or too small ones", call);
  EXPECT(c->session == NULL || ACK_HAS(c->session, ack_session, secret_expires_at), "%s has too small a session", call);
  EXPECT(c->session == NULL || c->target != ACK_LOGGED_OUT, "%s has a session in the wrong state", call);
  EXPECT(c->screen.len == 0 || strcmp(call, "screen_changed") == 0, "%s names a screen that nobody asked for", call);
  if (!is_question) return;
  if (self->pending != 0) {
    EXPECT(c->sequence == self->pending, "%s is asked while %llu is pending", call, (unsigned long long)self->pending);
  } else {
    EXPECT(c->sequence > last_sequence || self->turns == 0, "%s has the sequence of an earlier question", call);
  }
  last_sequence = c->sequence, self->turns++;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  enter("create");
  EXPECT(creation != NULL && ACK_HAS(creation, ack_creation, granted_count), "create has too small a creation");
  const ack_host *h = creation->host;
  EXPECT(h != NULL && ACK_HAS(h, ack_host, get_extension), "create has no host, or too small a one");
  EXPECT(creation->flags == 0, "create has flags");
  EXPECT(creation->setting_count == 0 || creation->settings != NULL, "settings have a count and no pointer");
  EXPECT(h->known_kinds >= ACK_KIND_SECRET && h->known_names >= ACK_NAME_WEIGHT,
         "the host lacks kinds or names of 1.0");
  EXPECT(h->request_login && h->request_logout && h->update_session && h->invalidate && h->wake && h->request_tick &&
             h->log && h->fail && h->get_extension,
         "a function of the host is missing");
  EXPECT(h->get_extension(h, S("ack.none/1")) == NULL, "an unknown extension is not NULL");
  const ack_host_info *info = h->get_extension(h, S("ack.host-info/1"));
  EXPECT(info == NULL || (ACK_HAS(info, ack_host_info, question_limit) && info->nodes >= 10000 && info->depth >= 64 &&
                          info->values >= 100000 && info->text_total >= 1 << 20 && info->text >= 16 << 10 &&
                          info->label >= 512 && info->id >= 64 && info->effects >= 256),
         "the host takes less than version 1.0 does");
  h->log(h, ACK_LEVEL_DEBUG, S("made"));
  h->wake(h, 999999);
  kept_host = h;
  return leave(make_instance(creation, out));
}

static void destroy(ack_instance *self) {
  enter("destroy");
  const ack_host *h = self->host;
  EXPECT(self->pending == 0, "destroy comes while a question is pending");
  EXPECT(h->request_logout(h) == ACK_GONE, "the host is not gone in destroy");
  EXPECT(h->invalidate(h, S("")) == ACK_GONE && h->wake(h, 1) == ACK_GONE && h->request_tick(h) == ACK_GONE,
         "the host is not gone in destroy");
  SEEN("destroyed");
  free_instance(self);
  leave(ACK_OK);
}

static void add_input(ack_builder *b, ack_kind kind, const char *id, const char *content, const char *value) {
  ack_begin(b, kind, id);
  ack_set_text(b, ACK_NAME_LABEL, id);
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, id);
  if (content != NULL) ack_set_text(b, ACK_NAME_CONTENT, content);
  if (value != NULL) ack_set_text(b, ACK_NAME_VALUE, value);
  ack_close(b);
  ack_end(b);
}

static void describe_logged_out(ack_builder *b) {
  static const char *const actions[] = {"say", "present", "point", "later", "early", "stray", "unknown"};
  ack_set_text(b, ACK_NAME_ID, "logged-out");
  begin_screen(b, "Welcome");
  add_text(b, "Line one\nline two \xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\xB1");
  add_input(b, ACK_KIND_FIELD, "name", "username", NULL);
  add_input(b, ACK_KIND_FIELD, "word", "password", NULL);
  add_input(b, ACK_KIND_FIELD, "city", NULL, "Ghent");
  add_input(b, ACK_KIND_TOGGLE, "stay", NULL, NULL);
  ack_begin(b, ACK_KIND_BUTTON, "enter");
  ack_set_text(b, ACK_NAME_LABEL, "Enter");
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, "come-in");
  ack_open_list(b, ACK_NAME_SENDS);
  ack_add_text(b, "name"), ack_add_text(b, "word"), ack_add_text(b, "stay");
  ack_close(b);
  ack_open_map(b, ACK_NAME_PAYLOAD);
  ack_key(b, "door"), ack_add_text(b, "east");
  ack_close(b);
  ack_close(b);
  ack_end(b);
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) add_button(b, actions[i]);
  ack_end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  enter("describe");
  look_at(self, context, "describe", true);
  EXPECT(out != NULL && ACK_HAS(out, ack_description, give) && out->give != NULL, "the description has no give");
  if (context->target == ACK_LAUNCHING) return leave(ACK_UNSUPPORTED);
  ack_builder b = {0};
  if (context->target == ACK_LOGGED_OUT) {
    describe_logged_out(&b);
  } else {
    char hello[600] = "Hello, nobody!";
    const ack_session *s = context->session;
    if (s != NULL) snprintf(hello, sizeof hello, "Hello, %.*s!", (int)s->subject.len, s->subject.ptr);
    EXPECT(s == NULL || ack_equal(s->secret, "hush-hush"), "the session has not the secret that the login gave");
    begin_screen(&b, hello);
    add_button(&b, "out");
    ack_end(&b);
  }
  kept_description = out;
  return leave(ack_give(&b, out));
}

static void *wake_later(void *unused) {
  (void)unused;
  nanosleep(&(struct timespec){0, 50000000}, NULL);
  kept_host->wake(kept_host, last_sequence);
  return NULL;
}

/* Pending the first time, with an answer that is to be dropped. */
static ack_status answer_later(ack_instance *self, const ack_context *context, const ack_reply *reply, bool is_early) {
  if (self->pending == context->sequence) {
    self->pending = 0;
    return ack_message(reply, ACK_LEVEL_INFO, "answered later");
  }
  ack_message(reply, ACK_LEVEL_INFO, "a dropped answer");
  self->pending = context->sequence;
  pthread_t thread;
  if (is_early) self->host->wake(self->host, context->sequence);
  else if (pthread_create(&thread, NULL, wake_later, NULL) == 0) pthread_detach(thread);
  return ACK_PENDING;
}

static ack_str value_of(const ack_action *action, const char *name) {
  for (uint64_t i = 0; i < action->value_count; i++)
    if (ack_equal(action->values[i].name, name)) return action->values[i].value;
  return S("(missing)");
}

static ack_status come_in(const ack_action *action, const ack_reply *reply) {
  const ack_str name = value_of(action, "name"), stay = value_of(action, "stay");
  EXPECT(action->value_count == 3 && !ack_equal(value_of(action, "word"), "(missing)") &&
             ack_equal(value_of(action, "city"), "(missing)"),
         "the values are not those that the action sends");
  EXPECT(ack_equal(stay, "false"), "a toggle that nobody touched is \"%.*s\"", (int)stay.len, stay.ptr);
  EXPECT(ack_equal(action->name, "come-in") && ack_equal(action->node_id, "enter"),
         "the action or its node has another name");
  EXPECT(action->payload_count == 1 && ack_equal(action->payload[0].name, "door") &&
             ack_equal(action->payload[0].value, "east"),
         "the payload is not as described");
  if (name.len == 0) return ack_field_error(reply, "name", "Who are you?");
  const ack_pair attribute = {S("tone"), S("soft")};
  const ack_session session = {.struct_size = sizeof session,
                               .subject = name,
                               .display_name = S("A name"),
                               .secret = S("hush-hush"),
                               .attributes = &attribute,
                               .attribute_count = 1};
  ack_message(reply, ACK_LEVEL_SUCCESS, "You are in");
  return ack_login(reply, &session);
}

static ack_status answer(ack_instance *self, const ack_context *context, const ack_action *action,
                         const ack_reply *reply) {
  const ack_str name = action->name;
  if (ack_equal(name, "come-in")) return come_in(action, reply);
  EXPECT(action->value_count == 0, "an action that sends nothing has values");
  if (ack_equal(name, "out")) return ack_logout(reply);
  if (ack_equal(name, "say")) return ack_message(reply, ACK_LEVEL_WARNING, "Mind the gap");
  if (ack_equal(name, "point")) return ack_field_error(reply, "name", "Too short");
  if (ack_equal(name, "later")) return answer_later(self, context, reply, false);
  if (ack_equal(name, "early")) return answer_later(self, context, reply, true);
  if (ack_equal(name, "present")) {
    ack_builder b = {0};
    ack_begin(&b, ACK_KIND_SCREEN, "above");
    ack_set_text(&b, ACK_NAME_LABEL, "Above");
    ack_end(&b);
    return ack_show(reply, "present", &b);
  }
  if (ack_equal(name, "stray")) { /* a table of another call is closed */
    ack_builder b = {0};
    build_screen(&b, "A stray description");
    EXPECT(ack_give(&b, kept_description) == ACK_GONE, "give after its call is not answered ACK_GONE");
    return ack_message(reply, ACK_LEVEL_INFO, "strayed");
  }
  return ACK_UNSUPPORTED;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  enter("perform");
  look_at(self, context, "perform", true);
  EXPECT(action != NULL && ACK_HAS(action, ack_action, payload_count) && is_there(action->name) &&
             is_there(action->node_id),
         "perform has no action, or too small a one");
  EXPECT(reply != NULL && ACK_HAS(reply, ack_reply, add) && reply->add != NULL, "the reply has no add");
  kept_reply = reply;
  return leave(answer(self, context, action, reply));
}

static void cancel(ack_instance *self, uint64_t sequence) {
  enter("cancel");
  EXPECT(sequence == self->pending, "what is cancelled is not pending");
  self->pending = 0;
  leave(ACK_OK);
}

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  enter("configuration");
  look_at(self, context, "configuration", true);
  EXPECT(ACK_HAS(inout, ack_configuration, delay), "the configuration is too small");
  EXPECT(inout->style == ACK_STYLE_CROSS_DISSOLVE && inout->duration == 600 && inout->delay == 0 &&
             inout->dismisses_presented == 1,
         "the configuration is not preset to its defaults");
  inout->duration = 250;
  return leave(ACK_OK);
}

static ack_status initial(ack_instance *self, const ack_context *context, uint32_t *out) {
  enter("is_initially_logged_in");
  look_at(self, context, "is_initially_logged_in", true);
  EXPECT(*out <= 1, "the initial state is preset to neither 0 nor 1");
  return leave(ACK_OK);
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  enter("notify");
  look_at(self, context, "notify", false);
  const ack_reply *reply = kept_reply;
  if (reply != NULL)
    EXPECT(ack_message(reply, ACK_LEVEL_INFO, "late") == ACK_GONE, "add after its call is not answered ACK_GONE");
  SEEN("event %.*s", (int)event.len, event.ptr);
  leave(ACK_OK);
}

static ack_status session_ended(ack_instance *self, const ack_context *context, const ack_session *session) {
  enter("session_ended");
  look_at(self, context, "session_ended", true);
  EXPECT(session != NULL && ACK_HAS(session, ack_session, secret_expires_at),
         "session_ended has no session, or too small a one");
  EXPECT(ack_equal(session->secret, "hush-hush") && session->attribute_count == 1,
         "the session is not the one of the login");
  SEEN("ended %.*s", (int)session->subject.len, session->subject.ptr);
  return leave(ACK_OK);
}

static const ack_provider table = {
    .struct_size = sizeof table,
    .create = create,
    .destroy = destroy,
    .is_initially_logged_in = initial,
    .configuration = configuration,
    .describe = describe,
    .perform = perform,
    .cancel = cancel,
    .notify = notify,
    .session_ended = session_ended,
};

ACK_PROVIDER_NOTE(ID, "Right", VERSION, "Example Ltd.");
ENTRY(table)
