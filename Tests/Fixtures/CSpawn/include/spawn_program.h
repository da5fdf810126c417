// Starts the programs that tests look at: Swift cannot call all that this needs.

#ifndef SPAWN_PROGRAM_H
#define SPAWN_PROGRAM_H

#include <stdint.h>

#pragma clang assume_nonnull begin

// Starts a program in a process group of its own, with no signal ignored or blocked, and with its standard streams as its
// only files; a stream of -1 is /dev/null. The result is its number, or a negative errno.
int32_t spawn_program(
    char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nullable folder, int input, int output, int errors);

// Removes a set of semaphores, with a function of any number of arguments.
void remove_semaphores(int32_t set);

// Gives a file the extended attribute user.kept, where the file system has such.
void keep_attribute(const char *path);

#pragma clang assume_nonnull end

#endif
