// What a process does to give up rights for good. Where a kernel's headers lack a name, its number stands here.

#ifndef CSYSTEM_SANDBOX_H
#define CSYSTEM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns 0 or what it says, or the negative error number.

// Whether a sanitizer watches this process, which reserves more memory than any limit allows.
bool sandbox_has_sanitizer(void);

// Never gets more privileges by running a program.
int sandbox_keep_privileges(void);

// Gives up all capabilities, which only a privileged user has.
int sandbox_drop_capabilities(void);

// Leaves the message queues, semaphores and shared memory that other processes have; only a privileged user can.
int sandbox_leave_ipc(void);

// Lowers the limit and the highest limit of a resource; one that is lower already stays.
int sandbox_limit(int resource, uint64_t soft, uint64_t hard);

// Whether the kernel has filters of system calls.
bool sandbox_can_filter_calls(void);

// What a filter lets through besides, as bits.
enum { sandbox_network = 1 };

// Refuses system calls, in all threads, but for what is granted.
int sandbox_filter_calls(uint32_t granted);

// A call of the table that the filter is made of. An error of 0 means that it is allowed; with words, it is allowed in the
// ways that these say, and fails otherwise.
struct sandbox_call {
  const char *_Nullable name;
  uint16_t number;
  uint16_t error;
  const char *_Nullable words;
};

// Gives a call of the table; one without a name when there are not so many.
struct sandbox_call sandbox_call_at(uint16_t index);

// The filter of a process, as instructions of the kernel's classic BPF: code, jt, jf and k, from the highest bits to the
// lowest. The result is how many there are; at most count are written.
size_t sandbox_filter(uint32_t self, uint32_t granted, uint64_t *instructions, size_t count);

// The version of Landlock that the kernel has.
int landlock_version(void);

// Makes a set of rules for these rights on files, in these scopes; the result is an open file.
int landlock_new(uint64_t files, uint64_t scopes);

// Allows rights below a folder, or on a file.
int landlock_allow(int rules, int place, uint64_t rights);

// Opens what a rule is about; the result is an open file.
int landlock_open(const char *path, bool *is_folder);

// Puts the calling thread, and those that it starts from now on, under the rules.
int landlock_enter(int rules);

#pragma clang assume_nonnull end

#endif
