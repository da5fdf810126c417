// The filter of system calls: a program that the kernel runs before each call, generated from the table. A refused call
// fails and does not end the process, so that a provider can report the failure.

#define _GNU_SOURCE

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"
#include "sandbox_calls.h"

#if defined(__x86_64__)
enum { machine = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { machine = AUDIT_ARCH_AARCH64 };
#else
#error "There is no filter for this machine."
#endif

enum {
  // Greater than the numbers in the table.
  numbers = 512,
  // The calls of the x32 ABI, which have numbers of their own.
  first_x32 = 0x40000000,
  room = 1024,
};

struct program {
  struct sock_filter code[room];
  unsigned short count;
};

static void emit(struct program *program, uint16_t code, uint8_t met, uint8_t unmet, uint32_t value) {
  if (program->count < room) program->code[program->count] = (struct sock_filter){code, met, unmet, value};
  program->count += 1;
}

static void load(struct program *program, size_t offset) {
  emit(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

static void answer(struct program *program, uint16_t error) {
  emit(program, BPF_RET | BPF_K, 0, 0, error == 0 ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | error);
}

// Continues when a check holds, and skips the rest of the combination otherwise; `rest` is the number of instructions
// after the check.
//
// Only the lower half of the argument is checked, because the kernel uses no more of these arguments.
static void check(struct program *program, const struct argument_check *check, uint32_t self, uint8_t rest) {
  load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)check->argument);
  if (check->mask != UINT32_MAX) emit(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, check->mask);
  for (uint8_t index = 0; index < check->count; index += 1) {
    uint32_t value = check->values[index] == own_process ? self : check->values[index];
    uint8_t left = (uint8_t)(check->count - 1 - index);
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, left, left == 0 ? rest : 0, value);
  }
}

static uint8_t size_of_check(const struct argument_check *check) {
  return (uint8_t)(1 + (check->mask != UINT32_MAX) + check->count);
}

static uint8_t size_of_way(const struct allowed_way *way) {
  uint8_t size = 1;
  for (uint8_t index = 0; index < way->count; index += 1) size = (uint8_t)(size + size_of_check(&way->checks[index]));
  return size;
}

static bool is_open(const struct allowed_way *way, uint32_t granted) { return (way->needs & ~granted) == 0; }

// Expects the number of the call to be loaded, and leaves it loaded for all other calls.
static void add_rule(struct program *program, const struct system_call *call, uint32_t self, uint32_t granted) {
  const struct argument_rule *rule = call->rule;
  uint8_t size = 1;
  for (uint8_t index = 0; index < rule->count; index += 1) {
    if (is_open(&rule->ways[index], granted)) size = (uint8_t)(size + size_of_way(&rule->ways[index]));
  }
  emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, size, call->number);
  for (uint8_t index = 0; index < rule->count; index += 1) {
    const struct allowed_way *way = &rule->ways[index];
    if (!is_open(way, granted)) continue;
    uint8_t rest = size_of_way(way);
    for (uint8_t place = 0; place < way->count; place += 1) {
      rest = (uint8_t)(rest - size_of_check(&way->checks[place]));
      check(program, &way->checks[place], self, rest);
    }
    answer(program, 0);
  }
  answer(program, call->error);
}

// The calls whose arguments are not checked, as ranges of numbers with the same answer.
static void add_numbers(struct program *program) {
  uint16_t answers[numbers];
  for (uint16_t number = 0; number < numbers; number += 1) answers[number] = ENOSYS;
  for (uint16_t index = 0; index < system_call_count; index += 1) {
    const struct system_call *call = &system_calls[index];
    if (call->number < numbers) answers[call->number] = call->error;
  }
  for (uint16_t number = 1; number < numbers; number += 1) {
    if (answers[number] == answers[number - 1]) continue;
    emit(program, BPF_JMP | BPF_JGE | BPF_K, 1, 0, number);
    answer(program, answers[number - 1]);
  }
  answer(program, ENOSYS);
}

static void assemble(struct program *program, uint32_t self, uint32_t granted) {
  load(program, offsetof(struct seccomp_data, arch));
  emit(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, machine);
  answer(program, EPERM);
  load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  emit(program, BPF_JMP | BPF_JGE | BPF_K, 0, 1, first_x32);
  answer(program, EPERM);
#endif
  for (uint16_t index = 0; index < system_call_count; index += 1) {
    if (system_calls[index].rule) add_rule(program, &system_calls[index], self, granted);
  }
  add_numbers(program);
}

struct sandbox_call sandbox_call_at(uint16_t index) {
  if (index >= system_call_count) return (struct sandbox_call){NULL, 0, 0, NULL};
  const struct system_call *call = &system_calls[index];
  return (struct sandbox_call){call->name, call->number, call->error, call->rule ? call->rule->words : NULL};
}

size_t sandbox_filter(uint32_t self, uint32_t granted, uint64_t *instructions, size_t count) {
  struct program program = {.count = 0};
  assemble(&program, self, granted);
  for (size_t index = 0; index < program.count && index < count; index += 1) {
    struct sock_filter *code = &program.code[index];
    instructions[index] =
        (uint64_t)code->code << 48 | (uint64_t)code->jt << 40 | (uint64_t)code->jf << 32 | (uint64_t)code->k;
  }
  return program.count;
}

bool sandbox_can_filter_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int sandbox_filter_calls(uint32_t granted) {
  struct program program = {.count = 0};
  assemble(&program, (uint32_t)getpid(), granted);
  if (program.count > room) return -E2BIG;
  struct sock_fprog filter = {.len = program.count, .filter = program.code};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  // A positive result is the number of a thread that could not be put under the filter.
  return result < 0 ? -errno : result > 0 ? -EBUSY : 0;
}
