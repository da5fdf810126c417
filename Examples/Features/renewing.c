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
    if (equal(refresh_token, str(tokens.refresh_token))) return number;
  }
  return 0;
}

/* ---- The provider ---- */

static ack_status log_in(const ack_reply *reply, ack_str subject, int number) {
  const struct tokens tokens = tokens_of(number);
  const ack_session session = {
      .struct_size = sizeof session,
      .subject = subject,
      .secret = str(tokens.secret),
      .secret_expires_at = (int64_t)time(NULL) + 600,
      .refresh_token = str(tokens.refresh_token), /* nobody but the provider gets it back */
  };
  return reply->login(reply, &session);
}

/* One process at a time asks, with the session as it is stored, and the answer is stored before another one asks. */
static ack_status refresh_session(ack_instance *self, const ack_context *context, const ack_session *session,
                                  const ack_reply *reply) {
  (void)self;
  if (!is_whole(context) || !ACK_HAS(session, ack_session, secret_expires_at)) return ACK_MISUSE;
  if (!ACK_HAS(reply, ack_reply, message)) return ACK_MISUSE;
  if (session->refresh_token.len == 0) return ACK_UNSUPPORTED; /* there is nothing to renew it with */
  /* When the server cannot be reached, say so with fail() and answer ACK_FAILED: the session stays. */
  const int number = number_of(session->refresh_token);
  if (number == 0 || number == 3) return reply->logout(reply); /* the server has ended it */
  return log_in(reply, session->subject, number + 1);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  if (equal(action->name, S("leave"))) return reply->logout(reply);
  if (!equal(action->name, S("enter"))) return ACK_UNSUPPORTED;
  return log_in(reply, value_of(action->values, action->value_count, S("name")), 1);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self;
  if (!can_describe(context, b)) return ACK_MISUSE;
  if (!is_of_state(context)) return ACK_UNSUPPORTED;
  const bool is_in = context->target == ACK_LOGGED_IN;
  begin_root(b, is_in ? S("logged-in") : S("logged-out"), ACK_KIND(SCREEN), S("main"), S("Renewing"));
  if (!is_in) add_field(b, S("name"), S("Your name"), S("username"), S("Enter your name"));
  begin_button(b, is_in ? S("leave") : S("enter"), is_in ? S("Leave") : S("Enter"), S("primary"));
  if (!is_in) add_name(b, ACK_NAME(SENDS), S("name"));
  end_button(b);
  return b->end(b);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform, .refresh_session = refresh_session,
};
