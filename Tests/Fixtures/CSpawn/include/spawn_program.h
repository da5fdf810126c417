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

// Makes this process own its files below /proc, which one that has changed its user does not.
void own_process(void);

// Makes this process the one that inherits the children of its children.
void inherit_children(void);

// Gives the calling thread mounts of its own, and mounts a folder in another place there; returns whether it could.
int mount_apart(const char *folder, const char *place);

// Gives a file the extended attribute user.kept, where the file system has such.
void keep_attribute(const char *path);

#pragma clang assume_nonnull end

#endif
