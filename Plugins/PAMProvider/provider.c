/* provider.c - a provider that signs a user of this machine in through PAM.
 *
 * Read it from the end: ack_provider_query() hands out the table of functions. sign_in() begins a conversation,
 * answer() hands it the user's answers, and follow() reports its progress: a question is pending while modules are at
 * work, answered with a screen when they ask, and with a login or an error in the end. */
#define _GNU_SOURCE /* secure_getenv */
#include "conversation.h"
#include "screens.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_SERVICE "login"
#define MOST_SERVICE_BYTES 64
#define MOST_PERFORMS 8 /* pending at the same time */

/* The state of this provider for one controller. */
struct ack_instance {
  const ack_host *host;
  char service[MOST_SERVICE_BYTES + 1];
  conversation *conversation; /* NULL when no sign-in is under way */
  uint64_t question;          /* the sequence of the question that waits for it, and whether that is pending */
  bool is_pending;
  char user[MOST_USER_BYTES + 1];
  /* The pending questions that a newer one has replaced. Each is woken, and gets an empty answer. */
  uint64_t overtaken[MOST_PERFORMS];
  size_t overtaken_count;
};

/* ---- The conversation ---- */

/* Leaves the conversation, if there is one. A question that waits for it will get an empty answer. */
static void leave(ack_instance *self) {
  if (self->conversation == NULL) return;
  conversation_leave(self->conversation);
  self->conversation = NULL;
  bool is_pending = self->is_pending;
  self->is_pending = false;
  if (!is_pending || self->overtaken_count == MOST_PERFORMS) return;
  self->overtaken[self->overtaken_count++] = self->question;
  self->host->wake(self->host, self->question);
}

/* Returns whether a question was replaced, and forgets it then. */
static bool take_overtaken(ack_instance *self, uint64_t sequence) {
  for (size_t i = 0; i < self->overtaken_count; i++) {
    if (self->overtaken[i] != sequence) continue;
    self->overtaken[i] = self->overtaken[--self->overtaken_count];
    return true;
  }
  return false;
}

/* Sends the messages without a prompt since the last round. Line feeds in them are for screens only. */
static void tell_messages(const conversation *conversation, const ack_reply *reply) {
  size_t count = 0;
  const message *messages = conversation_messages(conversation, &count);
  for (size_t i = 0; i < count; i++) {
    if (is_prompt(&messages[i])) continue;
    for (char *line_feed = messages[i].text; (line_feed = strchr(line_feed, '\n')) != NULL;) *line_feed = ' ';
    ack_message(reply, messages[i].style == MESSAGE_ERROR ? ACK_LEVEL_ERROR : ACK_LEVEL_INFO, messages[i].text);
  }
}

static ack_status succeed(const conversation *conversation, const ack_reply *reply) {
  ack_session session = {.struct_size = sizeof session};
  session.subject = str(conversation_subject(conversation));
  session.display_name = str(conversation_display_name(conversation));
  return ack_login(reply, &session);
}

/* Whether a purpose concerns the user who is logged in. For what is left, the host goes on with signing in. */
static bool is_for_user_of_session(const ack_context *context) {
  return context->purpose == ACK_PURPOSE_CONFIRM || context->purpose == ACK_PURPOSE_UNLOCK ||
         context->purpose == ACK_PURPOSE_CHANGE_SECRET;
}

/* Describes the interface that a sign-in begins with. */
static void describe_beginning(ack_builder *form, const ack_context *context, const char *user, const char *failure) {
  if (is_for_user_of_session(context)) {
    describe_purpose(form, context->session->subject, context->purpose, failure);
  } else {
    describe_form(form, user, failure);
  }
}

static ack_status show_beginning(const ack_instance *self, const ack_context *context, const ack_reply *reply,
                                 const char *failure) {
  ack_builder form = {0};
  describe_beginning(&form, context, self->user, failure);
  return ack_show(reply, "replace", &form);
}

/* Reports a failed sign-in in two places: at the input that was sent, because a host stops at a refused input, and on
 * the form that replaces the screen, for the user who tries again. If no input was sent, the screen stays, and its
 * button leads to the form: a host that fills forms by itself would otherwise try again at once, which looks like an
 * attack. */
static ack_status fail(const ack_instance *self, const ack_context *context, const ack_action *action,
                       const ack_reply *reply, const char *failure) {
  if (action->value_count == 0) return ack_message(reply, ACK_LEVEL_ERROR, failure);
  const ack_effect error = {.struct_size = sizeof error, .kind = S(ACK_EFFECT_FIELD_ERROR),
                            .target = action->values[0].name, .text = str(failure)};
  reply->add(reply, &error);
  return show_beginning(self, context, reply, failure);
}

/* Answers with the state of the conversation, or ACK_PENDING while modules are at work. */
static ack_status follow(ack_instance *self, const ack_context *context, const ack_action *action,
                         const ack_reply *reply) {
  phase now = conversation_await(self->conversation, context->sequence);
  self->question = context->sequence;
  self->is_pending = now == PHASE_RUNNING;
  switch (now) {
    case PHASE_RUNNING: return ACK_PENDING;
    case PHASE_ASKING: {
      ack_builder form = {0};
      describe_round(&form, self->conversation);
      return ack_show(reply, "replace", &form);
    }
    case PHASE_FINISHED: break;
  }
  const char *failure = conversation_failure(self->conversation);
  tell_messages(self->conversation, reply);
  ack_status status = failure == NULL ? succeed(self->conversation, reply)
                                      : fail(self, context, action, reply, failure);
  leave(self);
  return status;
}

/* ---- Answering actions ---- */

static bool is_line(ack_str text, uint64_t most) {
  return text.len <= most && (text.len == 0 || memchr(text.ptr, '\0', text.len) == NULL);
}

static ack_status sign_in(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  ack_str user = is_for_user_of_session(context) ? context->session->subject
                                                 : value_of(action->values, action->value_count, S("user"));
  if (user.len == 0) return ack_field_error(reply, "user", "Enter your user name");
  if (!is_line(user, MOST_USER_BYTES)) {
    return ack_field_error(reply, "user", "A user name has at most 255 bytes, and no NUL");
  }
  leave(self); /* only the latest attempt counts */
  memcpy(self->user, user.ptr, user.len);
  self->user[user.len] = '\0';
  self->conversation = conversation_begin(self->host, self->service, user,
                                          context->purpose == ACK_PURPOSE_CHANGE_SECRET);
  if (self->conversation == NULL) {
    return ack_failed(self->host, ACK_FAILURE_LATER, "The sign-in could not begin",
                      "there is no memory or thread for it, or too many modules have not come to their end",
                      "wait for a while and try again, and look whether a PAM module hangs");
  }
  return follow(self, context, action, reply);
}

/* Whether the answer belongs to the current round. */
static bool is_current(const ack_instance *self, const ack_action *action) {
  if (self->conversation == NULL) return false;
  ack_str given = value_of(action->payload, action->payload_count, S("round"));
  char buffer[16];
  if (given.len == 0 || given.len >= sizeof buffer) return false;
  memcpy(buffer, given.ptr, given.len);
  buffer[given.len] = '\0';
  return strtoul(buffer, NULL, 10) == conversation_round(self->conversation);
}

static ack_status answer(ack_instance *self, const ack_context *context, const ack_action *action,
                         const ack_reply *reply) {
  if (self->is_pending) return ack_message(reply, ACK_LEVEL_INFO, "The answer is being looked at.");
  if (!is_current(self, action)) {
    leave(self);
    return show_beginning(self, context, reply, "This sign-in has ended. Please begin again.");
  }

  size_t count = 0, used = 0;
  const message *messages = conversation_messages(self->conversation, &count);
  ack_str values[MOST_PROMPTS];
  for (size_t i = 0; i < count; i++) {
    if (!is_prompt(&messages[i])) continue;
    input_name name = input_name_of(messages[i].number);
    ack_str value = value_of(action->values, action->value_count, str(name.text));
    if (!is_line(value, MOST_ANSWER_BYTES)) {
      return ack_field_error(reply, name.text, "An answer has at most 511 bytes, and no NUL");
    }
    values[used++] = value;
  }
  char *answers[MOST_PROMPTS] = {NULL};
  for (size_t i = 0; i < used; i++) {
    answers[i] = strndup(values[i].len > 0 ? values[i].ptr : "", values[i].len);
    if (answers[i] != NULL) continue;
    while (i > 0) wipe(answers[--i]);
    return ack_failed(self->host, ACK_FAILURE_LATER, "The answer could not be handed on", "there is no memory left",
                      "close other programs and try again");
  }
  conversation_answer(self->conversation, answers);
  return follow(self, context, action, reply);
}

/* ---- The provider's functions ---- */

/* Chooses the PAM service from the environment, or "login". A program that runs with more rights than its caller
 * ignores the caller's environment. */
static bool choose_service(ack_instance *self) {
  const char *name = secure_getenv("ACK_PAM_SERVICE");
  if (name == NULL || name[0] == '\0') name = DEFAULT_SERVICE;
  size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
  if (name[length] != '\0' || length > MOST_SERVICE_BYTES || name[0] == '.') return false;
  memcpy(self->service, name, length + 1);
  return true;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  if (host == NULL || !ACK_HAS(host, ack_host, fail)) return ACK_MISUSE;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) {
    return ack_failed(host, ACK_FAILURE_LATER, "The PAM provider could not start", "there is no memory left",
                      "close other programs and try again");
  }
  self->host = host;
  if (!choose_service(self)) {
    free(self);
    return ack_failed(host, 0, "ACK_PAM_SERVICE does not name a PAM service",
                      "a name is 1 to 64 of A-Z a-z 0-9 . _ - and does not begin with a dot",
                      "give the name of a file in /etc/pam.d, or unset the variable");
  }
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) {
  leave(self);
  free(self);
}

/* ACK_OK when the session can be read, and is there for what concerns its user. */
static ack_status check_session(const ack_context *context) {
  if (context->session == NULL) return is_for_user_of_session(context) ? ACK_UNSUPPORTED : ACK_OK;
  return ACK_HAS(context->session, ack_session, attribute_count) ? ACK_OK : ACK_MISUSE;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = ACK_HAS(out, ack_description, give) ? ack_check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED; /* the host has a splash of its own */
  const ack_status usable = check_session(context);
  if (usable != ACK_OK) return usable;
  ack_builder form = {0};
  if (context->target == ACK_LOGGED_IN) {
    describe_home(&form, context->session);
  } else if (is_for_user_of_session(context) || context->purpose == ACK_PURPOSE_SIGN_IN) {
    describe_beginning(&form, context, "", "");
  } else {
    return ACK_UNSUPPORTED; /* the host goes on with signing in, or says so */
  }
  return ack_give(&form, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  if (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK) return said;
  const ack_status usable = check_session(context);
  if (usable != ACK_OK) return usable;
  if (take_overtaken(self, context->sequence)) return ACK_OK;
  if (self->is_pending && self->question == context->sequence) {
    return follow(self, context, action, reply); /* asked again; its values were taken the first time */
  }
  if (equal(action->name, S("sign-in"))) return sign_in(self, context, action, reply);
  if (equal(action->name, S("answer"))) return answer(self, context, action, reply);
  if (equal(action->name, S("cancel"))) {
    leave(self);
    return show_beginning(self, context, reply, "");
  }
  if (equal(action->name, S("sign-out"))) return ack_logout(reply);
  return ACK_UNSUPPORTED;
}

static void cancel(ack_instance *self, uint64_t sequence) {
  if (take_overtaken(self, sequence)) return;
  if (!self->is_pending || self->question != sequence) return;
  self->is_pending = false; /* no question is to be woken */
  leave(self);
}

/* A login or logout from elsewhere ends the sign-in. */
static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  (void)context;
  if (equal(event, S("did-login")) || equal(event, S("did-logout"))) leave(self);
}

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
    .cancel = cancel,
    .notify = notify,
};

/* The note that a host reads before it runs any code here; id and version are the same as in the answer below. */
ACK_PROVIDER_NOTE("org.appcontrollerkit.pam", "PAM", "1.0.0", "AppControllerKit");

/* The only exported symbol. */
ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, S("org.appcontrollerkit.pam"), S("1.0.0"), &provider);
}
