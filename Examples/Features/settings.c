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
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  const ack_host *host = creation->host;
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_FAILED;
  for (uint64_t i = 0; i < creation->setting_count; i++) {
    const ack_str name = creation->settings[i].name, value = creation->settings[i].value;
    if (ack_equal(name, "server") && self->server == NULL) self->server = copy_of(value);
    if (ack_equal(name, "opens")) self->opens = number_of(value);
    if (ack_equal(name, "closes")) self->closes = number_of(value);
    if (ack_equal(name, "key")) self->has_key = true; /* a secret is for the server, and never shown */
  }
  if (self->opens >= self->closes) {
    destroy(self);
    return ack_failed(host, ACK_FAILURE_INPUT, "the house never opens", "it closes before it opens",
                      "set opens to less than closes");
  }
  if (self->server == NULL) return destroy(self), ACK_FAILED; /* the memory is used up */
  *out = self;
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  char hours[64];
  snprintf(hours, sizeof hours, "Open from %d to %d", self->opens, self->closes);
  begin_root(&f, "house", ACK_KIND_SCREEN, "hours", "Tea House");
  add_text(&f, hours);
  add_text(&f, self->server);
  add_text(&f, self->has_key ? "Orders are taken" : "Without a key no orders are taken");
  ack_end(&f);
  return ack_give(&f, out);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe,
};
