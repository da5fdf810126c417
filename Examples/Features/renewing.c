/* renewing.c - a provider whose session has a secret for ten minutes, and a refresh token for one use, with which the
 * host has it renewed: before the secret ends, and when it was refused. */
#define ID "com.example.renewing"
#define NAME "Renewing"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

#include <time.h>

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

/* ---- What a server would do: it gives tokens with a number, those of the next for a refresh token, up to 3 ---- */

struct tokens {
  char secret[16], refresh_token[16];
};

static struct tokens tokens_of(int number) {
  struct tokens tokens;
  snprintf(tokens.secret, sizeof tokens.secret, "secret-%d", number);
  snprintf(tokens.refresh_token, sizeof tokens.refresh_token, "refresh-%d", number);
  return tokens;
}

/* The number of a refresh token; 0 for one that the server does not know. */
static int number_of(ack_str refresh_token) {
  for (int number = 1; number <= 3; number++) {
    const struct tokens tokens = tokens_of(number);
    if (ack_equal(refresh_token, tokens.refresh_token)) return number;
  }
  return 0;
}

/* ---- The provider ---- */

static ack_status log_in(const ack_reply *reply, ack_str subject, int number) {
  const struct tokens tokens = tokens_of(number);
  const ack_session session = {
      .struct_size = sizeof session,
      .subject = subject,
      .secret = ack_text(tokens.secret),
      .secret_expires_at = (int64_t)time(NULL) + 600,
      .refresh_token = ack_text(tokens.refresh_token), /* nobody but the provider gets it back */
  };
  return ack_login(reply, &session);
}

/* One process at a time asks, with the session as it is stored, and the answer is stored before another one asks. */
static ack_status refresh_session(ack_instance *self, const ack_context *context, const ack_session *session,
                                  const ack_reply *reply) {
  (void)self;
  if (!ACK_HAS(session, ack_session, secret_expires_at) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  const ack_status said = check_context(context);
  if (said != ACK_OK) return said;
  if (session->refresh_token.len == 0) return ACK_UNSUPPORTED; /* there is nothing to renew it with */
  /* When the server cannot be reached, say so with fail() and answer ACK_FAILED: the session stays. */
  const int number = number_of(session->refresh_token);
  if (number == 0 || number == 3) return ack_logout(reply); /* the server has ended it */
  return log_in(reply, session->subject, number + 1);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "leave")) return ack_logout(reply);
  if (!ack_equal(action->name, "enter")) return ACK_UNSUPPORTED;
  return log_in(reply, value_of(action->values, action->value_count, "name"), 1);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  const bool is_in = context->target == ACK_LOGGED_IN;
  begin_root(&f, is_in ? "logged-in" : "logged-out", ACK_KIND_SCREEN, "main", "Renewing");
  if (!is_in) add_field(&f, "name", "Your name", ACK_WORD_USERNAME, "Enter your name");
  begin_button(&f, is_in ? "leave" : "enter", is_in ? "Leave" : "Enter", ACK_WORD_PRIMARY);
  if (!is_in) add_name(&f, ACK_NAME_SENDS, "name");
  end_button(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform, .refresh_session = refresh_session,
};
