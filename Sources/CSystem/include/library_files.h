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

// Writes the addresses of the mapped libraries, in the loader's order, as far as there is room; returns their number.
size_t mapped_addresses(uint64_t *addresses, size_t room);

// Receives the loader's name for a library, which is empty for the program, its DT_SONAME, and its address; false is the end.
// No library can be mapped or unmapped meanwhile.
typedef bool (*mapped_library)(void *context, const char *path, const char *_Nullable soname, uint64_t address);

// Calls a function with each mapped library whose address is not among the known ones, which are in the loader's order, and
// which has the name, if there is one: its DT_SONAME, or that of its file without one.
void mapped_libraries(
    const uint64_t *_Nullable known, size_t count, const char *_Nullable name, mapped_library each, void *context);

// Gives an opened library the name by which debuggers and dladdr know it. The name is never freed.
void library_rename(void *library, const char *path);

// Returns the address of an opened library, as mapped_libraries tells it.
uint64_t library_address(void *library);

#pragma clang assume_nonnull end

#endif
