// Functions that start and watch a child process, which Swift cannot call, or only with much unsafe code.

#ifndef CSYSTEM_CHILD_PROCESS_H
#define CSYSTEM_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns the documented result, or a negated error number.

// Make a pipe, or a pair of connected stream sockets. The first end is the app's, and does not block; the second is the
// child's. Both are closed on exec.
int child_make_pipe(int *ends);
int child_make_sockets(int *ends);

// Makes a pair of connected sockets of packets, both of which block and are closed on exec.
int child_make_packet_sockets(int *ends);

// Starts a program in a session of its own, with /dev/null as file 0, the given ones as the files from 1 on except where
// they are negative, no other file open, and no signal ignored or blocked. The result is its process identifier.
//
// The calling thread has to live as long as the child, because the kernel ends a child that called child_prepare with
// that thread.
int32_t child_spawn(
    const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const int32_t *files, int32_t count);

// Opens a pidfd of a child by its process identifier; fails with ESRCH when the child has been reaped elsewhere, even
// if another process has its identifier now.
int child_open(int32_t identifier);

// Kills and reaps a child that cannot be watched, if it has not been reaped elsewhere.
void child_discard(int32_t identifier);

// Kills a child and its process group; does nothing when they are gone, and never affects a process that got the same
// identifier.
void child_kill(int process, int32_t identifier, bool is_reaped);

// Waits for the end of a child, and reaps it. The result is its exit status, or its signal when was_killed.
int child_reap(int process, bool *was_killed);

// A queue of readable files (epoll), which are identified by tags.
int child_queue_open(void);
int child_queue_add(int queue, int file, uint32_t tag);
int child_queue_remove(int queue, int file);

// Reports a file once, also when its other end is closed; it has to be armed again for the next report.
int child_queue_arm(int queue, int file, uint32_t tag);

// Returns the number of tags of readable files that were written, after waiting for one if waits is set.
int child_queue_wait(int queue, uint32_t *tags, int count, bool waits);

// The first call of a child: the child ends with the thread that started it, and gains no privileges by running other
// programs. If its parent has ended already, the child ends here.
void child_prepare(void);

// Has the child keep as much freed memory as the largest description takes: to get it back from the kernel, page by
// page, costs more than to fill it.
void child_keep_memory(void);

#pragma clang assume_nonnull end

#endif
