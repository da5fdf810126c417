// Files that are opened once and used by their descriptors, and the libraries that this process has mapped.

#ifndef CSYSTEM_LIBRARY_FILES_H
#define CSYSTEM_LIBRARY_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Opens what is at an absolute path, if no part of the path is a symbolic link, for reading or for rules only. The result
// is a file descriptor that is closed on exec, or a negated error number: ELOOP or ENOTDIR for a link.
int place_open(const char *path, bool is_read);

// Opens what an absolute path leads to, by links as well, for rules only.
int place_open_linked(const char *path);

// Makes a file in memory; the result is a file descriptor that is closed on exec, or a negated error number.
int memory_file(const void *bytes, size_t size);

// Calls a function with each mapped library: the loader's name for it, which is empty for the program, its DT_SONAME, and
// its address. No library can be mapped or unmapped meanwhile.
void mapped_libraries(
    void (*each)(void *context, const char *path, const char *_Nullable soname, uint64_t address), void *context);

// Gives an opened library the name by which debuggers and dladdr know it. The name is never freed.
void library_rename(void *library, const char *path);

// Returns the library that an address is in, as dlopen returns it.
void *_Nullable library_of(const void *address);

#pragma clang assume_nonnull end

#endif
