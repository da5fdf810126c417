/* dlopen.c - the lower limit: the two calls that every loader makes in the end. */
#include "orders.h"

#include <dlfcn.h>

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library || !dlsym(library, ENTRY)) fail(path, dlerror());
}

int main(void) { return serve(load, NULL); }
