/* claiming.c - a provider that shows all that it gets for its id: the secret of the session, a secret setting, its home,
 * and what it was granted. Whoever signs in has the secret "hush".
 *
 * With -DREPLACES it is another provider, which replaces the first. VERSION and VENDOR are what its note says. */
#include "fixture.h"

#ifdef REPLACES
#define ID "com.example.claiming.next"
#define REPLACED "replaces": ["com.example.claiming"],
#define USER "ben"
#else
#define ID "com.example.claiming"
#define REPLACED
#define USER "ann"
#endif
#ifndef VERSION
#define VERSION "1.0.0"
#endif
#ifndef VENDOR
#define VENDOR "Example Ltd."
#endif

INSTANCE_WITHOUT_CREATE(char gets[4400];)

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status status = make(creation, out);
  if (status != ACK_OK) return status;
  ack_instance *self = *out;
  size_t size = sizeof self->gets, length = 0;
  length += (size_t)snprintf(self->gets, size, "home: %.*s; granted:", (int)creation->home.len,
                             creation->home.ptr == NULL ? "" : creation->home.ptr);
  for (uint64_t i = 0; i < creation->granted_count && length < size; i++)
    length += (size_t)snprintf(self->gets + length, size - length, " %.*s", (int)creation->granted[i].len,
                               creation->granted[i].ptr);
  for (uint64_t i = 0; i < creation->setting_count && length < size; i++)
    length += (size_t)snprintf(self->gets + length, size - length, "; setting: %.*s",
                               (int)creation->settings[i].value.len, creation->settings[i].value.ptr);
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0};
  begin_screen(&f, S("claiming"), S("Version " VERSION));
  add_text(&f, str(self->gets));
  char secret[64];
  ack_str token = context->session == NULL ? S("none") : context->session->secret;
  snprintf(secret, sizeof secret, "secret: %.*s", (int)token.len, token.ptr);
  add_text(&f, str(secret));
  end_screen(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)self, (void)action;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  ack_session session = session_of(S(USER));
  session.secret = S("hush");
  return ack_login(reply, &session);
}

TABLE(ID, VERSION, .perform = perform)

ACK_PROVIDER_NOTE_WITH(ID, "Claiming", VERSION, VENDOR,
  REPLACED
  "settings": [{ "name": "key", "type": "secret", "label": "Key" }],
  "permissions": [{ "kind": "network", "ports": [443], "why": "It calls home." }]);
