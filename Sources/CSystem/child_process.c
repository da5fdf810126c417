#define _GNU_SOURCE  // for posix_spawn_file_actions_addclosefrom_np, struct ucred and syscall

#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  child_socket = 3,
  signal_group = 1 << 2,  // PIDFD_SIGNAL_PROCESS_GROUP, since Linux 6.9
};

static long checked(long result) { return result < 0 ? -(long)errno : result; }

// MARK: - Starting

static int own_first(int *ends) {
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  int problem = errno;
  close(ends[0]);
  close(ends[1]);
  return -problem;
}

int child_make_pipe(int *ends) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : own_first(ends); }

int child_make_sockets(int *ends) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : own_first(ends);
}

int child_make_packet_sockets(int *ends) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  // A few packets, so that a child that does not read them keeps no number of files in flight.
  const int least = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &least, sizeof least);
  return 0;
}

static int add_actions(posix_spawn_file_actions_t *actions, const int *files, int count) {
  for (int place = 0; place < count; place += 1) {
    int problem = files[place] < 0 ? posix_spawn_file_actions_addclose(actions, place + 1)
                                   : posix_spawn_file_actions_adddup2(actions, files[place], place + 1);
    if (problem != 0) return problem;
  }
  int problem = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  return problem != 0 ? problem : posix_spawn_file_actions_addclosefrom_np(actions, count + 1);
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int problem = posix_spawnattr_setsigmask(attributes, &none);
  if (problem == 0) problem = posix_spawnattr_setsigdefault(attributes, &all);
  if (problem != 0) return problem;
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

static int32_t spawn(
    const char *path, char *const *arguments, char *const *environment, const int *files, int count) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem != 0) return -problem;
  problem = posix_spawnattr_init(&attributes);
  if (problem == 0) {
    pid_t identifier = 0;
    problem = add_actions(&actions, files, count);
    if (problem == 0) problem = set_attributes(&attributes);
    if (problem == 0) problem = posix_spawn(&identifier, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    if (problem == 0) {
      posix_spawn_file_actions_destroy(&actions);
      return identifier;
    }
  }
  posix_spawn_file_actions_destroy(&actions);
  return -problem;
}

int32_t child_spawn(
    const char *path, char *const *arguments, char *const *environment, const int32_t *files, int32_t count) {
  int32_t *copies = calloc((size_t)count, sizeof *copies);
  if (copies == NULL) return -ENOMEM;
  int32_t result = 0;
  // A file whose number is one of those in the child would be overwritten before it is copied there.
  for (int32_t place = 0; place < count && result == 0; place += 1) {
    copies[place] = files[place] < 0 ? -1 : fcntl(files[place], F_DUPFD_CLOEXEC, count + 1);
    if (files[place] >= 0 && copies[place] < 0) result = -errno;
  }
  if (result == 0) result = spawn(path, arguments, environment, copies, count);
  for (int32_t place = 0; place < count; place += 1) {
    if (copies[place] > 0) close(copies[place]);
  }
  free(copies);
  return result;
}

// Whether a process is a child of this one that has not been reaped. If an app ignores SIGCHLD, the kernel reaps its
// children as soon as they end.
static bool is_child(idtype_t kind, id_t identifier) {
  siginfo_t end;
  return waitid(kind, identifier, &end, WEXITED | WNOHANG | WNOWAIT) == 0;
}

int child_open(int32_t identifier) {
  int process = (int)checked(syscall(SYS_pidfd_open, identifier, 0));
  if (process < 0 || is_child(P_PIDFD, (id_t)process)) return process;
  close(process);
  return -ESRCH;
}

void child_discard(int32_t identifier) {
  if (!is_child(P_PID, (id_t)identifier)) return;
  kill(-identifier, SIGKILL);
  while (waitpid(identifier, NULL, 0) < 0 && errno == EINTR) continue;
}

// MARK: - Ending

void child_kill(int process, int32_t identifier, bool is_reaped) {
  if (syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, signal_group) == 0 || errno != EINVAL) return;
  // The kernel is older than 6.9. The number of the group belongs to the child until the child is reaped, by this
  // process or by the kernel.
  if (!is_reaped && is_child(P_PIDFD, (id_t)process)) kill(-identifier, SIGKILL);
}

int child_reap(int process, bool *was_killed) {
  siginfo_t end = {0};
  while (waitid(P_PIDFD, (id_t)process, &end, WEXITED) < 0) {
    if (errno != EINTR) return -errno;
  }
  *was_killed = end.si_code != CLD_EXITED;
  return end.si_status;
}

// MARK: - Watching

int child_queue_open(void) { return (int)checked(epoll_create1(EPOLL_CLOEXEC)); }

static int change(int queue, int operation, int file, uint32_t events, uint32_t tag) {
  struct epoll_event event = {.events = events, .data = {.u32 = tag}};
  return (int)checked(epoll_ctl(queue, operation, file, &event));
}

int child_queue_add(int queue, int file, uint32_t tag) { return change(queue, EPOLL_CTL_ADD, file, EPOLLIN, tag); }

int child_queue_remove(int queue, int file) { return change(queue, EPOLL_CTL_DEL, file, 0, 0); }

int child_queue_arm(int queue, int file, uint32_t tag) {
  const uint32_t events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT;
  int result = change(queue, EPOLL_CTL_MOD, file, events, tag);
  return result == -ENOENT ? change(queue, EPOLL_CTL_ADD, file, events, tag) : result;
}

int child_queue_wait(int queue, uint32_t *tags, int count, bool waits) {
  enum { room = 8 };
  struct epoll_event events[room];
  while (true) {
    int found = epoll_wait(queue, events, count < room ? count : room, waits ? -1 : 0);
    for (int place = 0; place < found; place += 1) tags[place] = events[place].data.u32;
    if (found >= 0 || errno != EINTR) return (int)checked(found);
  }
}

// MARK: - In the child

void child_prepare(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  // A parent that died before that call sends no signal. The socket stores the process that made it; if the parent is
  // another process, the original one has ended.
  struct ucred maker = {0};
  socklen_t size = sizeof maker;
  bool is_known = getsockopt(child_socket, SOL_SOCKET, SO_PEERCRED, &maker, &size) == 0 && maker.pid > 0;
  if (is_known && maker.pid != getppid()) _exit(1);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void child_keep_memory(void) {
  enum { kept = 4 << 20 };
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_MMAP_THRESHOLD, kept);
}
