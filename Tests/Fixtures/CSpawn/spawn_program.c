#define _GNU_SOURCE  // for posix_spawn_file_actions_addclosefrom_np and posix_spawn_file_actions_addchdir_np

#include "spawn_program.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/xattr.h>

static int add_actions(posix_spawn_file_actions_t *actions, const char *folder, const int streams[3]) {
  int problem = 0;
  for (int place = 0; place < 3 && problem == 0; place += 1) {
    problem = streams[place] < 0 ? posix_spawn_file_actions_addopen(actions, place, "/dev/null", O_RDWR, 0)
                                 : posix_spawn_file_actions_adddup2(actions, streams[place], place);
  }
  if (problem == 0 && folder) problem = posix_spawn_file_actions_addchdir_np(actions, folder);
  return problem != 0 ? problem : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

static int set_attributes(posix_spawnattr_t *attributes) {
  // Whoever has started the tests may ignore signals, and a process inherits that.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int problem = posix_spawnattr_setsigmask(attributes, &none);
  if (problem == 0) problem = posix_spawnattr_setsigdefault(attributes, &all);
  if (problem != 0) return problem;
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int32_t spawn_program(
    char *const *arguments, char *const *environment, const char *folder, int input, int output, int errors) {
  const int streams[3] = {input, output, errors};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t identifier = 0;
  // Neither fails with the C library of Linux.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int problem = add_actions(&actions, folder, streams);
  if (problem == 0) problem = set_attributes(&attributes);
  if (problem == 0) problem = posix_spawn(&identifier, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return problem == 0 ? identifier : -problem;
}

void remove_semaphores(int32_t set) { semctl(set, 0, IPC_RMID); }

void keep_attribute(const char *path) { (void)setxattr(path, "user.kept", "x", 1, 0); }

void own_process(void) { prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }

void inherit_children(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int mount_apart(const char *folder, const char *place) {
  return unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount(folder, place, NULL, MS_BIND, NULL) == 0;
}
