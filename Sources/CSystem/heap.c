#define _GNU_SOURCE
#include "heap.h"

#include <malloc.h>
#include <stddef.h>

// A sanitizer's allocator has its own count; the weak symbol is defined only with its runtime.
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

uint64_t system_heap_in_use(void) {
  if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}
