#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// The last words, in the memory of the guardian alone.
static struct {
  unsigned char bytes[1 << 15];
  size_t count;
} kept;

// Nothing of it may drive the terminal.
static void keep(const unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (kept.count == sizeof kept.bytes) {
      kept.count /= 2;
      memcpy(kept.bytes, kept.bytes + kept.count, kept.count);
    }
    unsigned char byte = bytes[index];
    // The second byte of what a terminal may take for the beginning of a sequence.
    int is_high = byte >= 0x80 && byte < 0xA0 && kept.count > 0 && kept.bytes[kept.count - 1] == 0xC2;
    if (is_high) kept.bytes[kept.count - 1] = '?';
    int is_harmless = byte >= 0x20 || byte == '\n' || byte == '\t';
    kept.bytes[kept.count++] = is_harmless && byte != 0x7F && !is_high ? byte : '?';
  }
}

// Returns whether there may be more.
static int hear(int words) {
  unsigned char bytes[4096];
  ssize_t count = read(words, bytes, sizeof bytes);
  if (count > 0) keep(bytes, (size_t)count);
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static void say(int terminal, const unsigned char *text, size_t size) {
  while (size > 0) {
    ssize_t count = write(terminal, text, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      struct pollfd output = {.fd = terminal, .events = POLLOUT};
      // A terminal that takes nothing for a second is stopped, and nobody waits for it.
      if (poll(&output, 1, 1000) > 0) continue;
    }
    if (count <= 0) return;
    text += count;
    size -= (size_t)count;
  }
}

// What was forked from a process with threads may call only what a handler of a signal may.
static void guard_terminal(int lifeline, const struct terminal_guard *guard) {
  int words = guard->words;
  for (;;) {
    struct pollfd files[] = {{.fd = lifeline, .events = POLLIN}, {.fd = words, .events = POLLIN}};
    if (poll(files, 2, -1) < 0 && errno != EINTR) _exit(1);
    if (files[1].revents != 0 && !hear(words)) words = -1;
    if (files[0].revents != 0) break;
  }
  unsigned char byte;
  ssize_t count;
  do count = read(lifeline, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count == 0) {
    const struct termios *own = guard->own;
    struct termios now;
    // The shell may have been faster, and its settings are not for us to change.
    memset(&now, 0, sizeof now);
    if (tcgetattr(guard->terminal, &now) == 0 && now.c_lflag == own->c_lflag && now.c_iflag == own->c_iflag) {
      tcsetattr(guard->terminal, TCSANOW, guard->former);
      tcflush(guard->terminal, TCIFLUSH);
    }
    say(guard->terminal, guard->text, guard->size);
  }
  if (words >= 0) {
    // A flood that goes on is not waited for.
    for (int rounds = 0; rounds < 64 && hear(words); rounds++) {
    }
  }
  say(guard->terminal, kept.bytes, kept.count);
  _exit(0);
}

pid_t terminal_guardian_start(const struct terminal_guard *guard, int *lifeline) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  // The guardian must not get a signal that is meant for this process, not even while it becomes what it is.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t guardian = _Fork();
  if (guardian == 0) {
    // Out of reach of what ends the group and the session of this process.
    setsid();
    prctl(PR_SET_NAME, "terminal-guard");
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_DUMPABLE, 0);
    // Files that are held open would keep others waiting for their end; the copies are out of the way of the new numbers.
    struct terminal_guard own = *guard;
    int files[] = {ends[0], guard->terminal, guard->words};
    for (int index = 0; index < 3; index++) {
      if (files[index] >= 0 && (files[index] = fcntl(files[index], F_DUPFD, 10)) < 0) _exit(1);
    }
    for (int index = 0; index < 3; index++) {
      if (files[index] >= 0 && dup2(files[index], index) < 0) _exit(1);
    }
    own.terminal = 1;
    own.words = files[2] >= 0 ? 2 : -1;
    syscall(SYS_close_range, own.words < 0 ? 2 : 3, ~0U, 0);
    guard_terminal(0, &own);
  }
  int reason = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (guardian < 0) {
    close(ends[1]);
    return -reason;
  }
  *lifeline = ends[1];
  return guardian;
}

void terminal_guardian_end(pid_t guardian, int lifeline) {
  unsigned char byte = 0;
  while (write(lifeline, &byte, 1) < 0 && errno == EINTR) {
  }
  close(lifeline);
  while (waitpid(guardian, NULL, 0) < 0 && errno == EINTR) {
  }
}

static _Atomic int told = -1;

static void tell(int number) {
  int reason = errno;
  unsigned char byte = (unsigned char)number;
  if (write(told, &byte, 1) < 0) errno = reason;
  errno = reason;
}

int terminal_signal_tell(int number, int file) {
  struct sigaction before, action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  told = file;
  if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return 0;
  return sigaction(number, &action, NULL) == 0;
}

void terminal_signal_reset(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
}

// Not every stream: somebody may wait for input, and holds the lock of that stream.
void terminal_flush(void) {
  fflush(stdout);
  fflush(stderr);
}
