/* orders.h - what every host of a peer does: it takes orders from the benchmark on file 3, a line each,
 *
 *     load PATH           loads a library and finds its entry
 *     scan FOLDER COUNT   reads what so many libraries in a folder say of themselves
 *
 * and answers each with how many nanoseconds it took. It ends when the benchmark closes the file. */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ENTRY "ack_provider_query"

static inline void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why ? why : "unknown");
  exit(1);
}

static inline uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Carries orders out until there are none; a host that does not know one of them gives NULL for it. */
static inline int serve(void (*load)(const char *path), int (*scan)(const char *folder)) {
  FILE *orders = fdopen(3, "r");
  char line[4096], path[4096];
  int expected;
  if (!orders) fail("file 3", "is not open");
  while (fgets(line, sizeof line, orders)) {
    uint64_t start = nanoseconds();
    if (load && sscanf(line, "load %4095[^\n]", path) == 1) {
      load(path);
    } else if (scan && sscanf(line, "scan %4095s %d", path, &expected) == 2) {
      if (scan(path) != expected) fail(path, "some are missing");
    } else {
      fail(line, "no such order");
    }
    dprintf(3, "%llu\n", (unsigned long long)(nanoseconds() - start));
  }
  return 0;
}

#endif
