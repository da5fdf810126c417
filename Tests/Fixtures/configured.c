/* configured.c - a provider with settings of every type; correct in everything.
 *
 *     Tests/Fixtures/configured.c
 *
 * Its title has each setting that it was given, and of the secret only the size; with LEAKS defined, all of it. It
 * refuses 7 retries. With NEEDS defined it refuses to be made without a client id. With DIES defined as 0 it writes its
 * settings and ends badly when it is made, and with 1 when it is asked for its logged-in interface, with the session. */
#include "fixture.h"

INSTANCE_WITHOUT_CREATE(char title[512];)

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status status = make(creation, out);
  if (status != ACK_OK) return status;
  ack_instance *self = *out;
  int size = snprintf(self->title, sizeof self->title, "Settings");
  int has_id = 0;
  for (uint64_t i = 0; i < creation->setting_count; i++) {
    ack_str name = creation->settings[i].name, value = creation->settings[i].value;
    if (equal(name, S("clientId"))) has_id = 1;
    if (equal(name, S("retries")) && equal(value, S("7"))) {
      return ack_failed(creation->host, ACK_FAILURE_INPUT, "seven retries are too many", "it is unlucky", "try six");
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
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  if (context->target == ACK_LAUNCHING || context->screen.len > 0) return ACK_UNSUPPORTED;
#ifdef DIES
  if (context->target == ACK_LOGGED_IN) {
    ack_str token = context->session->secret;
    fprintf(stderr, "it has %.*s and%s\n", (int)token.len, token.ptr, self->title);
    abort();
  }
#endif
  ack_builder f = {0};
  describe_screen(&f, context->target == ACK_LOGGED_IN ? S("logged-in") : S("logged-out"), str(self->title));
  return ack_give(&f, out);
}

TABLE("com.example.configured", "1.0.0", )

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
