/* configured.c - a provider with settings of every type; correct in everything.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o configured.so \
 *     Tests/Fixtures/configured.c
 *
 * Its title has each setting that it was given, and of the secret only the size; with LEAKS defined, all of it. It
 * refuses 7 retries. With NEEDS defined it refuses to be made without a client id. With DIES defined as 0 it writes its
 * settings and ends badly when it is made, and with 1 when it is asked for its logged-in interface, with the session. */
#include "misbehaving_base.h"

#include <stdio.h>
#include <stdlib.h>

struct ack_instance {
  char title[512];
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  static ack_instance instances[16];
  static int count;
  ack_instance *self = &instances[count++ % 16];
  int size = snprintf(self->title, sizeof self->title, "Settings");
  int has_id = 0;
  for (uint64_t i = 0; i < creation->setting_count; i++) {
    ack_str name = creation->settings[i].name, value = creation->settings[i].value;
    if (equal(name, S("clientId"))) has_id = 1;
    if (equal(name, S("retries")) && equal(value, S("7"))) {
      creation->host->fail(creation->host, S("seven retries are too many"), S("it is unlucky"), S("try six"));
      return ACK_FAILED;
    }
#if !defined LEAKS && !defined DIES
    if (equal(name, S("clientSecret"))) {
      size += snprintf(self->title + size, sizeof self->title - size, " clientSecret=%d bytes", (int)value.len);
      continue;
    }
#endif
    size += snprintf(self->title + size, sizeof self->title - size, " %.*s=%.*s", (int)name.len, name.ptr,
                     (int)value.len, value.ptr);
  }
#ifdef NEEDS
  if (!has_id) return ACK_FAILED;
#endif
#if defined DIES && DIES == 0
  fprintf(stderr, "it was made with%s\n", self->title);
  abort();
#endif
  (void)has_id;
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  if (context->target == ACK_LAUNCHING || context->screen.len > 0) return ACK_UNSUPPORTED;
#ifdef DIES
  if (context->target == ACK_LOGGED_IN) {
    ack_str token = context->session->secret;
    fprintf(stderr, "it has %.*s and%s\n", (int)token.len, token.ptr, self->title);
    abort();
  }
#endif
  return describe_screen(b, context->target == ACK_LOGGED_IN ? S("logged-in") : S("logged-out"), str(self->title));
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe};

ACK_PROVIDER_NOTE_WITH("com.example.configured", "Configured", "1.0.0", "Example Ltd.",
  "requires": ["minor:0"],
  "settings": [
   { "name": "server", "type": "url", "label": "Server", "help": "Where people sign in.", "required": true,
     "schemes": ["https"] },
   { "name": "clientId", "type": "text", "label": "Client id", "min": 1, "max": 128 },
   { "name": "clientSecret", "type": "secret", "label": "Client secret" },
   { "name": "retries", "type": "integer", "label": "Retries", "default": 3, "min": 0, "max": 10 },
   { "name": "strict", "type": "boolean", "label": "Strict", "default": true },
   { "name": "mode", "type": "choice", "label": "Mode", "options": ["fast", "safe"], "default": "safe" }]);

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.configured");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
