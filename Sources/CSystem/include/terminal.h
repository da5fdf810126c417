// A process that gives a terminal back when this one has ended without doing so, and what handlers of signals do.

#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stddef.h>
#include <sys/types.h>

// Starts the process. It does nothing until this process has ended, however that happens; then it restores the settings,
// if they are still those that this process made, and writes the text.
//
// The settings are each a struct termios. *lifeline is what tells the two apart: a byte that is written to it says that the terminal is restored already.
// Returns the number of the process, or the negative number of an error.
pid_t terminal_guardian_start(
    int terminal, const void *own, const void *former, const void *text, size_t size, int *lifeline);

// Says that the terminal is restored, and waits for the guardian to end.
void terminal_guardian_end(pid_t guardian, int lifeline);

// Has a signal written to a file, as one byte, instead of ending or stopping this process.
//
// A signal that whoever started the process wants to be ignored stays so. Returns whether it is written from now on.
int terminal_signal_tell(int number, int file);

// Has a signal do what it does by itself.
void terminal_signal_reset(int number);

#endif
