// Sockets that listen, and the connections to them. Swift's Glibc module lacks some of the functions, and an address of a
// socket is a struct that begins another one.

#ifndef CSYSTEM_SOCKETS_H
#define CSYSTEM_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns the documented result, or a negated error number. Every socket is non-blocking and closed on
// exec.

// Listens on a port of a numeric IPv4 or IPv6 address, which is all there is on that port; fails with EINVAL for another
// text. Port 0 is one that the system chooses.
int socket_listen_port(const char *address, uint16_t port);

// Listens on a new socket file with mode 0600. It replaces the socket of this user that nobody listens on; it fails with
// EADDRINUSE when somebody does, and with EEXIST when something else stands there.
int socket_listen_file(const char *path);

// Takes over an open file; fails with ENOTSOCK when it is no stream socket that listens.
int socket_take_over(int file);

// Writes the numeric address or the path of a socket; the result is its port, or -1 for a path.
int socket_address(int socket, char *text, size_t size);

// Accepts a connection. Its small packets are sent at once, and it fails when sent bytes are not acknowledged for the
// milliseconds.
int socket_accept(int socket, unsigned patience);

#pragma clang assume_nonnull end

#endif
