// Functions that restore a terminal however this process ends, and that set signal handlers.

#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
  // The maximum size of the text that restores a terminal, in bytes.
  terminal_text_limit = 128,
};

// The data of a guardian. The settings are each a struct termios.
struct terminal_guard {
  int terminal;
  // The reading end of a non-blocking pipe, whose last output is written when the terminal is restored; -1 for none.
  int words;
  const void *own;
  const void *former;
  // The text that is written to restore the terminal.
  const void *text;
  size_t size;
};

// Ensures that the terminal is restored however this process ends.
//
// For a signal that would end the process, the handler restores the terminal first, and then ends the process at once:
// no crash handler runs that would ask on the terminal, or show what was typed. For an end without a signal that can be
// handled there is a process, the guardian. It only reads until this process has ended. Then it restores the settings,
// if they are still those that this process made, and writes the text and the last output.
//
// Returns a number for terminal_guard_end, or a negated error number.
int terminal_guard_start(const struct terminal_guard *guard);

// Tells the guardian that the terminal is restored, and waits until it has written the last output and ended. A
// guardian that was killed is ignored, and one that hangs is killed.
void terminal_guard_end(int number);

// Whether a signal is ending this process, so that nothing more may be written to the terminal.
bool terminal_is_given_back(void);

// Writes a signal to a file, as one byte, instead of letting it end or stop this process.
//
// A signal that the parent process has set to be ignored stays ignored. Returns whether it is written from now on.
bool terminal_signal_tell(int number, int file);

// Restores the default action of a signal.
void terminal_signal_reset(int number);

// Performs the default action of a signal before it returns: a signal to the process might reach another thread, later.
void terminal_signal_perform(int number);

// Restores the default action of the signals of a crash, so that no handler runs that would show registers or memory.
// Ignored signals stay ignored.
void terminal_crashes_reset(void);

// Makes the C library flush standard output and standard error.
void terminal_flush(void);

#endif
