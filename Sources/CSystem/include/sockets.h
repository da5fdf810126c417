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

// Connects to a socket's file, which is open (O_PATH) and belongs to this user or to root. Unlike the others, the socket
// blocks.
int socket_connect_place(int place);

// The process that listened at the other end of a connection to a socket's file.
int socket_peer(int socket);

// Writes the numeric addresses of a machine, at most 16, separated by commas; the result is their size. It fails with
// ENOENT when there is no such name, and with EAGAIN when it cannot be known now.
int socket_resolve(const char *machine, char *text, size_t room);

// Sends a packet, with an open file unless that is negative.
int socket_send_file(int socket, const void *bytes, size_t size, int file);

// Receives a packet, and the one file that may come with it, or -1; the kernel closes others, and every one without a place
// for it. The result is the size of the packet, 0 at the end.
int socket_receive_file(int socket, void *bytes, size_t room, int *_Nullable file);

#pragma clang assume_nonnull end

#endif
