/* settings.c - a provider that its operator sets up. The note declares the settings, so that a host can show them and
 * check what it is given; create() gets the values, and refuses what only a provider can check. */
#define ID "com.example.settings"
#define NAME "Settings"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "settings": [
    { "name": "server", "type": "url", "label": "Server", "default": "https://tea.example.com", "identifies": true },
    { "name": "opens", "type": "integer", "label": "Opens at", "min": 0, "max": 23, "default": 9 },
    { "name": "closes", "type": "integer", "label": "Closes at", "min": 1, "max": 24, "default": 17 },
    { "name": "key", "type": "secret", "label": "Key", "help": "Of the house, at the server." }]);

struct ack_instance {
  char *server;
  int opens, closes;
  bool has_key;
};

static void destroy(ack_instance *self) {
  free(self->server);
  free(self);
}

/* What is passed is lent for the call, and ends without a zero byte. */
static char *copy_of(ack_str text) {
  char *copy = calloc(1, text.len + 1);
  if (copy != NULL && text.len > 0) memcpy(copy, text.ptr, text.len);
  return copy;
}

static int number_of(ack_str digits) {
  int number = 0; /* the host has checked that the digits are a number from "min" to "max" */
  for (uint64_t i = 0; i < digits.len && i < 4; i++) number = number * 10 + (digits.ptr[i] - '0');
  return number;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count) || !ACK_HAS(creation->host, ack_host, fail)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_FAILED;
  for (uint64_t i = 0; i < creation->setting_count; i++) {
    const ack_str name = creation->settings[i].name, value = creation->settings[i].value;
    if (equal(name, S("server")) && self->server == NULL) self->server = copy_of(value);
    if (equal(name, S("opens"))) self->opens = number_of(value);
    if (equal(name, S("closes"))) self->closes = number_of(value);
    if (equal(name, S("key"))) self->has_key = true; /* a secret is for the server, and never shown */
  }
  if (self->opens >= self->closes) {
    host->fail(host, S("the house never opens"), S("it closes before it opens"), S("set opens to less than closes"));
    return destroy(self), ACK_FAILED;
  }
  if (self->server == NULL) return destroy(self), ACK_FAILED; /* the memory is used up */
  *out = self;
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  if (!can_describe(context, b)) return ACK_MISUSE;
  if (!is_of_state(context)) return ACK_UNSUPPORTED;
  char hours[64];
  snprintf(hours, sizeof hours, "Open from %d to %d", self->opens, self->closes);
  begin_root(b, S("house"), ACK_KIND(SCREEN), S("hours"), S("Tea House"));
  add_text(b, str(hours));
  add_text(b, str(self->server));
  add_text(b, self->has_key ? S("Orders are taken") : S("Without a key no orders are taken"));
  return b->end(b);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe,
};
