/* orders.h - the main loop of each peer's host, which takes orders from the benchmark on file descriptor 3, one a line,
 *
 *     load PATH           loads a library and finds its entry, or reads a text
 *     scan FOLDER COUNT   reads the metadata of a number of libraries in a folder
 *
 * and answers each with the nanoseconds that it took. It ends when the benchmark closes the file descriptor. */
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

/* Carries out orders until the file descriptor is closed; a host passes NULL for an order that it does not know. */
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
