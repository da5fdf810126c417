// How much of the heap is in use, which Swift cannot ask.

#ifndef CSYSTEM_HEAP_H
#define CSYSTEM_HEAP_H

#include <stdint.h>

// The bytes that are allocated and not freed, by every thread; 0 where nobody knows.
uint64_t system_heap_in_use(void);

#endif
