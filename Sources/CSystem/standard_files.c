#define _GNU_SOURCE
#include "standard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

// Without this, a file that is opened later would get the number of a closed standard file, and output would be written
// into it. The access mode is the wrong one, so that reading and writing fail as with a closed file.
__attribute__((constructor(101))) static void open_closed_files(void) {
  for (int file = 0; file <= 2; file++) {
    if (fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one.
    if (open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY) != file) _exit(74);
  }
}

static int write_all(int file, const unsigned char *bytes, size_t count, int patience) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd output = {.fd = file, .events = POLLOUT};
      if (poll(&output, 1, patience) == 0) return EAGAIN;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int standard_file_write(int file, const void *bytes, size_t count, int patience) {
  sigset_t pipe, pending, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  int problem = write_all(file, bytes, count, patience);
  // The signal is directed to this thread, and arrives with the error; a signal that was pending before stays pending.
  if (problem == EPIPE && !sigismember(&pending, SIGPIPE)) sigtimedwait(&pipe, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return problem;
}

int folder_exchange(int folder, const char *entry, const char *other) {
  while (renameat2(folder, entry, folder, other, RENAME_EXCHANGE) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}
