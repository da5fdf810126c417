// Every system call of the kernel, and what becomes of it in the sandbox.

#ifndef CSYSTEM_SANDBOX_CALLS_H
#define CSYSTEM_SANDBOX_CALLS_H

#include <stdint.h>

enum {
  most_values = 22,
  most_checks = 3,
  most_ways = 3,
  // Stands for the number of the process.
  own_process = 0xFFFFFFF0,
};

// Holds when the lower half of an argument, as far as the mask lets it through, is one of the values.
struct argument_check {
  uint8_t argument;
  uint8_t count;
  uint32_t mask;
  uint32_t values[most_values];
};

// One way of calling that is allowed: every check holds.
struct allowed_way {
  uint8_t count;
  struct argument_check checks[most_checks];
};

// The ways in which a call is allowed, and what they are in words.
struct argument_rule {
  const char *words;
  uint8_t count;
  struct allowed_way ways[most_ways];
  // The permissions without which it is allowed in none of them.
  uint32_t needs;
};

// A call; an error of 0 means that it is allowed. With a rule it is allowed in the rule's ways, and fails otherwise.
struct system_call {
  const char *name;
  uint16_t number;
  uint16_t error;
  const struct argument_rule *rule;
};

extern const struct system_call system_calls[];
extern const uint16_t system_call_count;

#endif
