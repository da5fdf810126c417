/* misbehaving.c - one library for many bad providers, each wrong in one way and correct in everything else.
 *
 *     -o misbehaving.so Tests/Fixtures/misbehaving.c -lpthread
 *
 * Which one it is says the byte behind MISBEHAVE= in the file, which is changed in a copy, because a compiler takes longer.
 *
 * Unless its row says otherwise: logged-out and logged-in are one screen each, with a button "go" whose action "go"
 * logs in or out; a mode of "describe" concerns the logged-out interface, and answers what give()
 * answered; a mode of "perform" concerns the action "go". The tests read the rows: one a line, never renumbered. */
#include "fixture.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <time.h>

/* number, name, what it does */
#define MB_MODES(X) \
  X(0, MB_NONE, "nothing wrong") \
  X(1, MB_BEGIN_WITHOUT_END, "describe: leaves the button and the screen open, and answers ACK_OK") \
  X(2, MB_END_WITHOUT_BEGIN, "describe: ack_end() first") \
  X(3, MB_CLOSE_WITHOUT_OPEN, "describe: ack_close() in a node with no open map or list") \
  X(4, MB_UNCLOSED_MAP_AT_END, "describe: ack_end() while a map is open") \
  X(5, MB_TWO_ROOTS, "describe: ack_begin() after the root has ended") \
  X(6, MB_NO_ROOT, "describe: document properties only, and ACK_OK") \
  X(7, MB_DUPLICATE_IDS, "describe: two buttons with the id go") \
  X(8, MB_BAD_UTF8_LABEL, "describe: a label that is not valid UTF-8") \
  X(9, MB_TOO_MANY_NODES, "describe: 10001 nodes") \
  X(10, MB_TOO_DEEP, "describe: 65 nodes deep") \
  X(11, MB_TEXT_TOO_LONG, "describe: one text of 16385 bytes") \
  X(12, MB_TOO_MUCH_TEXT, "describe: 70 texts of 16384 bytes, more than 1 MiB") \
  X(13, MB_LABEL_TOO_LONG, "describe: a label of 513 bytes") \
  X(14, MB_BAD_ID_CHARACTERS, "describe: a button with the id 'go now!'") \
  X(15, MB_KEY_SET_TWICE, "describe: the label set twice") \
  X(16, MB_EMPTY_KEY_IN_NODE, "describe: a property with an empty key") \
  X(17, MB_KEY_IN_LIST, "describe: a list's value with a key") \
  X(18, MB_NAN_PROPERTY, "describe: a property that is NaN") \
  X(19, MB_PROPERTY_AFTER_CHILD, "describe: a property of the screen after its first child") \
  X(20, MB_ZEROED_CONFIGURATION, "configuration: nothing but zeros behind the size") \
  X(21, MB_NEGATIVE_DURATION, "configuration: a duration of -1 ms") \
  X(22, MB_GOES_ON_AFTER_FAILURE, "describe: a description that is refused, and ACK_OK") \
  X(23, MB_GIVE_IN_PERFORM, "perform: gives to describe's table; message 'late status N'") \
  X(24, MB_GIVE_IN_TICK, "tick: gives to describe's table; the second perform's message 'late status N'") \
  X(25, MB_OK_WITH_NOTHING, "describe: ACK_OK without a call of give()") \
  X(26, MB_UNKNOWN_POSITIVE, "describe: a correct description, and status 7") \
  X(27, MB_UNKNOWN_NEGATIVE, "describe: a correct description, and status -77") \
  X(28, MB_FAILED_WITHOUT_FAIL, "describe: ACK_FAILED without fail()") \
  X(29, MB_WRONG_MAGIC, "query: answers a wrong magic") \
  X(30, MB_SMALL_ANSWER, "query: writes 16 to the answer's struct_size") \
  X(31, MB_NEWER_ABI_REFUSES, "query: ACK_UNSUPPORTED, speaking ABI 9.0") \
  X(32, MB_NEWER_ABI_ACCEPTS, "query: ACK_OK, but speaking ABI 9.0") \
  X(33, MB_SMALL_PROVIDER_TABLE, "query: a provider table smaller than 1.0's") \
  X(34, MB_LARGER_PROVIDER_TABLE, "query: a provider table larger than the host's; must work") \
  X(35, MB_NULL_PROVIDER_TABLE, "query: a provider table that is NULL") \
  X(36, MB_NULL_CREATE, "query: a table without create") \
  X(37, MB_NULL_DESCRIBE, "query: a table without describe") \
  X(38, MB_EMPTY_PROVIDER_ID, "query: an empty id") \
  X(39, MB_BAD_PROVIDER_ID, "query: an id with a slash and a space") \
  X(40, MB_CREATE_FAILS, "create: fail() and ACK_FAILED") \
  X(41, MB_NULL_INSTANCE, "create: ACK_OK with a NULL instance; must work, as it is opaque") \
  X(42, MB_LOGIN_AND_LOGOUT, "perform: a login, then a logout") \
  X(43, MB_LOGIN_NOT_LAST, "perform: a login, then a message") \
  X(44, MB_LOGIN_EMPTY_SUBJECT, "perform: a login as an empty subject") \
  X(45, MB_SMALL_SESSION, "perform: a login with a session smaller than 1.0's") \
  X(46, MB_UNKNOWN_HOW, "perform: a show with an unknown target") \
  X(47, MB_SHOW_UNDESCRIBED, "perform: a show of nothing, and ACK_OK") \
  X(48, MB_FIELD_ERROR_AFTER_FAILURE, "perform: a refused leave, then a field error and ACK_OK") \
  X(49, MB_REPLY_AFTER_CALL, "tick: uses the reply of the first perform; the second's message 'late status N'") \
  X(50, MB_UNKNOWN_WAKE, "perform: wake() with an unknown sequence; message 'wake status N'") \
  X(51, MB_WAKE_BEFORE_PENDING, "perform: wake(), then ACK_PENDING; asked again, message 'woken'") \
  X(52, MB_PENDING_FOREVER, "perform: ACK_PENDING and no wake(); after a cancel(), message 'cancelled SEQUENCE'") \
  X(53, MB_WAKE_FROM_THREAD, "perform: ACK_PENDING, woken by a thread after 50 ms; then message 'woken'") \
  X(54, MB_WAKE_AFTER_ANSWER, "perform: an answer, woken 50 ms later; the next one's message 'late wake status N'") \
  X(55, MB_HOST_AFTER_DESTROY, "destroy: a thread uses the host; another instance's message 'after destroy: N N ...'") \
  X(56, MB_LOGIN_FROM_THREAD, "perform: message 'requested', and request_login() from a thread after 50 ms") \
  X(57, MB_LOGOUT_FROM_THREAD, "perform: message 'requested', and request_logout() from a thread after 50 ms") \
  X(58, MB_BAD_UTF8_LOG, "perform: log() with text that is not valid UTF-8; message 'logged'") \
  X(59, MB_BAD_SEVERITY, "perform: a message with severity 42") \
  X(60, MB_INFINITE_PROPERTY, "describe: a property that is infinite") \
  X(61, MB_BOOL_OUT_OF_RANGE, "describe: a truth value of 2") \
  X(62, MB_ID_TOO_LONG, "describe: a button with an id of 65 bytes") \
  X(63, MB_TOO_MANY_VALUES, "describe: 100001 values in one list") \
  X(64, MB_VALUES_TOO_DEEP, "describe: property values nested 17 deep") \
  X(65, MB_NULL_TEXT, "describe: a text of 5 bytes at NULL") \
  X(66, MB_HUGE_TEXT, "describe: a text that claims 2^63 bytes") \
  X(67, MB_NULL_DESTROY, "query: a table without destroy") \
  X(68, MB_FAILED_PERFORM, "perform: a message, then fail() and ACK_FAILED: no effect may be applied") \
  X(69, MB_PENDING_LOGIN, "perform: a login, then ACK_PENDING (woken): discarded; asked again, message 'woken'") \
  X(70, MB_GIVE_TWICE, "describe: a correct description, given twice") \
  X(71, MB_DAMAGED_FORM, "describe: a form whose button ends behind the last node")

#define MB_NUMBER(number, name, text) name = number,
enum { MB_MODES(MB_NUMBER) };

static const volatile char chosen[] = "MISBEHAVE="; /* and a zero, which is MB_NONE */
#define mode chosen[sizeof chosen - 1]

struct ack_instance {
  const ack_host *host;
  const ack_description *description;
  const ack_reply *reply;
  ack_status late_status;
  bool asked, was_late, was_cancelled;
  uint64_t sequence; /* of the pending question, or of the one that was cancelled */
};

/* ---- Threads ---- */

/* What a thread does with the host. One at a time: whoever reads the status joins it first. */
static struct {
  pthread_t thread;
  bool started;
  const ack_host *host;
  uint64_t sequence;
  ack_status statuses[6];
} late;

static void *run_late(void *unused) {
  (void)unused;
  const ack_host *h = late.host;
  ack_session session = session_of(S("thread@example.com"));
  nanosleep(&(struct timespec){0, 50 * 1000 * 1000}, NULL);
  switch (mode) {
    case MB_LOGIN_FROM_THREAD: late.statuses[0] = h->request_login(h, &session); break;
    case MB_LOGOUT_FROM_THREAD: late.statuses[0] = h->request_logout(h); break;
    case MB_HOST_AFTER_DESTROY:
      late.statuses[0] = h->request_login(h, &session);
      late.statuses[1] = h->request_logout(h);
      late.statuses[2] = h->update_session(h, &session);
      late.statuses[3] = h->invalidate(h, S(""));
      late.statuses[4] = h->wake(h, 1);
      late.statuses[5] = h->request_tick(h);
      h->log(h, ACK_LEVEL_ERROR, S("this must not be logged"));
      ack_failed(h, 0, "this", "must not", "be heard");
      (void)h->get_extension(h, S("ack.none/1"));
      break;
    default: late.statuses[0] = h->wake(h, late.sequence); break;
  }
  return NULL;
}

static void join_late(void) {
  if (late.started) pthread_join(late.thread, NULL);
  late.started = false;
}

static void start_late(const ack_host *host, uint64_t sequence) {
  join_late();
  late.host = host;
  late.sequence = sequence;
  late.started = pthread_create(&late.thread, NULL, run_late, NULL) == 0;
}

/* ---- Describing ---- */

static ack_str filler(size_t length) {
  static char bytes[16 * 1024 + 1];
  memset(bytes, 'x', sizeof bytes);
  return (ack_str){bytes, length};
}

static void describe_limits(ack_builder *b) {
  switch (mode) {
    case MB_TOO_MANY_NODES: /* with the screen, the last of them is the 10001st */
      for (int i = 0; i < 10000; i++) add_text(b, S("x"));
      break;
    case MB_TOO_DEEP:
      for (int i = 0; i < 64; i++) ack_begin(b, ACK_KIND_STACK, NULL);
      add_text(b, S("x"));
      for (int i = 0; i < 64; i++) ack_end(b);
      break;
    case MB_TEXT_TOO_LONG: add_text(b, filler(16 * 1024 + 1)); break;
    case MB_TOO_MUCH_TEXT:
      for (int i = 0; i < 70; i++) add_text(b, filler(16 * 1024));
      break;
    case MB_TOO_MANY_VALUES:
      ack_key(b, "custom"), ack_add_list(b);
      for (int i = 0; i < 100001; i++) ack_add_int(b, i);
      ack_close(b);
      break;
    case MB_VALUES_TOO_DEEP:
      ack_key(b, "custom"), ack_add_list(b);
      for (int i = 1; i < 17; i++) ack_add_list(b);
      for (int i = 0; i < 17; i++) ack_close(b);
      break;
    default: break;
  }
}

/* What goes wrong inside the screen, after its label and before its button. */
static void describe_trouble(ack_builder *b) {
  switch (mode) {
    case MB_CLOSE_WITHOUT_OPEN: ack_close(b); break;
    case MB_UNCLOSED_MAP_AT_END:
      ack_begin(b, ACK_KIND_BUTTON, "open");
      ack_set_text(b, ACK_NAME_LABEL, "Open");
      ack_open_map(b, ACK_NAME_ACTION);
      ack_set_text(b, ACK_NAME_NAME, "go");
      ack_end(b);
      break;
    case MB_DUPLICATE_IDS:
      begin_button(b, S("go"));
      ack_end(b);
      break;
    case MB_GOES_ON_AFTER_FAILURE:
    case MB_BAD_ID_CHARACTERS:
      begin_button(b, S("go now!"));
      ack_end(b);
      break;
    case MB_ID_TOO_LONG:
      begin_button(b, filler(65));
      ack_end(b);
      break;
    case MB_KEY_SET_TWICE: ack_set_text(b, ACK_NAME_LABEL, "Signed out"); break;
    case MB_EMPTY_KEY_IN_NODE: ack_add_text(b, "x"); break;
    case MB_KEY_IN_LIST:
      ack_key(b, "custom"), ack_add_list(b);
      ack_key(b, "key"), ack_add_text(b, "x");
      ack_close(b);
      break;
    case MB_NAN_PROPERTY: ack_key(b, "custom"), ack_add_double(b, (double)NAN); break;
    case MB_INFINITE_PROPERTY: ack_key(b, "custom"), ack_add_double(b, (double)INFINITY); break;
    case MB_BOOL_OUT_OF_RANGE: ack_set_bool(b, ACK_NAME_HIDDEN, 1); break;
    case MB_PROPERTY_AFTER_CHILD:
      add_text(b, S("x"));
      ack_set_text(b, ACK_NAME_HINT, "too late");
      break;
    case MB_NULL_TEXT: add_text(b, (ack_str){NULL, 5}); break;
    case MB_HUGE_TEXT: add_text(b, (ack_str){"x", UINT64_C(1) << 63}); break;
    default: describe_limits(b); break;
  }
}

/* What goes wrong around the screen, or instead of it. */
static void describe_logged_out(ack_builder *b) {
  static const ack_str id = {"logged-out", 10}, label = {"Signed out", 10};
  switch (mode) {
    case MB_END_WITHOUT_BEGIN: ack_end(b); return;
    case MB_NO_ROOT: ack_set_str(b, ACK_NAME_ID, id); return;
    case MB_BAD_UTF8_LABEL: describe_screen(b, id, S("Signed \xC3\x28 out")); return;
    case MB_LABEL_TOO_LONG: describe_screen(b, id, filler(513)); return;
    case MB_BEGIN_WITHOUT_END:
      begin_screen(b, id, label);
      begin_button(b, S("go"));
      return;
    case MB_TWO_ROOTS:
      describe_screen(b, id, label);
      ack_begin(b, ACK_KIND_SCREEN, "second");
      ack_set_text(b, ACK_NAME_LABEL, "Second");
      ack_end(b);
      return;
    default: break;
  }
  begin_screen(b, id, label);
  describe_trouble(b);
  end_screen(b);
}

/* Gives what was described, after the damage to its records that a builder does not do. */
static ack_status give(ack_builder *b, const ack_description *out) {
  if (mode == MB_DAMAGED_FORM) b->nodes[1].end = b->node_count + 1;
  for (uint32_t i = 0; mode == MB_BOOL_OUT_OF_RANGE && i < b->value_count; i++) {
    if (b->values[i].tag == ACK_VALUE_BOOL) b->values[i].content = 2;
  }
  if (mode == MB_GIVE_TWICE) {
    const ack_form form = ack_finish(b);
    out->give(out, &form);
  }
  return ack_give(b, out);
}

/* ---- Answering actions ---- */

static ack_status say(const ack_reply *reply, const char *what, int64_t number) {
  char text[64];
  snprintf(text, sizeof text, "%s %" PRId64, what, number);
  return ack_message(reply, ACK_LEVEL_INFO, text);
}

static ack_status say_after_destroy(const ack_reply *reply) {
  char text[128] = "after destroy:";
  join_late(); /* its statuses are there once it is done */
  if (late.host == NULL) memcpy(text + strlen(text), " none", sizeof " none");
  for (size_t i = 0; late.host != NULL && i < 6; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, " %d", (int)late.statuses[i]);
  }
  return ack_message(reply, ACK_LEVEL_INFO, text);
}

/* The first time an action is asked it is pending, and the second time, with the same sequence, it is answered. */
static ack_status perform_pending(ack_instance *self, uint64_t sequence, const ack_reply *reply) {
  if (self->asked) {
    self->asked = false;
    bool same = self->sequence == sequence;
    return ack_message(reply, ACK_LEVEL_INFO, same ? "woken" : "asked with another sequence");
  }
  self->asked = true;
  self->sequence = sequence;
  if (mode == MB_PENDING_LOGIN) {
    ack_session session = session_of(S("discarded@example.com"));
    ack_login(reply, &session);
  }
  if (mode == MB_WAKE_FROM_THREAD) start_late(self->host, sequence);
  else self->host->wake(self->host, sequence);
  return ACK_PENDING;
}

static ack_status give_late(const ack_instance *self) {
  ack_builder b = {0};
  describe_screen(&b, S("late"), S("Late"));
  return ack_give(&b, self->description);
}

/* The modes that remember something from one call to the next. */
static ack_status perform_later(ack_instance *self, uint64_t sequence, const ack_reply *reply) {
  if (self->description == NULL) return ACK_MISUSE; /* a host describes before it performs */
  switch (mode) {
    case MB_GIVE_IN_PERFORM: return say(reply, "late status", give_late(self));
    case MB_PENDING_FOREVER:
      return self->was_cancelled ? say(reply, "cancelled", (int64_t)self->sequence) : ACK_PENDING;
    case MB_WAKE_AFTER_ANSWER:
      if (self->asked) {
        join_late();
        return say(reply, "late wake status", late.statuses[0]);
      }
      self->asked = true;
      start_late(self->host, sequence);
      return ack_message(reply, ACK_LEVEL_INFO, "answered");
    default: /* MB_GIVE_IN_TICK, MB_REPLY_AFTER_CALL */
      if (self->was_late) return say(reply, "late status", self->late_status);
      self->reply = reply;
      self->host->request_tick(self->host);
      return ack_message(reply, ACK_LEVEL_INFO, "kept");
  }
}

static ack_status perform_requested(const ack_instance *self, const ack_reply *reply) {
  start_late(self->host, 0);
  return ack_message(reply, ACK_LEVEL_INFO, "requested");
}

/* What a login or a logout looks like, well done and badly. */
static ack_status perform_transition(bool logged_in, const ack_reply *reply) {
  ack_session session = session_of(S("tester@example.com"));
  if (mode == MB_LOGIN_EMPTY_SUBJECT) session.subject = S("");
  if (mode == MB_SMALL_SESSION) session.struct_size = 16;
  if (logged_in) return ack_logout(reply);
  ack_status status = ack_login(reply, &session);
  if (mode == MB_LOGIN_AND_LOGOUT) return ack_logout(reply);
  if (mode == MB_LOGIN_NOT_LAST) return ack_message(reply, ACK_LEVEL_INFO, "after the login");
  return status;
}

/* ---- The provider's functions ---- */

static ack_instance the_instance; /* where the host got none */

static ack_instance *self_of(ack_instance *instance) { return instance != NULL ? instance : &the_instance; }

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  ack_instance *self = self_of(instance);
  const ack_host *host = self->host;
  bool logged_in = context->target == ACK_LOGGED_IN;
  if (!equal(action->name, S("go"))) return ACK_UNSUPPORTED;
  switch (mode) {
    case MB_UNKNOWN_HOW: return ack_add_effect(reply, ACK_EFFECT_SHOW, "sideways", NULL);
    case MB_SHOW_UNDESCRIBED: {
      ack_builder nothing = {0};
      ack_show(reply, "push", &nothing);
      return ACK_OK;
    }
    case MB_FIELD_ERROR_AFTER_FAILURE:
      ack_leave(reply, "sideways");
      ack_field_error(reply, "name", "after a failure");
      return ACK_OK;
    case MB_FAILED_PERFORM:
      ack_message(reply, ACK_LEVEL_INFO, "this must not be shown");
      return ack_failed(host, 0, "Nothing was done", "this provider never does anything", "use another one");
    case MB_BAD_SEVERITY: return ack_message(reply, 42, "how severe");
    case MB_BAD_UTF8_LOG:
      host->log(host, ACK_LEVEL_INFO, S("bad \xC3\x28 text"));
      return ack_message(reply, ACK_LEVEL_INFO, "logged");
    case MB_UNKNOWN_WAKE: return say(reply, "wake status", host->wake(host, 999999));
    case MB_HOST_AFTER_DESTROY: return say_after_destroy(reply);
    case MB_WAKE_BEFORE_PENDING:
    case MB_WAKE_FROM_THREAD:
    case MB_PENDING_LOGIN: return perform_pending(self, context->sequence, reply);
    case MB_GIVE_IN_PERFORM:
    case MB_GIVE_IN_TICK:
    case MB_REPLY_AFTER_CALL:
    case MB_PENDING_FOREVER:
    case MB_WAKE_AFTER_ANSWER: return perform_later(self, context->sequence, reply);
    case MB_LOGIN_FROM_THREAD: return logged_in ? ack_logout(reply) : perform_requested(self, reply);
    case MB_LOGOUT_FROM_THREAD: return logged_in ? perform_requested(self, reply) : perform_transition(false, reply);
    default: return perform_transition(logged_in, reply);
  }
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  const ack_host *host = creation->host;
  if (mode == MB_CREATE_FAILS) {
    return ack_failed(host, 0, "The instance was not made", "this provider never makes one", "use another provider");
  }
  ack_instance *instance = mode == MB_NULL_INSTANCE ? NULL : calloc(1, sizeof *instance);
  if (instance == NULL && mode != MB_NULL_INSTANCE) return ACK_LIMIT;
  self_of(instance)->host = host;
  *out = instance;
  return ACK_OK;
}

static void destroy(ack_instance *instance) {
  if (mode == MB_HOST_AFTER_DESTROY) start_late(instance->host, 0);
  free(instance);
}

static ack_status configuration(ack_instance *instance, const ack_context *context, ack_configuration *inout) {
  (void)instance;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (mode == MB_ZEROED_CONFIGURATION) *inout = (ack_configuration){.struct_size = inout->struct_size};
  if (mode == MB_NEGATIVE_DURATION) inout->duration = -1;
  return ACK_OK;
}

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  ack_instance *self = self_of(instance);
  ack_builder b = {0};
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  if (context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  if (context->target == ACK_LOGGED_IN) {
    describe_screen(&b, S("logged-in"), S("Signed in"));
    return ack_give(&b, out);
  }
  self->description = out; /* which only MB_GIVE_... use later */
  if (mode == MB_OK_WITH_NOTHING) return ACK_OK;
  if (mode == MB_FAILED_WITHOUT_FAIL) return ACK_FAILED;
  describe_logged_out(&b);
  const ack_status status = give(&b, out);
  if (mode == MB_UNKNOWN_POSITIVE) return 7;
  if (mode == MB_UNKNOWN_NEGATIVE) return -77;
  return mode == MB_GOES_ON_AFTER_FAILURE || mode == MB_BEGIN_WITHOUT_END || mode == MB_NO_ROOT ? ACK_OK : status;
}

static void cancel(ack_instance *instance, uint64_t sequence) {
  self_of(instance)->was_cancelled = true;
  self_of(instance)->sequence = sequence;
}

static void tick(ack_instance *instance) {
  ack_instance *self = self_of(instance);
  if (self->was_late || self->reply == NULL) return;
  if (mode == MB_GIVE_IN_TICK) self->late_status = give_late(self);
  if (mode == MB_REPLY_AFTER_CALL) self->late_status = ack_message(self->reply, ACK_LEVEL_INFO, "late");
  self->was_late = true;
}

/* A table of a later minor version: the host must not mind what comes after its own. */
static struct {
  ack_provider known;
  void (*unknown[4])(void);
} table = {.known = {
               .struct_size = sizeof(ack_provider),
               .create = create,
               .destroy = destroy,
               .configuration = configuration,
               .describe = describe,
               .perform = perform,
               .cancel = cancel,
               .tick = tick,
           }};

static void spoil_table(void) {
  switch (mode) {
    case MB_SMALL_PROVIDER_TABLE: table.known.struct_size = 24; break;
    case MB_LARGER_PROVIDER_TABLE: table.known.struct_size = sizeof table; break;
    case MB_NULL_CREATE: table.known.create = NULL; break;
    case MB_NULL_DESTROY: table.known.destroy = NULL; break;
    case MB_NULL_DESCRIBE: table.known.describe = NULL; break;
    default: break;
  }
}

ACK_PROVIDER_NOTE("com.example.misbehaving", "Misbehaving", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  bool newer = mode == MB_NEWER_ABI_REFUSES || mode == MB_NEWER_ABI_ACCEPTS;
  if (answer->struct_size < sizeof *answer || query->magic != ACK_MAGIC) return ACK_UNSUPPORTED;
  answer->magic = mode == MB_WRONG_MAGIC ? 0x21444142u : ACK_MAGIC;
  answer->abi_major = newer ? 9 : ACK_ABI_MAJOR;
  answer->abi_minor = newer ? 0 : ACK_ABI_MINOR;
  if (mode == MB_NEWER_ABI_REFUSES) return ACK_UNSUPPORTED;
  answer->id = S("com.example.misbehaving");
  if (mode == MB_EMPTY_PROVIDER_ID) answer->id = S("");
  if (mode == MB_BAD_PROVIDER_ID) answer->id = S("com/example misbehaving");
  answer->version = S("1.0.0");
  spoil_table();
  answer->provider = mode == MB_NULL_PROVIDER_TABLE ? NULL : &table.known;
  if (mode == MB_SMALL_ANSWER) answer->struct_size = 16;
  return ACK_OK;
}
