#define _GNU_SOURCE
#include "sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// An address of any family.
union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  struct sockaddr_un file;
};

static int closed(int file, int error) {
  close(file);
  return -error;
}

static int open_socket(int family) {
  int file = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return file < 0 ? -errno : file;
}

int socket_listen_port(const char *text, uint16_t port) {
  union address address = {0};
  socklen_t size;
  if (inet_pton(AF_INET, text, &address.four.sin_addr) == 1) {
    address.four.sin_family = AF_INET;
    address.four.sin_port = htons(port);
    size = sizeof address.four;
  } else if (inet_pton(AF_INET6, text, &address.six.sin6_addr) == 1) {
    address.six.sin6_family = AF_INET6;
    address.six.sin6_port = htons(port);
    size = sizeof address.six;
  } else {
    return -EINVAL;
  }
  const int on = 1;
  int file = open_socket(address.any.sa_family);
  if (file < 0) return file;
  if (setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) return closed(file, errno);
  if (address.any.sa_family == AF_INET6 && setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) != 0) {
    return closed(file, errno);
  }
  if (bind(file, &address.any, size) != 0 || listen(file, SOMAXCONN) != 0) return closed(file, errno);
  return file;
}

// Removes the socket file that nobody listens on.
static int remove_stale(const union address *address) {
  struct stat status;
  if (lstat(address->file.sun_path, &status) != 0) return errno == ENOENT ? 0 : -errno;
  if (!S_ISSOCK(status.st_mode) || status.st_uid != geteuid()) return -EEXIST;
  int file = open_socket(AF_UNIX);
  if (file < 0) return file;
  // A server whose queue is full has EAGAIN.
  bool is_stale = connect(file, &address->any, sizeof address->file) != 0 && errno == ECONNREFUSED;
  close(file);
  if (!is_stale) return -EADDRINUSE;
  return unlink(address->file.sun_path) == 0 || errno == ENOENT ? 0 : -errno;
}

int socket_listen_file(const char *path) {
  union address address = {.file = {.sun_family = AF_UNIX}};
  size_t size = strlen(path);
  if (size == 0) return -ENOENT;
  if (size >= sizeof address.file.sun_path) return -ENAMETOOLONG;
  memcpy(address.file.sun_path, path, size);
  // Between bind and listen a socket looks as if nobody listened on it; the lock of the folder keeps another server from
  // removing it then.
  char parent[sizeof address.file.sun_path + 2];
  const char *slash = strrchr(path, '/');
  size_t end = slash == NULL ? 0 : (size_t)(slash - path) + 1;
  memcpy(parent, path, end);
  memcpy(parent + end, ".", 2);
  int folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  // Somebody else may hold the lock of a folder that everybody can read.
  for (int attempt = 0; flock(folder, LOCK_EX | LOCK_NB) != 0; attempt += 1) {
    if (errno != EWOULDBLOCK || attempt == 200) return closed(folder, errno);
    usleep(10000);
  }
  int result = remove_stale(&address);
  if (result == 0) result = open_socket(AF_UNIX);
  // Linux gives the file the mode of the socket, less the process's mask: nobody else can ever connect.
  if (result >= 0 && (fchmod(result, 0600) != 0 || bind(result, &address.any, sizeof address.file) != 0 ||
                      listen(result, SOMAXCONN) != 0)) {
    result = closed(result, errno);
  }
  close(folder);
  return result;
}

int socket_take_over(int file) {
  int type = 0, listens = 0, family = 0;
  socklen_t size = sizeof type;
  if (getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
      getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 ||
      getsockopt(file, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0 || type != SOCK_STREAM || listens == 0 ||
      (family != AF_INET && family != AF_INET6 && family != AF_UNIX)) {
    return -ENOTSOCK;
  }
  int flags = fcntl(file, F_GETFL);
  if (flags < 0 || fcntl(file, F_SETFL, flags | O_NONBLOCK) != 0 || fcntl(file, F_SETFD, FD_CLOEXEC) != 0) {
    return -errno;
  }
  return file;
}

int socket_address(int socket, char *text, size_t room) {
  // One zero byte more, because the path of an address may fill it.
  union {
    union address address;
    char bytes[sizeof(union address) + 1];
  } name = {0};
  socklen_t size = sizeof name.address;
  if (getsockname(socket, &name.address.any, &size) != 0) return -errno;
  switch (name.address.any.sa_family) {
    case AF_INET:
      inet_ntop(AF_INET, &name.address.four.sin_addr, text, (socklen_t)room);
      return ntohs(name.address.four.sin_port);
    case AF_INET6:
      inet_ntop(AF_INET6, &name.address.six.sin6_addr, text, (socklen_t)room);
      return ntohs(name.address.six.sin6_port);
    default:
      strncpy(text, name.address.file.sun_path, room - 1);
      text[room - 1] = 0;
      return -1;
  }
}

int socket_accept(int socket, unsigned patience) {
  int file = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (file < 0) return -errno;
  // These fail on a socket file, which needs neither.
  const int on = 1;
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(file, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
  return file;
}

int socket_connect_place(int place) {
  struct stat status;
  if (fstat(place, &status) != 0) return -errno;
  if (!S_ISSOCK(status.st_mode)) return -ENOTSOCK;
  if (status.st_uid != 0 && status.st_uid != geteuid()) return -EACCES;
  // The file that was looked at, also where the path is longer than an address can be.
  union address address = {.file = {.sun_family = AF_UNIX}};
  snprintf(address.file.sun_path, sizeof address.file.sun_path, "/proc/self/fd/%d", place);
  int file = open_socket(AF_UNIX);
  if (file >= 0 && (connect(file, &address.any, sizeof address.file) != 0 || fcntl(file, F_SETFL, 0) != 0)) {
    file = closed(file, errno);
  }
  return file;
}

int socket_peer(int socket) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ? -errno : peer.pid;
}

int socket_resolve(const char *machine, char *text, size_t room) {
  const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *first = NULL;
  switch (getaddrinfo(machine, NULL, &wanted, &first)) {
    case 0: break;
    case EAI_NONAME:
    case EAI_NODATA:
    case EAI_ADDRFAMILY:
    case EAI_FAIL: return -ENOENT;
    case EAI_AGAIN: return -EAGAIN;
    case EAI_MEMORY: return -ENOMEM;
    default: return -EIO;
  }
  size_t size = 0;
  int count = 0;
  for (const struct addrinfo *next = first; next != NULL && count < 16; next = next->ai_next) {
    char address[NI_MAXHOST];
    if (getnameinfo(next->ai_addr, next->ai_addrlen, address, sizeof address, NULL, 0, NI_NUMERICHOST) != 0) continue;
    int added = snprintf(text + size, room - size, "%s%s", count == 0 ? "" : ",", address);
    if ((size_t)added >= room - size) break;
    size += (size_t)added;
    count += 1;
  }
  freeaddrinfo(first);
  return count == 0 ? -ENOENT : (int)size;
}

// Room for one file descriptor beside a packet.
union file_message {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

int socket_send_file(int socket, const void *bytes, size_t size, int file) {
  union file_message beside = {0};
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (file >= 0) {
    message.msg_control = &beside;
    message.msg_controllen = sizeof beside;
    beside.header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof file)};
    memcpy(CMSG_DATA(&beside.header), &file, sizeof file);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

int socket_receive_file(int socket, void *bytes, size_t room, int *file) {
  union file_message beside = {0};
  struct iovec piece = {.iov_base = bytes, .iov_len = room};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (file != NULL) {
    *file = -1;
    message.msg_control = &beside;
    // Not the whole union, whose padding has room for a second one.
    message.msg_controllen = CMSG_LEN(sizeof *file);
  }
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  struct cmsghdr *header = file == NULL ? NULL : CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    memcpy(file, CMSG_DATA(header), sizeof *file);
  }
  return (int)count;
}
