// A transient scope of the manager of the user's systemd: a control group with limits, which a process is put into.

#ifndef CSYSTEM_USER_SCOPE_H
#define CSYSTEM_USER_SCOPE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct user_scope {
  const char *name;
  const char *description;
  // The process, which nobody may reap meanwhile: the manager knows it by this number.
  int32_t process;
  // The limits: bytes, and a number.
  uint64_t memory;
  uint64_t threads;
};

// Has the manager make a scope, and waits until the process is in it, at most for a number of microseconds. Opens
// libsystemd.so.0 and a connection to the user's bus. Returns 0 or a negated error number: ETIMEDOUT when there was no
// answer, EREMOTEIO with the words of the manager, EXDEV when processes have other numbers on the bus than here, ENOPKG
// without libsystemd.
int user_scope_start(const struct user_scope *scope, uint64_t limit, char *words, size_t size);

// Starts a process that does nothing until it is killed; returns its number, or a negated error number.
int user_scope_idle_process(void);

#pragma clang assume_nonnull end

#endif
