// The ABI's header as bytes, so that `appctl new` can write a copy of it and stays a single file.
#include "provider_header.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../CProviderABI/include/appcontroller_provider.h"
};

const unsigned char *provider_header(size_t *size) {
  *size = sizeof bytes;
  return bytes;
}
