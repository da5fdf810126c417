// The system calls of the kernel, and how the sandbox treats them.

#ifndef CSYSTEM_SANDBOX_CALLS_H
#define CSYSTEM_SANDBOX_CALLS_H

#include <stdint.h>

enum {
  most_values = 22,
  most_checks = 3,
  most_ways = 3,
  // A placeholder for the process identifier.
  own_process = 0xFFFFFFF0,
};

// Holds when the lower half of an argument, after the mask, equals one of the values.
struct argument_check {
  uint8_t argument;
  uint8_t count;
  uint32_t mask;
  uint32_t values[most_values];
};

// A combination of checks that allows a call; all of them have to hold, and each permission that it needs has to be
// granted.
struct allowed_way {
  uint8_t count;
  struct argument_check checks[most_checks];
  uint32_t needs;
};

// The combinations that allow a call, and their description in words.
struct argument_rule {
  const char *words;
  uint8_t count;
  struct allowed_way ways[most_ways];
};

// A system call. An error of 0 means that it is allowed. With a rule, a call that the rule allows succeeds, and others
// fail with the error.
struct system_call {
  const char *name;
  uint16_t number;
  uint16_t error;
  const struct argument_rule *rule;
};

extern const struct system_call system_calls[];
extern const uint16_t system_call_count;

#endif
