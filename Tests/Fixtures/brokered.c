/* brokered.c - a provider that declares the local socket SOCKET, sends a byte to it through its host, and asks the host for
 * the addresses of this machine. With -DDECLARES=1 it declares a port, too.
 *
 *     -o brokered.so Tests/Fixtures/brokered.c */
#include "fixture.h"

#include <sys/socket.h>

#ifndef DECLARES
#define DECLARES 0
#endif

INSTANCE()

static int say(const ack_host *host, ack_str name) {
  const ack_sockets *sockets = host->get_extension(host, S("ack.socket/1"));
  if (sockets == NULL) return 1;
  int file = sockets->open(host, name);
  if (file < 0) return file;
  int status = send(file, "x", 1, MSG_NOSIGNAL) == 1 ? 0 : 2;
  close(file);
  return status;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  const ack_resolver *names = self->host->get_extension(self->host, S("ack.resolve/1"));
  char addresses[1024] = "", text[1200];
  int size = names == NULL ? 1 : names->resolve(self->host, S("127.0.0.1"), addresses, sizeof addresses);
  snprintf(text, sizeof text, "own: %d; other: %d; addresses: %d %s; too small: %d; unknown: %s",
           say(self->host, S("own")), say(self->host, S("other")), size, addresses,
           names == NULL ? 1 : names->resolve(self->host, S("127.0.0.1"), addresses, 3),
           self->host->get_extension(self->host, S("ack.other/1")) == NULL ? "none" : "there");
  ack_builder f = {0};
  describe_screen(&f, S("brokered"), str(text));
  return ack_give(&f, out);
}

TABLE("com.example.brokered", "1.0.0", )

ACK_PROVIDER_NOTE_JSON(
    "{\"id\":\"com.example.brokered\",\"name\":\"Brokered\",\"version\":\"1.0.0\",\"vendor\":\"Example Ltd.\","
    "\"permissions\":["
#if DECLARES
    "{\"kind\":\"network\",\"ports\":[443],\"why\":\"It calls home.\"},"
#endif
    "{\"kind\":\"socket\",\"name\":\"own\",\"path\":\"" SOCKET "\",\"why\":\"It talks.\"}]}");
