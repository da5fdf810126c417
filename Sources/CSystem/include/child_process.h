// Starting a child process and watching it: what Swift cannot call, or would need many unsafe words for.

#ifndef CSYSTEM_CHILD_PROCESS_H
#define CSYSTEM_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns what it says, or the negative error number.

// Makes a pipe, or a pair of connected stream sockets: the first end is the app's, which never waits, and the second
// one the child's. Neither is open in other programs.
int child_make_pipe(int *ends);
int child_make_sockets(int *ends);

// Starts a program in a session of its own, with /dev/null, two pipes and a socket as 0 to 3 and nothing else open, and
// with no signal ignored or blocked. The result is its number.
//
// The calling thread has to live as long as the child: the kernel ends a child that asked for it with that thread.
int32_t child_spawn(
    const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int output, int errors, int socket);

// Opens a child by its number; ESRCH when somebody else has reaped it, also when another process has its number now.
int child_open(int32_t identifier);

// Ends and reaps a child that cannot be watched, if nobody has reaped it.
void child_discard(int32_t identifier);

// Ends a child and its process group at once; nothing when they are gone, and never another one that got its number.
void child_kill(int process, int32_t identifier, bool is_reaped);

// Waits for the end of a child and takes it from the kernel. The result is its status, or its signal when was_killed.
int child_reap(int process, bool *was_killed);

// A queue of what can be read. Files are named by tags.
int child_queue_open(void);
int child_queue_add(int queue, int file, uint32_t tag);
int child_queue_remove(int queue, int file);

// Reports a file once, also when nobody is at its other end any more; then it has to be armed again.
int child_queue_arm(int queue, int file, uint32_t tag);

// Waits until something can be read, or only looks. The result is how many tags were written.
int child_queue_wait(int queue, uint32_t *tags, int count, bool waits);

// What a child does first: it ends with the thread that started it, and gets no privileges by running other programs.
// When the process that started it is gone already it ends here.
void child_prepare(void);

#pragma clang assume_nonnull end

#endif
