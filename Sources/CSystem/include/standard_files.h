// The files 0, 1 and 2 of a process, which are there before anything else is opened: those that whoever started the process
// has closed lead nowhere from the start, and reading or writing them fails.

#ifndef CSYSTEM_STANDARD_FILES_H
#define CSYSTEM_STANDARD_FILES_H

#include <stddef.h>

// Writes all of some bytes, and waits where the file takes none at once.
//
// A pipe that nobody reads is an error and no signal. A file whose reader has stopped is waited for at most so many
// milliseconds at a time; -1 waits for ever. Returns 0, or the number of the error.
int standard_file_write(int file, const void *bytes, size_t count, int patience);

#endif
