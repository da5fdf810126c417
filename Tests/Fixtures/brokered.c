/* brokered.c - a provider that declares the local socket SOCKET, sends a byte to it through its host, and asks the host for
 * the addresses of this machine. With -DDECLARES=1 it declares a port, too.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -DSOCKET='"/tmp/own"' \
 *     -o brokered.so Tests/Fixtures/brokered.c */
#define _POSIX_C_SOURCE 200809L
#include "misbehaving_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef DECLARES
#define DECLARES 0
#endif

struct ack_instance {
  const ack_host *host;
};

static int say(const ack_host *host, ack_str name) {
  const ack_sockets *sockets = host->get_extension(host, S("ack.socket/1"));
  if (sockets == NULL) return 1;
  int file = sockets->open(host, name);
  if (file < 0) return file;
  int status = send(file, "x", 1, MSG_NOSIGNAL) == 1 ? 0 : 2;
  close(file);
  return status;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  *out = calloc(1, sizeof **out);
  if (*out == NULL) return ACK_LIMIT;
  (*out)->host = creation->host;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
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

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe,
};

ACK_PROVIDER_NOTE_JSON(
    "{\"id\":\"com.example.brokered\",\"name\":\"Brokered\",\"version\":\"1.0.0\",\"vendor\":\"Example Ltd.\","
    "\"permissions\":["
#if DECLARES
    "{\"kind\":\"network\",\"ports\":[443],\"why\":\"It calls home.\"},"
#endif
    "{\"kind\":\"socket\",\"name\":\"own\",\"path\":\"" SOCKET "\",\"why\":\"It talks.\"}]}");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, S("com.example.brokered"), S("1.0.0"), &table);
}
