#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// The last output, kept in the memory of the guardian only.
static struct {
  unsigned char bytes[1 << 15];
  size_t count;
} kept;

// Keeps output, with control characters replaced, so that it cannot control the terminal.
static void keep(const unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (kept.count == sizeof kept.bytes) {
      kept.count /= 2;
      memcpy(kept.bytes, kept.bytes + kept.count, kept.count);
    }
    unsigned char byte = bytes[index];
    // The second byte of a C1 control character, which a terminal may take for the start of a sequence.
    int is_high = byte >= 0x80 && byte < 0xA0 && kept.count > 0 && kept.bytes[kept.count - 1] == 0xC2;
    if (is_high) kept.bytes[kept.count - 1] = '?';
    int is_harmless = byte >= 0x20 || byte == '\n' || byte == '\t';
    kept.bytes[kept.count++] = is_harmless && byte != 0x7F && !is_high ? byte : '?';
  }
}

// Reads output, and returns whether more may follow.
static int read_output(int source) {
  unsigned char bytes[4096];
  ssize_t count = read(source, bytes, sizeof bytes);
  if (count > 0) keep(bytes, (size_t)count);
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static void write_text(int terminal, const unsigned char *text, size_t size) {
  while (size > 0) {
    ssize_t count = write(terminal, text, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      struct pollfd output = {.fd = terminal, .events = POLLOUT};
      // A terminal that accepts nothing for a second is stopped, and is not waited for.
      if (poll(&output, 1, 1000) > 0) continue;
    }
    if (count <= 0) return;
    text += count;
    size -= (size_t)count;
  }
}

// Restores the terminal, unless another process has changed it meanwhile.
static void restore(const struct terminal_guard *guard) {
  const struct termios *own = guard->own;
  struct termios now;
  // The shell may have set its own settings already, which must not be changed.
  memset(&now, 0, sizeof now);
  if (tcgetattr(guard->terminal, &now) == 0 && now.c_lflag == own->c_lflag && now.c_iflag == own->c_iflag) {
    // In this order, so that what is typed once the settings are restored is kept.
    tcflush(guard->terminal, TCIFLUSH);
    tcsetattr(guard->terminal, TCSANOW, guard->former);
  }
  write_text(guard->terminal, guard->text, guard->size);
}

// Writes the last output; limited, because the output may never end.
static void write_last_output(int terminal, int source) {
  if (source >= 0) {
    for (int rounds = 0; rounds < 64 && read_output(source); rounds++) {
    }
  }
  write_text(terminal, kept.bytes, kept.count);
  kept.count = 0;
}

// MARK: - The guardian

// A process that was forked from a multithreaded one may only call functions that are safe in a signal handler.
static void guard_terminal(int lifeline, const struct terminal_guard *guard) {
  int source = guard->words;
  for (;;) {
    struct pollfd files[] = {{.fd = lifeline, .events = POLLIN}, {.fd = source, .events = POLLIN}};
    if (poll(files, 2, -1) < 0 && errno != EINTR) _exit(1);
    if (files[1].revents != 0 && !read_output(source)) source = -1;
    if (files[0].revents != 0) break;
  }
  unsigned char byte;
  ssize_t count;
  do count = read(lifeline, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count <= 0) restore(guard);
  write_last_output(guard->terminal, source);
  _exit(0);
}

static pid_t start_guardian(const struct terminal_guard *guard, int *lifeline) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  // The guardian must not receive a signal that is meant for this process, not even during its start.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t guardian = _Fork();
  if (guardian == 0) {
    // A session of its own, because signals to the group and the session of this process must not reach it.
    setsid();
    prctl(PR_SET_NAME, "terminal-guard");
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_DUMPABLE, 0);
    // Other open files are closed, because readers would wait for their end. The copies avoid the new numbers.
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

// Returns whether the guardian was alive to write the last output.
static bool end_guardian(pid_t guardian, int lifeline) {
  unsigned char byte = 0;
  ssize_t count;
  do count = send(lifeline, &byte, 1, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  struct pollfd end = {.fd = lifeline};
  int found;
  do found = poll(&end, 1, 5000);
  while (found < 0 && errno == EINTR);
  // It is still running, so its process identifier has not been reused.
  if (found == 0) kill(guardian, SIGKILL);
  close(lifeline);
  while (waitpid(guardian, NULL, 0) < 0 && errno == EINTR) {
  }
  return count == 1;
}

// MARK: - Signals that end this process

enum { unused, filling, active };

// The terminals that are guarded now; a signal handler may read them at any point.
static struct guarded {
  _Atomic int state;
  struct terminal_guard guard;
  struct termios own, former;
  unsigned char text[terminal_text_limit];
  // The process that made the entry; a fork of it must not use the entry.
  pid_t owner;
  pid_t guardian;
  int lifeline;
} terminals[8];

static _Atomic bool is_given_back;

bool terminal_is_given_back(void) { return is_given_back; }

static void give_back(struct guarded *terminal) {
  int state = active;
  if (terminal->owner != getpid() || !atomic_compare_exchange_strong(&terminal->state, &state, filling)) return;
  const struct terminal_guard *guard = &terminal->guard;
  // In the background, the terminal belongs to another process group.
  pid_t foreground = tcgetpgrp(guard->terminal);
  if (foreground < 0 || foreground == getpgrp()) restore(guard);
  if (!end_guardian(terminal->guardian, terminal->lifeline)) write_last_output(guard->terminal, guard->words);
}

static void end(int number) {
  int reason = errno;
  is_given_back = true;
  for (int index = 0; index < 8; index++) give_back(&terminals[index]);
  // The signal is delivered again when this returns; until then the interrupted code may read errno.
  terminal_signal_reset(number);
  raise(number);
  errno = reason;
}

// The handlers of these signals end the process: handlers for crashes belong to the runtime.
static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
// The signals that do not end a process by default, and those that cannot be handled.
static const int harmless[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH};

#define IS_ONE_OF(numbers, number) is_one_of(numbers, sizeof numbers / sizeof *numbers, number)

static bool is_one_of(const int *numbers, size_t count, int number) {
  for (size_t index = 0; index < count; index++) {
    if (numbers[index] == number) return true;
  }
  return false;
}

static void tell(int number);

enum { signal_count = 65 };

// The actions of the signals before the first terminal was guarded.
static struct sigaction former[signal_count];
static bool is_handled[signal_count];
static pthread_mutex_t signals = PTHREAD_MUTEX_INITIALIZER;
static int guarded_count;

static bool ends_process(int number, const struct sigaction *action) {
  if (IS_ONE_OF(harmless, number) || action->sa_handler == SIG_IGN || action->sa_handler == tell) return false;
  return action->sa_handler == SIG_DFL || IS_ONE_OF(crashes, number) || IS_ONE_OF(requests, number);
}

static void handle_endings(void) {
  struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int number = 1; number < signal_count; number++) {
    if (sigaction(number, NULL, &former[number]) != 0) continue;
    is_handled[number] = ends_process(number, &former[number]) && sigaction(number, &action, NULL) == 0;
  }
}

static void stop_handling_endings(void) {
  for (int number = 1; number < signal_count; number++) {
    struct sigaction now;
    if (!is_handled[number] || sigaction(number, NULL, &now) != 0 || now.sa_handler != end) continue;
    sigaction(number, &former[number], NULL);
  }
}

static struct guarded *unused_terminal(int *number) {
  for (*number = 0; *number < 8; *number += 1) {
    int state = unused;
    if (atomic_compare_exchange_strong(&terminals[*number].state, &state, filling)) return &terminals[*number];
  }
  return NULL;
}

int terminal_guard_start(const struct terminal_guard *guard) {
  int number;
  if (guard->size > terminal_text_limit) return -EINVAL;
  struct guarded *terminal = unused_terminal(&number);
  if (!terminal) return -EAGAIN;
  terminal->own = *(const struct termios *)guard->own;
  terminal->former = *(const struct termios *)guard->former;
  if (guard->size > 0) memcpy(terminal->text, guard->text, guard->size);
  terminal->guard = (struct terminal_guard){
      guard->terminal, guard->words, &terminal->own, &terminal->former, terminal->text, guard->size};
  pid_t guardian = start_guardian(&terminal->guard, &terminal->lifeline);
  if (guardian < 0) {
    terminal->state = unused;
    return guardian;
  }
  // A duplicate, because the owner of the output closes the pipe before the last output is written.
  if (guard->words >= 0) terminal->guard.words = fcntl(guard->words, F_DUPFD_CLOEXEC, 3);
  terminal->owner = getpid();
  terminal->guardian = guardian;
  terminal->state = active;
  pthread_mutex_lock(&signals);
  if (guarded_count++ == 0) handle_endings();
  pthread_mutex_unlock(&signals);
  return number;
}

void terminal_guard_end(int number) {
  struct guarded *terminal = &terminals[number];
  int state = active;
  // A signal handler is restoring the terminal already.
  if (!atomic_compare_exchange_strong(&terminal->state, &state, filling)) return;
  pthread_mutex_lock(&signals);
  if (--guarded_count == 0) stop_handling_endings();
  pthread_mutex_unlock(&signals);
  const struct terminal_guard *guard = &terminal->guard;
  if (!end_guardian(terminal->guardian, terminal->lifeline)) write_last_output(guard->terminal, guard->words);
  if (guard->words >= 0) close(guard->words);
  terminal->state = unused;
}

void terminal_crashes_reset(void) {
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    struct sigaction now;
    if (sigaction(crashes[index], NULL, &now) == 0 && now.sa_handler != SIG_IGN) terminal_signal_reset(crashes[index]);
  }
}

// MARK: - Signals that are reported

static _Atomic int told = -1;

static void tell(int number) {
  int reason = errno;
  unsigned char byte = (unsigned char)number;
  if (write(told, &byte, 1) < 0) errno = reason;
  errno = reason;
}

bool terminal_signal_tell(int number, int file) {
  struct sigaction before, action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  told = file;
  if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return false;
  return sigaction(number, &action, NULL) == 0;
}

void terminal_signal_reset(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
}

void terminal_signal_perform(int number) {
  // The threads of the runtime block signals.
  sigset_t own, before;
  sigemptyset(&own);
  sigaddset(&own, number);
  terminal_signal_reset(number);
  pthread_sigmask(SIG_UNBLOCK, &own, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Not every stream, because a thread that waits for input holds the lock of its stream.
void terminal_flush(void) {
  fflush(stdout);
  fflush(stderr);
}
