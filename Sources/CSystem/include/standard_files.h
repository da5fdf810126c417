// The files 0, 1 and 2 of a process, which exist before any other file is opened. Those that the parent process has
// closed lead nowhere from the start, and reading or writing them fails.

#ifndef CSYSTEM_STANDARD_FILES_H
#define CSYSTEM_STANDARD_FILES_H

#include <stddef.h>

// Writes all of some bytes, and waits while the file accepts none.
//
// A pipe without a reader is an error, and raises no signal. The function waits for a stopped reader for at most
// patience milliseconds at a time; -1 waits without limit. Returns 0 or an error number.
int standard_file_write(int file, const void *bytes, size_t count, int patience);

// Exchanges two entries of a folder, atomically; the result is 0 or the error number.
int folder_exchange(int folder, const char *entry, const char *other);

#endif
