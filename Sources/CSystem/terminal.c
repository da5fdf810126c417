#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// What was forked from a process with threads may call only what a handler of a signal may.
static void guard(int terminal, int lifeline, const struct termios *own, const struct termios *former,
                  const unsigned char *text, size_t size) {
  unsigned char byte;
  ssize_t count;
  do count = read(lifeline, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count != 0) _exit(0);
  struct termios now;
  // The shell may have been faster, and its settings are not for us to change.
  memset(&now, 0, sizeof now);
  if (tcgetattr(terminal, &now) == 0 && now.c_lflag == own->c_lflag && now.c_iflag == own->c_iflag) {
    tcsetattr(terminal, TCSAFLUSH, former);
  }
  while (size > 0) {
    count = write(terminal, text, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text += count;
    size -= (size_t)count;
  }
  _exit(0);
}

pid_t terminal_guardian_start(
    int terminal, const void *own, const void *former, const void *text, size_t size, int *lifeline) {
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
    // Files that are held open would keep others waiting for their end.
    if (dup2(terminal, 1) < 0 || dup2(ends[0], 0) < 0) _exit(1);
    syscall(SYS_close_range, 2, ~0U, 0);
    guard(1, 0, own, former, text, size);
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
