/* renewing.c - a provider whose secrets are renewed in a way that the subject names.
 *
 * Whoever signs in has the secret "secret-1" and the refresh token "refresh-1", and after a renewal those with 2; the new
 * secret is good for an hour, and the first one of "old" is not good at all. "late" is answered when it is asked again,
 * "ended" has ended, "broken" fails, "stranger" is renewed as somebody else, "chatty" with more than a session,
 * "timeless" gets a secret without an end, "wide" names the host "wider" as well after it, the secrets of "escaping" and
 * "lined" have an escape sequence and two lines, and "plain" has nothing to be renewed with. What follows a name and an
 * at sign is the host that the session is for. Each renewal appends a byte to the file that the environment names in
 * RENEWALS.
 *
 * With BOUND defined it has settings, of which the server identifies a session, and says in the file that the
 * environment names in HEARD which server would have got which token. With WALLED it needs a permission. */
#ifndef ID
#define ID "com.example.renewing"
#endif

#include "fixture.h"

#include <time.h>

INSTANCE_WITHOUT_CREATE(uint64_t waiting; char server[128];)

/* Appends what a server would have heard. */
static void hear(const ack_instance *self, const char *what, ack_str token) {
  const char *path = getenv("HEARD");
  FILE *file = path != NULL ? fopen(path, "a") : NULL;
  if (file == NULL) return;
  fprintf(file, "%s %.*s at %s\n", what, (int)token.len, token.ptr, self->server);
  fclose(file);
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status status = make(creation, out);
  if (status != ACK_OK) return status;
  for (uint64_t i = 0; i < creation->setting_count; i++) {
    ack_str name = creation->settings[i].name, value = creation->settings[i].value;
    if (equal(name, S("server"))) snprintf((*out)->server, sizeof (*out)->server, "%.*s", (int)value.len, value.ptr);
  }
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0};
  if (context->target == ACK_LOGGED_IN) describe_screen(&f, S("in"), S("Signed in"));
  else describe_sign_in(&f);
  return ack_give(&f, out);
}

/* Whether a subject has a name before its host. */
static bool is(ack_str subject, ack_str name) {
  const char *at = memchr(subject.ptr, '@', subject.len);
  if (at != NULL) subject.len = (uint64_t)(at - subject.ptr);
  return equal(subject, name);
}

static ack_session numbered(ack_str subject, const char *secret, const char *token, int64_t end) {
  static ack_pair hosts;
  const char *at = memchr(subject.ptr, '@', subject.len);
  if (at != NULL) hosts = (ack_pair){S("hosts"), {at + 1, subject.len - (uint64_t)(at + 1 - subject.ptr)}};
  return (ack_session){
      .attributes = at != NULL ? &hosts : NULL,
      .attribute_count = at != NULL,
      .struct_size = sizeof(ack_session),
      .subject = subject,
      .secret = str(secret),
      .refresh_token = str(token),
      .secret_expires_at = end,
  };
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)self;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  const ack_str who = action->value_count > 0 ? action->values[0].value : S("ann");
  const char *secret = is(who, S("escaping")) ? "a\x1b]0;owned\x07z" : is(who, S("lined")) ? "one\ntwo" : "secret-1";
  ack_session session = numbered(who, secret, is(who, S("plain")) ? "" : "refresh-1", is(who, S("old")) ? 1 : 0);
  return ack_login(reply, &session);
}

static ack_status refresh_session(ack_instance *self, const ack_context *context, const ack_session *old,
                                  const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  static char secret[32], token[32];
  hear(self, "renew", old->refresh_token);
  const char *path = getenv("RENEWALS");
  FILE *file = path != NULL ? fopen(path, "a") : NULL;
  if (file != NULL) {
    fputc('.', file);
    fclose(file);
    // A server takes its time, in which others come to ask.
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
  }
  const int number = old->refresh_token.len > 0 ? old->refresh_token.ptr[old->refresh_token.len - 1] - '0' + 1 : 0;
  snprintf(secret, sizeof secret, "secret-%d", number);
  snprintf(token, sizeof token, "refresh-%d", number);
  const int64_t end = is(old->subject, S("timeless")) ? 0 : (int64_t)time(NULL) + 3600;
  ack_session new = numbered(old->subject, secret, token, end);
  if (old->refresh_token.len == 0) return ACK_UNSUPPORTED;
  if (is(old->subject, S("late")) && self->waiting != context->sequence) {
    self->waiting = context->sequence;
    self->host->wake(self->host, self->waiting);
    return ACK_PENDING;
  }
  if (is(old->subject, S("ended"))) return ack_logout(reply);
  if (is(old->subject, S("broken")))
    return ack_failed(self->host, ACK_FAILURE_LATER, "the server is away", "it sleeps", "wake it");
  static const ack_pair wider = {.name = {"hosts", 5}, .value = {"h wider", 7}};
  if (is(old->subject, S("wide"))) new.attributes = &wider;
  if (is(old->subject, S("stranger"))) new.subject = S("somebody else");
  if (is(old->subject, S("chatty"))) ack_message(reply, ACK_LEVEL_INFO, "Here it is.");
  return ack_login(reply, &new);
}

static ack_status session_ended(ack_instance *self, const ack_context *context, const ack_session *session) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  hear(self, "revoke", session->refresh_token);
  return ACK_OK;
}

TABLE(ID, "1.0.0", .perform = perform, .session_ended = session_ended, .refresh_session = refresh_session)

#ifdef BOUND
ACK_PROVIDER_NOTE_WITH("com.example.renewing", "Renewing", "1.0.0", "Example Ltd.",
  "settings": [
   { "name": "server", "type": "url", "label": "Server", "required": true, "identifies": true, "schemes": ["https"] },
   { "name": "tenant", "type": "text", "label": "Tenant", "default": "main", "identifies": true },
   { "name": "clientSecret", "type": "secret", "label": "Client secret" },
   { "name": "theme", "type": "text", "label": "Theme" }]);
#elif defined(WALLED)
ACK_PROVIDER_NOTE_WITH("com.example.renewing", "Renewing", "1.0.0", "Example Ltd.",
  "permissions": [{ "kind": "network", "why": "It asks its server.", "ports": [443] }]);
#else
ACK_PROVIDER_NOTE(ID, "Renewing", "1.0.0", "Example Ltd.");
#endif
