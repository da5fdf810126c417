// A process that gives a terminal back when this one has ended without doing so, and what handlers of signals do.

#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stddef.h>
#include <sys/types.h>

// What a guardian has to know. The settings are each a struct termios.
struct terminal_guard {
  int terminal;
  // The end for reading of a pipe that does not block, whose last words are written when the terminal is restored; -1
  // for none.
  int words;
  const void *own;
  const void *former;
  // What is written to restore the terminal.
  const void *text;
  size_t size;
};

// Starts the process. It does nothing but read until this process has ended, however that happens; then it restores the
// settings, if they are still those that this process made, and writes the text and the words.
//
// *lifeline is for terminal_guardian_end. Returns the number of the process, or the negative number of an error.
pid_t terminal_guardian_start(const struct terminal_guard *guard, int *lifeline);

// Says that the terminal is restored, and waits until the guardian has written the words and ended.
void terminal_guardian_end(pid_t guardian, int lifeline);

// Has a signal written to a file, as one byte, instead of ending or stopping this process.
//
// A signal that whoever started the process wants to be ignored stays so. Returns whether it is written from now on.
int terminal_signal_tell(int number, int file);

// Has a signal do what it does by itself.
void terminal_signal_reset(int number);

// Has the C library write what it still holds to standard output and standard error.
void terminal_flush(void);

#endif
