#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>

/* A file as it was when this was compiled; its bytes live as long as the process. */
typedef struct embedded_file {
  const unsigned char *start;
  size_t count;
} embedded_file;

/* The provider ABI's header, appcontroller_provider.h. */
__attribute__((visibility("hidden"))) embedded_file embedded_provider_header(void);

/* What there is to know about each error code, Docs/Errors.md. */
__attribute__((visibility("hidden"))) embedded_file embedded_error_document(void);

#endif /* EMBEDDED_FILES_H */
