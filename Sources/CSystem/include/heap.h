// The amount of the heap in use, which Swift cannot query.

#ifndef CSYSTEM_HEAP_H
#define CSYSTEM_HEAP_H

#include <stdint.h>

// The bytes that all threads have allocated and not freed; 0 when unknown.
uint64_t system_heap_in_use(void);

#endif
