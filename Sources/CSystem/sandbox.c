#define _GNU_SOURCE  // for syscall, unshare and RTLD_DEFAULT

#include "sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int checked(long result) { return result < 0 ? -errno : (int)result; }

bool sandbox_has_sanitizer(void) {
  static const char *const runtimes[] = {"__asan_init", "__tsan_init", "__msan_init"};
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
    if (dlsym(RTLD_DEFAULT, runtimes[i]) != NULL) return true;
  }
  return false;
}

int sandbox_keep_privileges(void) { return checked(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int sandbox_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return checked(syscall(SYS_capset, &header, none));
}

int sandbox_leave_ipc(void) { return checked(unshare(CLONE_NEWIPC)); }

bool sandbox_write(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t size = (ssize_t)strlen(text);
  bool is_written = write(file, text, (size_t)size) == size;
  close(file);
  return is_written;
}

bool sandbox_is_delegated(const char *group) {
  char mark = 0;
  return getxattr(group, "user.delegate", &mark, 1) == 1 && mark == '1';
}

static bool is_on(const char *path) {
  char answer = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_read = read(file, &answer, 1) == 1;
  close(file);
  return is_read && answer == '1';
}

static bool counts_apart(void) {
  struct utsname system;
  int major = 0, minor = 0;
  if (uname(&system) < 0 || sscanf(system.release, "%d.%d", &major, &minor) != 2) return false;
  return major > 5 || (major == 5 && minor >= 14);
}

int sandbox_leave_users(void) {
  if (geteuid() == 0 || !counts_apart()) return -EOPNOTSUPP;
  // There AppArmor permits the namespace, but not the numbers in it.
  if (is_on("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")) return -EPERM;
  char user[64], group[64];
  snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
  snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
  if (unshare(CLONE_NEWUSER) < 0) return -errno;
  // If this fails, the process has the numbers of nobody, but keeps its access.
  sandbox_write("/proc/self/setgroups", "deny");
  sandbox_write("/proc/self/uid_map", user);
  sandbox_write("/proc/self/gid_map", group);
  return 0;
}

bool sandbox_can_leave_users(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(sandbox_leave_users() < 0);
  int status = 1;
  while (child > 0 && waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int sandbox_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit;
  if (getrlimit((__rlimit_resource_t)resource, &limit) < 0) return -errno;
  if (hard < limit.rlim_max) limit.rlim_max = hard;
  if (soft < limit.rlim_cur) limit.rlim_cur = soft;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return checked(setrlimit((__rlimit_resource_t)resource, &limit));
}

// MARK: - Landlock

// The system calls have the same numbers on every machine.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, asks_version = 1, path_beneath = 1, net_port = 2 };

// The kernel's struct; the kernel accepts a shorter one from older programs, and a longer one that ends in zeros.
struct ruleset_rights {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct place_rights {
  uint64_t rights;
  int32_t place;
} __attribute__((packed));

struct port_rights {
  uint64_t rights;
  uint64_t port;
};

int landlock_version(void) { return checked(syscall(create_ruleset, NULL, 0, asks_version)); }

int landlock_new(uint64_t files, uint64_t network, uint64_t scopes) {
  struct ruleset_rights rights = {.files = files, .network = network, .scopes = scopes};
  return checked(syscall(create_ruleset, &rights, sizeof rights, 0));
}

int landlock_allow(int rules, int place, uint64_t rights) {
  struct place_rights rule = {.rights = rights, .place = place};
  return checked(syscall(add_rule, rules, path_beneath, &rule, 0));
}

int landlock_allow_port(int rules, uint16_t port, uint64_t rights) {
  struct port_rights rule = {.rights = rights, .port = port};
  return checked(syscall(add_rule, rules, net_port, &rule, 0));
}

int landlock_enter(int rules) { return checked(syscall(restrict_self, rules, 0)); }
