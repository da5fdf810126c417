// What gives a terminal back however this process ends, and what handlers of signals do.

#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
  // The most bytes that restore a terminal.
  terminal_text_limit = 64,
};

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

// Has the terminal given back however this process ends.
//
// A signal that would end the process gives it back first, and then ends it at once: nothing that is run at a crash asks
// on the terminal, or shows what was typed. For an end without a signal that can be handled there is a process, the
// guardian. It does nothing but read until this process has ended; then it restores the settings, if they are still those
// that this process made, and writes the text and the words.
//
// Returns a number for terminal_guard_end, or the negative number of an error.
int terminal_guard_start(const struct terminal_guard *guard);

// Says that the terminal is restored, and waits until the guardian has written the words and ended; one that was killed
// is not missed, and one that stands still is ended.
void terminal_guard_end(int number);

// Whether this process is being ended by a signal, so that nothing more may be written to the terminal.
bool terminal_is_given_back(void);

// Has a signal written to a file, as one byte, instead of ending or stopping this process.
//
// A signal that whoever started the process wants to be ignored stays so. Returns whether it is written from now on.
bool terminal_signal_tell(int number, int file);

// Has a signal do what it does by itself.
void terminal_signal_reset(int number);

// Has signals that tell of a crash do what they do by themselves, so that nothing is run at one that shows registers or
// memory. Those that are ignored stay so.
void terminal_crashes_reset(void);

// Has the C library write what it still holds to standard output and standard error.
void terminal_flush(void);

#endif
