#ifndef PROVIDER_HEADER_H
#define PROVIDER_HEADER_H

#include <stddef.h>

/* The bytes of appcontroller_provider.h as it was when this was compiled; they live as long as the process. */
__attribute__((visibility("hidden"))) const unsigned char *provider_header(size_t *size);

#endif /* PROVIDER_HEADER_H */
