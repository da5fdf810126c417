/* claiming.c - a provider that shows all that it gets for its id: the secret of the session, a secret setting, its home,
 * and what it was granted. Whoever signs in has the secret "hush".
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -DVERSION='"2.0.0"' \
 *     -DVENDOR='"Somebody Else"' -o claiming.so Tests/Fixtures/claiming.c */
#include "misbehaving_base.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef VERSION
#define VERSION "1.0.0"
#endif
#ifndef VENDOR
#define VENDOR "Example Ltd."
#endif

struct ack_instance {
  char gets[4400];
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_LIMIT;
  size_t size = sizeof self->gets, length = 0;
  length += (size_t)snprintf(self->gets, size, "home: %.*s; granted:", (int)creation->home.len,
                             creation->home.ptr == NULL ? "" : creation->home.ptr);
  for (uint64_t i = 0; i < creation->granted_count && length < size; i++)
    length += (size_t)snprintf(self->gets + length, size - length, " %.*s", (int)creation->granted[i].len,
                               creation->granted[i].ptr);
  for (uint64_t i = 0; i < creation->setting_count && length < size; i++)
    length += (size_t)snprintf(self->gets + length, size - length, "; setting: %.*s",
                               (int)creation->settings[i].value.len, creation->settings[i].value.ptr);
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  begin_screen(b, S("claiming"), S("Version " VERSION));
  add_text(b, str(self->gets));
  char secret[64];
  ack_str token = context->session == NULL ? S("none") : context->session->secret;
  snprintf(secret, sizeof secret, "secret: %.*s", (int)token.len, token.ptr);
  add_text(b, str(secret));
  return end_screen(b);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)self, (void)context, (void)action;
  ack_session session = session_of(S("ann"));
  session.secret = S("hush");
  return reply->login(reply, &session);
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe, .perform = perform};

ACK_PROVIDER_NOTE_WITH("com.example.claiming", "Claiming", VERSION, VENDOR,
  "settings": [{ "name": "key", "type": "secret", "label": "Key" }],
  "permissions": [{ "kind": "network", "ports": [443], "why": "It calls home." }]);

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.claiming");
  answer->version = S(VERSION);
  answer->provider = &table;
  return ACK_OK;
}
