/* locker.c - the provider that is kept, in C. locker.cpp, locker.rs and swift are the same: all print one transcript. */
#define ID "com.example.kept-c"
#define NAME "Locker"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "../../../Examples/Features/provider.h"

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "settings": [
    { "name": "greeting", "type": "text", "label": "Greeting", "default": "Welcome" },
    { "name": "shelves", "type": "integer", "label": "Shelves", "default": 2, "min": 1, "max": 9 }]);

/* The size of a text, cut between two characters if it has more bytes. */
static int cut(ack_str text, uint64_t most) {
  if (text.len <= most) return (int)text.len;
  while (most > 0 && ((unsigned char)text.ptr[most] & 0xC0) == 0x80) most--;
  return (int)most;
}

struct ack_instance {
  const ack_host *host;
  uint64_t asked; /* the question that waits; 0 = none */
  char greeting[64];
  int shelves;
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_FAILED;
  self->host = creation->host;
  const ack_str greeting = value_of(creation->settings, creation->setting_count, "greeting");
  const ack_str shelves = value_of(creation->settings, creation->setting_count, "shelves");
  snprintf(self->greeting, sizeof self->greeting, "%.*s", cut(greeting, 60), greeting.len > 0 ? greeting.ptr : "");
  self->shelves = shelves.len == 1 ? shelves.ptr[0] - '0' : 0; /* the note allows 1 to 9 */
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  (void)self;
  const ack_status said = check_context(context);
  if (said != ACK_OK) return said;
  if (!ACK_HAS(inout, ack_configuration, delay)) return ACK_MISUSE;
  const bool is_in = context->target == ACK_LOGGED_IN;
  inout->style = is_in ? ACK_STYLE_SLIDE_LEADING : ACK_STYLE_FADE;
  inout->duration = is_in ? 200 : 300;
  inout->delay = 10;
  return ACK_OK;
}

/* ---- Describing ---- */

static void add_heading(ack_builder *f, const char *text) {
  ack_begin(f, ACK_KIND_TEXT, NULL);
  ack_set_text(f, ACK_NAME_STYLE, ACK_WORD_HEADING);
  ack_set_text(f, ACK_NAME_TEXT, text);
  ack_end(f);
}

static void add_button(ack_builder *f, const char *id, const char *label) {
  ack_begin(f, ACK_KIND_BUTTON, id);
  ack_set_text(f, ACK_NAME_LABEL, label);
  ack_open_map(f, ACK_NAME_ACTION);
  ack_set_text(f, ACK_NAME_NAME, id);
  if (strcmp(id, "ask") == 0) ack_set_int(f, ACK_NAME_DEADLINE, 60);
  end_button(f);
}

static void describe_splash(ack_builder *f) {
  begin_root(f, "launching", ACK_KIND_SCREEN, "splash", NAME);
  ack_begin(f, ACK_KIND_PROGRESS, NULL);
  ack_set_text(f, ACK_NAME_LABEL, "Opening");
  ack_end(f);
  ack_end(f);
}

static void add_inputs(ack_builder *f) {
  static const char *const sizes[2][2] = {{"small", "Small"}, {"large", "Large"}};
  add_field(f, "name", "Your name", ACK_WORD_USERNAME, "Enter your name");
  ack_begin(f, ACK_KIND_FIELD, "word");
  ack_set_text(f, ACK_NAME_LABEL, "Password");
  ack_open_map(f, ACK_NAME_INPUT);
  ack_set_text(f, ACK_NAME_NAME, "word");
  ack_set_text(f, ACK_NAME_CONTENT, ACK_WORD_PASSWORD);
  ack_open_list(f, ACK_NAME_RULES);
  ack_add_map(f);
  ack_set_text(f, ACK_NAME_RULE, ACK_WORD_REQUIRED);
  ack_close(f), ack_close(f), ack_close(f);
  ack_end(f);
  ack_begin(f, ACK_KIND_TOGGLE, "stay");
  ack_set_text(f, ACK_NAME_LABEL, "Stay signed in");
  ack_open_map(f, ACK_NAME_INPUT);
  ack_set_text(f, ACK_NAME_NAME, "stay");
  ack_set_bool(f, ACK_NAME_VALUE, 1);
  ack_close(f);
  ack_end(f);
  ack_begin(f, ACK_KIND_CHOICE, "size");
  ack_set_text(f, ACK_NAME_LABEL, "Size");
  ack_open_map(f, ACK_NAME_INPUT);
  ack_set_text(f, ACK_NAME_NAME, "size");
  ack_set_text(f, ACK_NAME_VALUE, "small");
  ack_open_list(f, ACK_NAME_OPTIONS);
  for (int i = 0; i < 2; i++) {
    ack_add_map(f);
    ack_set_text(f, ACK_NAME_VALUE, sizes[i][0]);
    ack_set_text(f, ACK_NAME_LABEL, sizes[i][1]);
    ack_close(f);
  }
  ack_close(f), ack_close(f);
  ack_end(f);
}

static void describe_logged_out(ack_builder *f, const ack_instance *self) {
  static const char *const sent[] = {"name", "word", "stay", "size"};
  begin_root(f, "logged-out", ACK_KIND_SCREEN, "door", NAME);
  ack_set_text(f, ACK_NAME_INITIAL_FOCUS, "name");
  ack_set_text(f, ACK_NAME_PRIMARY_ACTION, "enter");
  add_heading(f, self->greeting);
  ack_begin(f, ACK_KIND_GROUP, NULL);
  ack_set_text(f, ACK_NAME_LABEL, "Sign in");
  ack_set_text(f, ACK_NAME_STYLE, ACK_WORD_FORM);
  add_inputs(f);
  begin_button(f, "enter", "Enter", ACK_WORD_PRIMARY);
  ack_open_list(f, ACK_NAME_SENDS);
  for (int i = 0; i < 4; i++) ack_add_text(f, sent[i]);
  ack_close(f), ack_close(f);
  ack_open_map(f, ACK_NAME_ENABLED);
  ack_open_list(f, ACK_NAME_FILLED);
  for (int i = 0; i < 2; i++) ack_add_text(f, sent[i]);
  ack_close(f);
  end_button(f);
  ack_end(f);
  add_button(f, "ask", "Ask");
  add_button(f, "jam", "Jam");
  add_button(f, "wait", "Wait");
  add_button(f, "odd", "Odd");
  ack_begin(f, ACK_KIND_LINK, "help");
  ack_set_text(f, ACK_NAME_LABEL, "Help");
  ack_set_text(f, ACK_NAME_URL, "https://example.com/help");
  ack_end(f);
  ack_end(f);
}

static void add_shelves(ack_builder *f, int count) {
  ack_begin(f, ACK_KIND_LIST, NULL);
  ack_set_text(f, ACK_NAME_LABEL, "Shelves");
  for (int i = 1; i <= count; i++) {
    char id[24], label[24];
    snprintf(id, sizeof id, "shelf-%d", i);
    snprintf(label, sizeof label, "Shelf %d", i);
    ack_begin(f, ACK_KIND_ITEM, id);
    ack_set_text(f, ACK_NAME_LABEL, label);
    ack_open_map(f, ACK_NAME_ACTION);
    ack_set_text(f, ACK_NAME_NAME, "open");
    ack_open_map(f, ACK_NAME_PAYLOAD);
    ack_key(f, "shelf"), ack_add_text(f, id + strlen("shelf-"));
    ack_close(f), ack_close(f);
    ack_end(f);
  }
  ack_end(f);
}

static void describe_logged_in(ack_builder *f, const ack_instance *self, const ack_session *session) {
  static const ack_session nobody = {.struct_size = sizeof nobody};
  const ack_session *s = session != NULL ? session : &nobody;
  const ack_str size = value_of(s->attributes, s->attribute_count, "size");
  char hello[600], facts[1700]; /* a name and a subject have at most 512 bytes, an attribute 1024 */
  snprintf(hello, sizeof hello, "Hello, %.*s!", (int)s->display_name.len, s->display_name.ptr);
  snprintf(facts, sizeof facts, "%.*s, %.*s, %d, %d", (int)s->subject.len, s->subject.ptr, (int)size.len, size.ptr,
           (int)s->secret.len, (int)s->refresh_token.len);
  ack_set_text(f, ACK_NAME_ID, "logged-in");
  ack_set_text(f, ACK_NAME_LANG, "en");
  ack_begin(f, ACK_KIND_NAVIGATION, "stack");
  ack_begin(f, ACK_KIND_SCREEN, "home");
  ack_set_text(f, ACK_NAME_LABEL, NAME);
  add_heading(f, hello);
  add_text(f, facts);
  ack_begin(f, ACK_KIND_BANNER, NULL);
  ack_set_text(f, ACK_NAME_SEVERITY, ACK_WORD_INFO);
  ack_set_text(f, ACK_NAME_TEXT, "Close the door");
  ack_end(f);
  ack_begin(f, ACK_KIND_PROGRESS, NULL);
  ack_set_text(f, ACK_NAME_LABEL, "Used");
  ack_open_map(f, ACK_NAME_PROGRESS);
  ack_set_double(f, ACK_NAME_VALUE, 1);
  ack_set_double(f, ACK_NAME_TOTAL, 4);
  ack_close(f);
  ack_end(f);
  add_shelves(f, self->shelves);
  begin_button(f, "leave", "Leave", ACK_WORD_DESTRUCTIVE);
  ack_open_map(f, ACK_NAME_PAYLOAD);
  ack_key(f, "all"), ack_add_text(f, "yes");
  ack_close(f);
  end_button(f);
  ack_end(f);
  ack_end(f);
}

static void describe_shelf(ack_builder *f, ack_str number) {
  char label[32], code[32];
  snprintf(label, sizeof label, "Shelf %.*s", cut(number, 20), number.ptr);
  snprintf(code, sizeof code, "SHELF-%.*s", cut(number, 20), number.ptr);
  begin_root(f, "shelf", ACK_KIND_SCREEN, "shelf", label);
  ack_begin(f, ACK_KIND_CODE, NULL);
  ack_set_text(f, ACK_NAME_LABEL, "Code");
  ack_set_text(f, ACK_NAME_TEXT, code);
  ack_end(f);
  begin_button(f, "take", "Take", ACK_WORD_PRIMARY);
  end_button(f);
  ack_end(f);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  const ack_status said = ACK_HAS(out, ack_description, give) ? check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  if (context->screen.len > 0 && !ack_equal(context->screen, "shelf")) return ACK_UNSUPPORTED;
  ack_builder f = {0};
  if (context->screen.len > 0) describe_shelf(&f, S("?"));
  else if (context->target == ACK_LAUNCHING) describe_splash(&f);
  else if (context->target == ACK_LOGGED_IN) describe_logged_in(&f, self, context->session);
  else describe_logged_out(&f, self);
  return ack_give(&f, out);
}

/* ---- Answering ---- */

static ack_status fail(const ack_host *host, uint32_t category, int64_t retry_after, const char *const texts[4]) {
  const ack_failure failure = {sizeof failure, category, retry_after, ack_text(texts[0]), ack_text(texts[1]),
                               ack_text(texts[2]), ack_text(texts[3])};
  host->fail(host, &failure);
  return ACK_FAILED;
}

static ack_status enter(const ack_action *action, const ack_reply *reply) {
  const ack_str name = value_of(action->values, action->value_count, "name");
  const ack_str word = value_of(action->values, action->value_count, "word");
  const ack_str stay = value_of(action->values, action->value_count, "stay");
  const ack_pair size = {S("size"), value_of(action->values, action->value_count, "size")};
  char text[600];
  if (!ack_equal(word, "meow1234")) {
    snprintf(text, sizeof text, "%.*s, %.*s", cut(stay, 250), stay.ptr, cut(size.value, 250), size.value.ptr);
    ack_field_error(reply, "word", "This is not the password");
    return ack_message(reply, ACK_LEVEL_ERROR, text);
  }
  snprintf(text, sizeof text, "Dear %.*s", cut(name, 500), name.ptr);
  const ack_session session = {.struct_size = sizeof session, .subject = name, .display_name = ack_text(text),
                               .secret = S("secret"), .refresh_token = S("refresh"), .attributes = &size,
                               .attribute_count = 1};
  ack_message(reply, ACK_LEVEL_SUCCESS, "Come in");
  return ack_login(reply, &session);
}

static ack_status open_shelf(const ack_action *action, const ack_reply *reply) {
  ack_builder f = {0};
  describe_shelf(&f, value_of(action->payload, action->payload_count, "shelf"));
  return ack_show(reply, ACK_WORD_PUSH, &f);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  static const char *const jam[] = {"the door does not open", "it is jammed", "call the house", "com.example.jammed"};
  static const char *const busy[] = {"the door is busy", "somebody is in it", "come back", "com.example.busy"};
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "enter")) return enter(action, reply);
  if (ack_equal(action->name, "open")) return open_shelf(action, reply);
  if (ack_equal(action->name, "jam")) return fail(self->host, ACK_FAILURE_DENIED, 0, jam);
  if (ack_equal(action->name, "wait")) return fail(self->host, ACK_FAILURE_LATER, 1500, busy);
  if (ack_equal(action->name, "ask")) {
    if (self->asked == context->sequence) return self->asked = 0, ack_message(reply, ACK_LEVEL_INFO, "Asked");
    self->asked = context->sequence;
    self->host->wake(self->host, self->asked);
    return ACK_PENDING;
  }
  if (ack_equal(action->name, "take")) {
    self->host->invalidate(self->host, S(""));
    ack_leave(reply, ACK_WORD_POP);
    return ack_message(reply, ACK_LEVEL_SUCCESS, "Taken");
  }
  if (ack_equal(action->name, "leave"))
    return ack_equal(value_of(action->payload, action->payload_count, "all"), "yes") ? ack_logout(reply) : ACK_OK;
  return ACK_UNSUPPORTED;
}

static void cancel(ack_instance *self, uint64_t sequence) {
  if (self->asked == sequence) self->asked = 0;
}

static ack_status refresh_session(ack_instance *self, const ack_context *context, const ack_session *session,
                                  const ack_reply *reply) {
  (void)self;
  const ack_status said = check_context(context);
  if (said != ACK_OK) return said;
  if (!ACK_HAS(session, ack_session, secret_expires_at) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  if (!ack_equal(session->refresh_token, "refresh")) return ack_logout(reply);
  ack_session renewed = {.struct_size = sizeof renewed, .subject = session->subject,
                         .display_name = session->display_name, .secret = S("second"),
                         .refresh_token = session->refresh_token, .attributes = session->attributes,
                         .attribute_count = session->attribute_count};
  return ack_login(reply, &renewed);
}

static void say(const ack_instance *self, const char *what, ack_str text) {
  char line[600];
  const int size = snprintf(line, sizeof line, "%s %.*s", what, (int)text.len, text.ptr);
  self->host->log(self->host, ACK_LEVEL_INFO, (ack_str){line, (uint64_t)size});
}

static ack_status session_ended(ack_instance *self, const ack_context *context, const ack_session *session) {
  const ack_status said = check_context(context);
  if (said != ACK_OK) return said;
  return say(self, "ended", session->subject), ACK_OK;
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  if (check_context(context) == ACK_OK) say(self, "event", event);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .configuration = configuration,
    .describe = describe, .perform = perform, .cancel = cancel, .notify = notify, .session_ended = session_ended,
    .refresh_session = refresh_session,
};
