/* networking.c - a provider that shows what it was made with, and what comes of talking to itself over the network. With
 * -DNEEDS_NETWORK=1 it makes no instance without. With -DDECLARES=1 it declares a port, with 2 also a folder.
 *
 *     Tests/Fixtures/networking.c */
#include "fixture.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

#ifndef NEEDS_NETWORK
#define NEEDS_NETWORK 0
#endif
#ifndef DECLARES
#define DECLARES 0
#endif

INSTANCE_WITHOUT_CREATE(char made_with[4400];)

/* Sends a byte from one socket to another over the loopback. */
static const char *talk(int kind) {
  char byte = 'x';
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  struct sockaddr *there = (struct sockaddr *)&address;
  int server = socket(AF_INET, kind, 0), client = socket(AF_INET, kind, 0);
  if (server < 0 || client < 0) return strerror(errno);
  if (bind(server, there, size) < 0 || getsockname(server, there, &size) < 0) return strerror(errno);
  if (kind == SOCK_STREAM && listen(server, 1) < 0) return strerror(errno);
  if (connect(client, there, size) < 0 || send(client, &byte, 1, 0) != 1) return strerror(errno);
  int other = kind == SOCK_STREAM ? accept(server, NULL, NULL) : server;
  const char *outcome = recv(other, &byte, 1, 0) == 1 ? "done" : strerror(errno);
  close(client), close(server);
  if (other != server) close(other);
  return outcome;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  if (NEEDS_NETWORK && strcmp(talk(SOCK_STREAM), "done") != 0) return ACK_FAILED;
  const ack_status status = make(creation, out);
  if (status != ACK_OK) return status;
  char *text = (*out)->made_with;
  int size = sizeof (*out)->made_with, length = 0;
  length += snprintf(text, (size_t)size, "home: %.*s; settings: %d; granted:", (int)creation->home.len,
                     creation->home.ptr == NULL ? "" : creation->home.ptr, (int)creation->setting_count);
  for (uint64_t i = 0; i < creation->granted_count && length < size; i++)
    length += snprintf(text + length, (size_t)(size - length), " %.*s", (int)creation->granted[i].len,
                       creation->granted[i].ptr);
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  char text[64];
  snprintf(text, sizeof text, "TCP: %s; UDP: %s", talk(SOCK_STREAM), talk(SOCK_DGRAM));
  ack_builder f = {0};
  begin_screen(&f, S("networking"), str(text));
  add_text(&f, str(self->made_with));
  end_screen(&f);
  return ack_give(&f, out);
}

TABLE("com.example.networking", "1.0.0", )

#if DECLARES == 0
ACK_PROVIDER_NOTE("com.example.networking", "Networking", "1.0.0", "Example Ltd.");
#elif DECLARES == 1
ACK_PROVIDER_NOTE_WITH("com.example.networking", "Networking", "1.0.0", "Example Ltd.",
  "permissions": [{ "kind": "network", "ports": [443], "why": "It calls home." }]);
#else
ACK_PROVIDER_NOTE_WITH("com.example.networking", "Networking", "1.0.0", "Example Ltd.",
  "permissions": [
    { "kind": "network", "ports": [443], "why": "It calls home." },
    { "kind": "folder", "name": "photos", "path": "$XDG_PICTURES_DIR", "access": "read", "why": "It looks." }]);
#endif
