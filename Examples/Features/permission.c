/* permission.c - a provider that asks for a local socket, behind which a kettle says how hot it is. The note declares
 * the permission with its reason, a user agrees once, and the host makes the connection. */
#define _POSIX_C_SOURCE 200809L
#define ID "com.example.permission"
#define NAME "Permission"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "permissions": [{ "kind": "socket", "name": "kettle", "path": "$XDG_RUNTIME_DIR/kettle.sock",
                    "why": "It asks the kettle how hot it is." }]);

struct ack_instance {
  const ack_host *host;
};

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  *out = malloc(sizeof **out);
  if (*out == NULL) return ACK_FAILED;
  (*out)->host = creation->host;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  begin_root(&f, "kettle", ACK_KIND_SCREEN, "kitchen", "Kitchen");
  begin_button(&f, "ask", "How hot is the kettle?", ACK_WORD_PRIMARY);
  end_button(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

/* How hot the kettle is, or a negated number of <errno.h>: -EACCES without the permission, -ENOENT without a kettle. */
static int temperature(const ack_host *host) {
  const ack_sockets *sockets = host->get_extension(host, S("ack.socket/1"));
  if (sockets == NULL || !ACK_HAS(sockets, ack_sockets, open)) return -ENOSYS;
  const int file = sockets->open(host, S("kettle"));
  if (file < 0) return file;
  /* A second is short enough to wait for here. What takes longer is waited for on a thread: slow.c */
  struct pollfd answer = {.fd = file, .events = POLLIN};
  char text[8] = "";
  const bool is_read = poll(&answer, 1, 1000) == 1 && read(file, text, sizeof text - 1) > 0;
  close(file);
  /* What comes from elsewhere is checked: a whole number, and a line feed. */
  char *end;
  const long degrees = strtol(text, &end, 10);
  return is_read && end > text && *end == '\n' && degrees >= 0 && degrees <= 100 ? (int)degrees : -EPROTO;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (!ack_equal(action->name, "ask")) return ACK_UNSUPPORTED;
  const int degrees = temperature(self->host);
  if (degrees < 0) {
    const uint32_t category = degrees == -EACCES ? ACK_FAILURE_DENIED : ACK_FAILURE_LATER;
    return ack_failed(self->host, category, "the kettle says nothing", strerror(-degrees), "see whether it is on");
  }
  char text[32];
  snprintf(text, sizeof text, "The kettle has %d °C", degrees);
  return ack_message(reply, ACK_LEVEL_INFO, text);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};
