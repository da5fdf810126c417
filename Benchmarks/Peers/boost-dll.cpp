// boost-dll.cpp - Boost's loader.
#include "orders.h"

#include <boost/dll/shared_library.hpp>

static void load(const char *path) {
  // The library is kept, because the other peers do not unload either.
  auto *library = new boost::dll::shared_library(path, boost::dll::load_mode::rtld_now);
  if (!library->has(ENTRY)) fail(path, "no entry");
}

int main() { return serve(load, nullptr); }
