// Functions with which a process drops rights permanently. Names that the headers of older kernels lack are replaced by
// their numbers.

#ifndef CSYSTEM_SANDBOX_H
#define CSYSTEM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns 0 or the documented result, or a negated error number.

// Whether this process runs under a sanitizer, which reserves more memory than any limit allows.
bool sandbox_has_sanitizer(void);

// Prevents this process from gaining privileges by running a program.
int sandbox_keep_privileges(void);

// Drops all capabilities, which only a privileged user has.
int sandbox_drop_capabilities(void);

// Leaves the message queues, semaphores and shared memory of other processes; only a privileged user can.
int sandbox_leave_ipc(void);

// Gives this process a user namespace of its own, in which the kernel counts its threads apart from those of its user's
// other processes. User and group keep their numbers; others look like nobody. Fails with EOPNOTSUPP where that would not
// limit anything: for the superuser, and before Linux 5.14.
int sandbox_leave_users(void);

// Whether a process of this user can have such a namespace; another process tries it.
bool sandbox_can_leave_users(void);

// Whether systemd has marked a control group as delegated.
bool sandbox_is_delegated(const char *group);

// Writes a text to a file of the kernel; returns whether the kernel has taken it.
bool sandbox_write(const char *path, const char *text);

// Lowers the soft and the hard limit of a resource; a limit that is lower already stays.
int sandbox_limit(int resource, uint64_t soft, uint64_t hard);

// Whether the kernel supports filters of system calls.
bool sandbox_can_filter_calls(void);

// The permissions of a filter, as bits: to connect by TCP, and all of the network besides.
enum { sandbox_tcp = 1, sandbox_network = 2 };

// Installs a filter in all threads that refuses system calls, except those of the granted permissions.
int sandbox_filter_calls(uint32_t granted);

// A call of the filter's table. An error of 0 means that it is allowed. With words, it is allowed under the conditions
// that they describe, and fails otherwise.
struct sandbox_call {
  const char *_Nullable name;
  uint16_t number;
  uint16_t error;
  const char *_Nullable words;
};

// Returns a call of the table; past the end, one without a name.
struct sandbox_call sandbox_call_at(uint16_t index);

// The filter of a process, as instructions of the kernel's classic BPF: code, jt, jf and k, from the highest bits to
// the lowest. Writes at most count instructions, and returns their number.
size_t sandbox_filter(uint32_t self, uint32_t granted, uint64_t *instructions, size_t count);

// Returns the kernel's version of Landlock.
int landlock_version(void);

// Makes a ruleset for these rights on files and on the network, in these scopes; returns a file descriptor.
int landlock_new(uint64_t files, uint64_t network, uint64_t scopes);

// Allows rights below a folder, or on a file.
int landlock_allow(int rules, int place, uint64_t rights);

// Allows rights on a port.
int landlock_allow_port(int rules, uint16_t port, uint64_t rights);

// Puts the calling thread, and the threads that it starts from now on, under the rules.
int landlock_enter(int rules);

#pragma clang assume_nonnull end

#endif
