#define _GNU_SOURCE  // for syscall and unshare

#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int checked(long result) { return result < 0 ? -errno : (int)result; }

bool sandbox_has_sanitizer(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
  return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer);
#else
  return false;
#endif
}

int sandbox_keep_privileges(void) { return checked(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int sandbox_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return checked(syscall(SYS_capset, &header, none));
}

int sandbox_leave_ipc(void) { return checked(unshare(CLONE_NEWIPC)); }

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
