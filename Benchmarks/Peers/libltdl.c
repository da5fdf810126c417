/* libltdl.c - libtool's loader. */
#include "orders.h"

#include <ltdl.h>

static void load(const char *path) {
  lt_dlhandle library = lt_dlopen(path);
  if (!library || !lt_dlsym(library, ENTRY)) fail(path, lt_dlerror());
}

int main(void) {
  if (lt_dlinit() != 0) fail("lt_dlinit", lt_dlerror());
  return serve(load, NULL);
}
