/* nonconforming.c - one library that keeps every rule of the ABI, and breaks one when it has another name.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o conforming.so \
 *     Tests/Fixtures/nonconforming.c -lpthread && cp conforming.so nc-any-magic.so
 *
 * The library looks at its own file's name, nc-MODE.so: a child of the conformance suite has nothing else that could
 * tell it. Any other name is a provider that passes every check and leaves none out. */
#define _GNU_SOURCE /* dladdr */
#include "nonconforming_base.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Describing ---- */

static const ack_description *the_description;

static void give_elsewhere(void) { the_description->give(the_description, NULL); }

static ack_str filler(size_t length) {
  static char bytes[1024];
  memset(bytes, 'x', sizeof bytes);
  return (ack_str){bytes, length};
}

static void begin_field(ack_builder *b, const char *name, const char *label, const char *content) {
  ack_begin_str(b, ACK_KIND_FIELD, IS("same-id") ? S("email") : str(name));
  if (!IS("no-label") || strcmp(name, "email") != 0) ack_set_str(b, ACK_NAME_LABEL, str(label));
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_str(b, ACK_NAME_NAME, str(name));
  ack_set_str(b, ACK_NAME_CONTENT, str(content));
  if (IS("secret-value") && strcmp(content, "password") == 0) ack_set_text(b, ACK_NAME_VALUE, "1234");
  ack_close(b);
  ack_end(b);
}

static void add_button(ack_builder *b, const char *id, const char *label, const char *action, bool sends) {
  ack_begin_str(b, ACK_KIND_BUTTON, str(id));
  ack_set_str(b, ACK_NAME_LABEL, str(label));
  if (IS("says-disabled")) ack_key(b, "disabled"), ack_add_bool(b, true);
  if (IS("no-action") && sends) {
    ack_end(b);
    return;
  }
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_str(b, ACK_NAME_NAME, str(action));
  if (sends) {
    ack_open_list(b, ACK_NAME_SENDS);
    ack_add_text(b, "email");
    ack_add_str(b, IS("no-such-input") ? S("passwort") : S("password"));
    ack_close(b);
  }
  ack_close(b);
  ack_end(b);
}

/* What is wrong inside the logged-out screen. */
static void describe_trouble(ack_instance *self, ack_builder *b) {
  if (IS("key-twice")) ack_set_text(b, ACK_NAME_LABEL, "Door");
  if (IS("nan-property")) ack_key(b, "custom"), ack_add_double(b, (double)NAN);
  if (IS("wrong-type")) ack_set_int(b, ACK_NAME_HINT, 7);
  if (IS("long-label")) ack_set_str(b, ACK_NAME_PLACEHOLDER, filler(513));
  if (IS("unbalanced")) ack_close(b);
  if (IS("uses-freed")) {
    char *text = calloc(1, 64);
    memset(text, 'x', 64);
    free(text);
    add_text(b, (ack_str){text + 32, 8});
  }
  if (IS("bad-utf8")) add_text(b, S("Signed \xC3\x28 out"));
  if (IS("misplaced")) {
    ack_begin(b, ACK_KIND_ITEM, "stray");
    ack_set_text(b, ACK_NAME_LABEL, "Stray");
    ack_end(b);
  }
  if (IS("bad-id")) {
    ack_begin(b, ACK_KIND_TEXT, "a b");
    ack_set_text(b, ACK_NAME_TEXT, "x");
    ack_end(b);
  }
  if (IS("no-options")) {
    ack_begin(b, ACK_KIND_CHOICE, "size");
    ack_set_text(b, ACK_NAME_LABEL, "Size");
    ack_open_map(b, ACK_NAME_INPUT);
    ack_set_text(b, ACK_NAME_NAME, "size");
    ack_close(b);
    ack_end(b);
  }
  if (IS("bad-link")) {
    ack_begin(b, ACK_KIND_LINK, "help");
    ack_set_text(b, ACK_NAME_LABEL, "Help");
    ack_set_text(b, ACK_NAME_URL, "javascript:alert(1)");
    ack_end(b);
  }
  if (IS("unknown-kind")) {
    ack_begin_named(b, S("carousel"), S(""));
    ack_set_text(b, ACK_NAME_LABEL, "Pictures");
    ack_end(b);
  }
  if (IS("unknown-property")) ack_key(b, "sparkle"), ack_add_text(b, "much");
  if (IS("shows-pin")) begin_field(b, "pin", "PIN", "text");
  if (IS("remembers") && self->was_inside) add_text(b, S("Welcome back"));
  if (IS("counts-refusals") && self->refusals > 0) add_text(b, S("Something was refused"));
  if (IS("counting")) add_text(b, self->described % 2 == 0 ? S("even") : S("odd"));
  if (IS("thread-local")) add_text(b, on_thread != 0 ? S("here") : S("elsewhere"));
}

static void describe_logged_out(ack_instance *self, ack_builder *b) {
  if (IS("newer-schema")) ack_set_int(b, ACK_NAME_SCHEMA, 2);
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_set_text(b, ACK_NAME_ID, "logged-out");
  ack_begin(b, ACK_KIND_SCREEN, "door");
  ack_set_str(b, ACK_NAME_LABEL, IS("zero-in-label") ? (ack_str){"Door", sizeof "Door"} : S("Door"));
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "sign-in");
  describe_trouble(self, b);
  if (IS("names-picture") || IS("asset-unchecked")) {
    ack_begin(b, ACK_KIND_IMAGE, NULL);
    ack_open_map(b, ACK_NAME_MEDIA);
    ack_set_text(b, ACK_NAME_ASSET, "logo");
    ack_set_text(b, ACK_NAME_ALT, "A door");
    ack_close(b);
    ack_end(b);
  }
  begin_field(b, "email", "Email", "email");
  begin_field(b, "password", "Password", "password");
  add_button(b, "sign-in", "Sign in", "sign-in", true);
  add_button(b, "wait", "Wait", "wait", false);
  add_button(b, "fail", "Fail", "fail", false);
  ack_end(b);
  if (IS("two-roots")) {
    ack_begin(b, ACK_KIND_SCREEN, "second");
    ack_end(b);
  }
}

static char the_name[512];

static ack_status describe_logged_in(ack_instance *self, ack_builder *b, const ack_session *session) {
  ack_str name = S("friend");
  if (session != NULL || IS("session-needed")) name = session->display_name;
  if (session != NULL && IS("c-string")) name = str(session->display_name.ptr != NULL ? session->display_name.ptr : "");
  if (session != NULL && IS("shows-secret")) name = session->secret;
  if (session != NULL && session->secret.len > 0 && IS("writes-lent")) ((char *)session->secret.ptr)[0] = 'x';
  if (session != NULL && IS("small-buffer") && session->subject.len > 128) {
    return ack_failed(self->host, 0, "The subject is too long", "it has over 128 bytes", "use a shorter one");
  }
  if (session != NULL && IS("first-attribute") && session->attributes[0].value.len > 1024) return ACK_LIMIT;
  if (IS("cuts-name") && name.len > 20) name.len = 20;
  if (IS("global-name")) {
    if (the_name[0] == 0) snprintf(the_name, sizeof the_name, "%.*s", (int)name.len, name.ptr);
    name = str(the_name);
  }
  if (IS("keeps-pointer") && self->kept.ptr != NULL) name = self->kept;
  if (name.len > 512) name.len = 512;
  if (IS("first-session")) {
    if (self->first_length == 0) memcpy(self->first, name.ptr, self->first_length = name.len);
    name = (ack_str){self->first, self->first_length};
  }
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_set_text(b, ACK_NAME_ID, "logged-in");
  ack_begin(b, ACK_KIND_NAVIGATION, NULL);
  ack_begin(b, ACK_KIND_SCREEN, "home");
  ack_set_text(b, ACK_NAME_LABEL, "Home");
  add_text(b, name);
  add_button(b, "details", "Details", "details", false);
  add_button(b, "wait", "Wait", "wait", false);
  add_button(b, "leave", "Leave", "leave", false);
  for (int i = 0; i < 200 && IS("aborts-behind-list"); i++) {
    char row[16];
    snprintf(row, sizeof row, "open-%d", i);
    add_button(b, row, row, row, false);
  }
  bool is_member = session != NULL && equal(session->subject, S("member@example.com"));
  if (IS("aborts-behind-list") || (IS("member-aborts") && is_member)) add_button(b, "purge", "Purge", "purge", false);
  ack_end(b);
  ack_end(b);
  return ACK_OK;
}

static int most = INT_MAX;
static int raced;

static void *race_along(void *unused) {
  raced++;
  return unused;
}

static void race(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, race_along, NULL) != 0) return;
  raced++;
  pthread_join(thread, NULL);
}

static ack_status describe_launching(ack_instance *self, ack_builder *b, uint64_t sequence) {
  if (IS("splash-fails")) {
    return ack_failed(self->host, 0, "There is no splash", "this provider has none", "use another one");
  }
  if (!IS("splash-broken") && !waited(self, sequence)) return ACK_PENDING;
  ack_begin(b, IS("splash-broken") ? ACK_KIND_BUTTON : ACK_KIND_SCREEN, "splash");
  ack_set_text(b, ACK_NAME_LABEL, "Splash");
  ack_end(b);
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  self->was_asked = self->was_described = true;
  self->described++;
  if (!IS("structs-unchecked") && (!ACK_HAS(context, ack_context, screen) || !ACK_HAS(out, ack_description, give))) {
    return ACK_MISUSE;
  }
  if (IS("structs-exact") && (context->struct_size != sizeof *context || out->struct_size != sizeof *out)) {
    return ACK_MISUSE;
  }
  if (context->flags != 0 && !IS("any-flags")) return ACK_UNSUPPORTED;
  if (context->purpose != ACK_PURPOSE_SIGN_IN && !IS("any-purpose")) return ACK_UNSUPPORTED;
  if (IS("traits-index") && (context->traits->idiom < 0 || context->traits->idiom > 3)) abort();
  if (IS("describe-aborts")) {
    fputs("out of kittens\n", stderr);
    abort();
  }
  if (IS("describe-exits")) exit(0);
  while (IS("describe-hangs")) pause();
  if (IS("writes-channel") && write(3, "{\"result\":\"passed\"}\n", 20) < 0) return ACK_LIMIT;
  if (IS("sleeps-describe")) usleep(100 * 1000);
  if (IS("slow-describe") && !worked(self, context->sequence, 50 * 1000)) return ACK_PENDING;
  if (IS("overflows")) most++;
  if (IS("races")) race();
  if (IS("prints-rarely") && self->described % 50 == 0) puts("describing");
  if (IS("leaks-describe") && malloc(64) == NULL) return ACK_LIMIT;
  if (IS("global-host")) the_host->log(the_host, ACK_LEVEL_INFO, S("describing"));
  bool is_busy = IS("busy") && is_waiting(self);
  if (IS("invalidates")) self->host->invalidate(self->host, S(""));
  bool is_lost = (IS("needs-width") && context->traits != NULL && context->traits->columns == 20) ||
                 (IS("ends-with-session") && self->has_session_ended);
  if (IS("describe-fails") || is_busy || is_lost || (IS("splash-stuck") && self->has_cancelled_splash)) {
    return ack_failed(self->host, 0, "Nothing is described", "it never is", "use another provider");
  }
  self->description = the_description = out;
  if (IS("gives-on-thread")) on_other_thread(give_elsewhere);
  ack_builder b = {0};
  ack_status status = ACK_OK;
  switch (context->target) {
    case ACK_LOGGED_OUT: describe_logged_out(self, &b); break;
    case ACK_LOGGED_IN: status = describe_logged_in(self, &b, context->session); break;
    case ACK_LAUNCHING: status = describe_launching(self, &b, context->sequence); break;
    default:
      if (!IS("any-target")) return ACK_UNSUPPORTED;
      describe_logged_out(self, &b);
  }
  if (status != ACK_OK) {
    ack_discard(&b);
    return status;
  }
  if (IS("misplaced-record") && b.node_count > 1) b.nodes[1].parent = 7;
  status = ack_give(&b, out);
  if (IS("gives-twice")) give_elsewhere();
  if (IS("refused-aborts") && status != ACK_OK) abort();
  return IS("refused-ok") ? ACK_OK : status;
}

/* ---- Answering actions ---- */

static ack_str value_of(const ack_action *action, ack_str name) {
  for (uint64_t i = 0; i < action->value_count; i++) {
    if (equal(action->values[i].name, name)) return action->values[i].value;
  }
  return S("");
}

static ack_status say(const ack_reply *reply, ack_str text) {
  const ack_effect effect = {
      .struct_size = sizeof effect, .severity = ACK_LEVEL_INFO, .kind = S(ACK_EFFECT_MESSAGE), .text = text};
  return reply->add(reply, &effect);
}

static ack_status sign_in(ack_instance *self, const ack_action *action, const ack_reply *reply) {
  ack_str email = value_of(action, S("email"));
  if (IS("fuzz-aborts") && email.len > 0 && memchr(email.ptr, '\0', email.len) != NULL) abort();
  ack_str password = value_of(action, S("password"));
  if (IS("shows-password") && password.len > 0) return say(reply, password);
  if (email.len == 0) return ack_field_error(reply, IS("wrong-input") ? "name" : "email", "Enter your email address");
  if (IS("member-aborts") && !equal(password, S("correct-horse"))) {
    return ack_field_error(reply, "password", "That is not the password");
  }
  if (IS("overruns") && password.len > 0) self->kept_length = strlen(password.ptr);
  for (int i = 0; i < 5000 && IS("floods"); i++) self->host->invalidate(self->host, S(""));
  ack_session session = session_of(IS("bad-session") ? S("") : email);
  if (IS("expired-session")) session.expires_at = 1;
  if (IS("bad-request")) {
    session.struct_size = 16;
    self->host->request_login(self->host, &session);
    session.struct_size = sizeof session;
  }
  if (IS("member-aborts")) session.secret = S("member-session-secret");
  ack_status status = ack_login(reply, &session);
  return IS("after-login") ? ack_message(reply, ACK_LEVEL_INFO, "Welcome") : status;
}

static ack_status show_details(const ack_reply *reply) {
  if (IS("selects-nothing")) return ack_select(reply, "tabs", "third");
  if (IS("unknown-how")) return ack_leave(reply, "sideways");
  if (IS("pops-nothing")) return ack_leave(reply, "pop");
  if (IS("bad-severity")) return ack_message(reply, 42, "how severe");
  ack_builder b = {0};
  if (IS("shows-nothing")) return ack_show(reply, "push", &b), ACK_OK;
  ack_begin(&b, ACK_KIND_SCREEN, "details");
  ack_set_text(&b, ACK_NAME_LABEL, "Details");
  if (IS("aborts-on-pushed")) add_button(&b, "purge", "Purge", "purge", false);
  ack_end(&b);
  return ack_show(reply, "push", &b);
}

static ack_status wait_for(ack_instance *self, uint64_t sequence, const ack_reply *reply) {
  bool is_new = find(self, sequence) == NULL;
  if (IS("cancel-stuck") && self->cancels > 0) return ACK_MISUSE;
  if (IS("one-slot") && is_new && is_waiting(self)) return ACK_MISUSE;
  if (IS("writes-early") && is_new) ack_message(reply, ACK_LEVEL_INFO, "Please wait");
  if (IS("perform-never")) return ACK_PENDING;
  bool is_slow = IS("works-on") || IS("answers-late");
  if (is_slow ? !worked(self, sequence, 1500 * 1000) : !waited(self, sequence)) return ACK_PENDING;
  return ack_message(reply, ACK_LEVEL_SUCCESS, "Done");
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  self->was_asked = true;
  if (!IS("structs-unchecked") &&
      (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add))) {
    return ACK_MISUSE;
  }
  self->reply = reply;
  if (IS("overruns-values") && action->value_count > 0) {
    self->kept_length = action->values[action->value_count].name.len;
  }
  if (equal(action->name, S("sign-in"))) return sign_in(self, action, reply);
  if (IS("answers-misuse") && equal(action->name, S("details"))) return ACK_MISUSE;
  if (IS("names-unknown") && equal(action->name, S("details"))) return ACK_UNSUPPORTED;
  if (equal(action->name, S("details"))) return show_details(reply);
  if (equal(action->name, S("wait"))) return wait_for(self, context->sequence, reply);
  if (equal(action->name, S("leave"))) return ack_logout(reply);
  if (IS("leaks-exception") && equal(action->name, S("fail"))) {
    return ack_failed(self->host, 0, "the provider has a fault", "stoi", "report it to its makers");
  }
  if (equal(action->name, S("fail"))) {
    if (!IS("silent-failure")) {
      ack_failed(self->host, 0, "It failed", "it was asked to", "do not ask it to");
    }
    return ACK_FAILED;
  }
  if (IS("unknown-action-aborts")) abort();
  if (equal(action->name, S("purge"))) {
    if (context->session != NULL) fprintf(stderr, "purging with %s\n", context->session->secret.ptr);
    abort();
  }
  if (IS("aborts-behind-list") && action->name.len > 5 && memcmp(action->name.ptr, "open-", 5) == 0) {
    return say(reply, action->name);
  }
  self->refusals++;
  return IS("agrees") ? ACK_OK : ACK_UNSUPPORTED;
}

/* ---- The other functions ---- */

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!IS("creation-unchecked") && !ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  if (IS("host-unchecked")) host->log(host, ACK_LEVEL_DEBUG, S("created"));
  if (!ACK_HAS(host, ack_host, get_extension)) return ACK_MISUSE;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  if (IS("create-fails")) {
    return ack_failed(host, 0, "The instance was not made", "this provider never makes one", "use another provider");
  }
  if (IS("create-pends")) return ACK_PENDING;
  if (IS("setting-buffer") && creation->setting_count > 0) {
    char ticket[64];
    memcpy(ticket, creation->settings[0].value.ptr, creation->settings[0].value.len);
    host->log(host, ACK_LEVEL_DEBUG, (ack_str){ticket, 1});
  }
  if (IS("needs-setting") && creation->setting_count == 0) return ACK_FAILED;
  if (IS("logs-setting") && creation->setting_count > 0) host->log(host, ACK_LEVEL_DEBUG, creation->settings[0].value);
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL || (IS("leaks-create") && malloc(64) == NULL)) return ACK_LIMIT;
  if (IS("leaks-descriptor") && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0) return ACK_LIMIT;
  self->host = the_host = host;
  on_thread = 1;
  *out = self;
  return ACK_OK;
}

static void *wake_late(void *host) {
  if (((const ack_host *)host)->wake(host, 1) != ACK_OK) abort();
  return NULL;
}

static void destroy(ack_instance *self) {
  if (IS("unused-aborts") && !self->was_asked) abort();
  pthread_t thread;
  if (IS("late-aborts") && self->cancels == 5 && pthread_create(&thread, NULL, wake_late, (void *)self->host) == 0) {
    pthread_detach(thread);
  }
  for (size_t i = 0; i < MOST_PENDING; i++) {
    if (the_slots[i].owner == self) the_slots[i].owner = NULL;
  }
  free(self);
}

static ack_status is_initially_logged_in(ack_instance *self, const ack_context *context, uint32_t *out) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  self->was_asked = true;
  *out = IS("initial-seven") ? 7 : context->session != NULL ? 1 : 0;
  if (IS("flips-state")) *out = self->states++ % 2;
  return ACK_OK;
}

static void fail_on_thread(void) { ack_failed(the_host, 0, "It failed", "on a thread", "wait"); }

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  const ack_host *host = self->host;
  self->was_asked = true;
  if (!IS("structs-unchecked") && !ACK_HAS(inout, ack_configuration, delay)) return ACK_MISUSE;
  if (IS("config-never") && context->target == ACK_LOGGED_OUT) return ACK_PENDING;
  if (IS("config-always") && context->target == ACK_LOGGED_OUT) {
    host->wake(host, context->sequence);
    return ACK_PENDING;
  }
  inout->duration = IS("negative-duration") ? -1 : 250;
  if (IS("long-delay")) inout->delay = 250000;
  if (IS("boolean-2")) inout->dismisses_presented = 2;
  if (IS("config-size")) inout->struct_size = 16;
  if (IS("config-beyond")) memset(inout + 1, 0, 8);
  if (IS("status-seven")) return 7;
  if (IS("status-below")) return -77;
  if (IS("fail-and-ok")) ack_failed(host, 0, "It failed", "or not", "who knows");
  if (IS("fail-on-thread")) on_other_thread(fail_on_thread);
  if (IS("refusal-aborts") && host->invalidate(host, S("")) != ACK_OK) abort();
  if (IS("prints")) puts("configuring");
  if (IS("prints-errors")) fputs("configuring\n", stderr);
  char byte;
  if (IS("reads-input") && read(0, &byte, 1) < 0) return ACK_LIMIT;
  if (IS("changes-mask")) umask(0);
  if (IS("closes-output")) close(1);
  if (IS("sets-alarm")) alarm(3600);
  if (IS("wakes-other")) host->wake(host, UINT64_C(4242424242));
  return ACK_OK;
}

static void cancel(ack_instance *self, uint64_t sequence) {
  slot *found = find(self, sequence);
  if (found == NULL || found->owner != self) {
    if (IS("cancel-aborts")) abort();
    return;
  }
  found->owner = NULL;
  self->cancels++;
  self->has_cancelled_splash = true;
  if (IS("leaks-cancel") && malloc(64) == NULL) abort();
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  bool is_known = equal(event, S("did-login")) || equal(event, S("did-logout")) || equal(event, S("did-pop")) ||
                  equal(event, S("session-expires"));
  self->was_asked = true;
  if (IS("event-aborts") && !is_known) abort();
  if (equal(event, S("did-login"))) self->was_inside = true;
  if (IS("keeps-pointer") && context->session != NULL) self->kept = context->session->display_name;
}

static ack_status session_ended(ack_instance *self, const ack_context *context, const ack_session *session) {
  (void)session;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  self->was_asked = true;
  if (IS("round-aborts") || (IS("order-aborts") && !self->was_described)) abort();
  if (IS("sleeps")) usleep(1100 * 1000);
  self->has_session_ended = true;
  return ACK_OK;
}

static ack_status refresh_session(ack_instance *self, const ack_context *context, const ack_session *session,
                                  const ack_reply *reply) {
  (void)self;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (!IS("small-structs") && !ACK_HAS(session, ack_session, secret_expires_at)) return ACK_MISUSE;
  if (!ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  ack_session renewed = *session;
  renewed.struct_size = sizeof renewed;
  renewed.secret = S("token-renewed");
  if (IS("refreshes-other")) renewed.subject = S("somebody@example.com");
  return ack_login(reply, &renewed);
}

static ack_status asset(ack_instance *self, const ack_context *context, ack_str name, const ack_asset *out) {
  (void)self, (void)name;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  return out->give(out, "", 0);
}

static void tick(ack_instance *self) {
  if (IS("tick-aborts") && !self->was_asked) abort();
  if (IS("gives-late") && self->description != NULL) self->description->give(self->description, NULL);
  if (IS("reply-late") && self->reply != NULL) ack_logout(self->reply);
  slot *slots = slots_of(self);
  for (size_t i = 0; i < MOST_PENDING; i++) {
    if (slots[i].owner != self || slots[i].is_ready) continue;
    slots[i].is_ready = true;
    self->host->wake(self->host, slots[i].sequence);
  }
}

static ack_status credential(ack_instance *self, const ack_context *context, const ack_credential_request *request,
                             const ack_credential *out) {
  (void)self, (void)request;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  return out->give(out, S("bot"), S("token"), 0);
}

static const void *get_extension(ack_instance *self, ack_str id) {
  static const ack_credentials credentials = {.struct_size = sizeof credentials, .credential = credential};
  (void)self;
  if (IS("credential-unchecked") && equal(id, S("ack.credential/1"))) return &credentials;
  return IS("any-extension") ? mode : NULL;
}

/* ---- The entry ---- */

static ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .is_initially_logged_in = is_initially_logged_in,
    .configuration = configuration,
    .describe = describe,
    .perform = perform,
    .cancel = cancel,
    .notify = notify,
    .session_ended = session_ended,
    .tick = tick,
    .get_extension = get_extension,
    .refresh_session = refresh_session,
};

#ifndef NC_NOTE
#define NC_NOTE                                                                               \
  ACK_PROVIDER_NOTE_WITH("com.example.conforming", "Conforming", "1.0.0", "Example Ltd.",     \
                         "settings": [{ "name": "ticket", "type": "secret", "label": "Ticket" }])
#endif
NC_NOTE;

#ifdef NC_SECOND_NOTE
#define ack_provider_note second_note
NC_NOTE;
#endif

#ifdef NC_EXPORT
ACK_EXPORT int another_export(void);
int another_export(void) { return 0; }
#endif

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  static char version[] = "1.0.0";
  bool has_query = ACK_HAS(query, ack_query, host_version), has_answer = ACK_HAS(answer, ack_answer, provider);
  if (!has_answer && !IS("small-structs")) return ACK_MISUSE;
  if (!has_query && !IS("small-structs")) return ACK_MISUSE;
  if (IS("exact-sizes") && (query->struct_size != sizeof *query || answer->struct_size != sizeof *answer)) {
    return ACK_MISUSE;
  }
  if (query->magic != ACK_MAGIC && !IS("any-magic")) return ACK_MISUSE;
  if (IS("query-fails")) return ACK_FAILED;
  if (IS("query-aborts")) abort();
  bool is_old = query->abi_major_max < ACK_ABI_MAJOR && !IS("old-host");
  bool is_new = query->abi_major_min > ACK_ABI_MAJOR && !IS("new-host");
  if (IS("exact-majors") && query->abi_major_max != ACK_ABI_MAJOR && !is_old && !is_new) return ACK_UNSUPPORTED;
  if ((is_old || is_new) && IS("says-nothing")) return ACK_UNSUPPORTED;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = IS("own-minor") ? 3 : ACK_ABI_MINOR;
  if (is_old || is_new) return ACK_UNSUPPORTED;
  if (IS("wrong-magic")) answer->magic = 0x21444142u;
  answer->id = IS("bad-answer-id") ? S("com/example") : S("com.example.conforming");
  answer->version = IS("other-version") ? S("1.0.1") : str(version);
  if (IS("counting-version")) version[4]++;
  answer->provider = IS("no-table") ? NULL : &provider;
  if (IS("size-written")) answer->struct_size = 16;
  if (IS("beyond-answer")) memset(answer + 1, 0, 8);
  if (IS("query-opens") && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0) return ACK_FAILED;
  pthread_t thread;
  if (IS("query-threads") && pthread_create(&thread, NULL, run, (void *)pause) != 0) return ACK_FAILED;
  if (IS("no-describe")) provider.describe = NULL;
  if (IS("asset-unchecked")) provider.asset = asset;
  if (IS("small-table")) provider.struct_size = 24;
  if (IS("reserved")) provider.reserved0 = 1;
  if (IS("data-function")) memcpy(&provider.tick, &(const void *){mode}, sizeof provider.tick);
  return ACK_OK;
}
