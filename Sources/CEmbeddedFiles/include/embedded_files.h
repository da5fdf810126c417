#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>

/* A file as it was when this was compiled; its bytes live as long as the process. */
typedef struct embedded_file {
  const unsigned char *start;
  size_t count;
} embedded_file;

/* A file with its path in its folder. */
typedef struct embedded_path {
  const char *path;
  embedded_file file;
} embedded_path;

/* The headers for providers in C++, appcontroller_builder.h and appcontroller_provider.hpp, and the version script of their
 * libraries. */
__attribute__((visibility("hidden"))) embedded_file embedded_builder_header(void);
__attribute__((visibility("hidden"))) embedded_file embedded_provider_header_for_cpp(void);
__attribute__((visibility("hidden"))) embedded_file embedded_version_script(void);

/* The first provider of the examples in C, Examples/Features/provider.c, and what all of them share, provider.h. */
__attribute__((visibility("hidden"))) embedded_file embedded_first_provider_in_c(void);
__attribute__((visibility("hidden"))) embedded_file embedded_shared_header_in_c(void);

/* The crate for providers in Rust, Bindings/rust. */
__attribute__((visibility("hidden"))) const embedded_path *embedded_rust_crate(size_t *count);

/* The provider ABI's header, appcontroller_provider.h. */
__attribute__((visibility("hidden"))) embedded_file embedded_provider_header(void);

/* What there is to know about each error code, Docs/Errors.md. */
__attribute__((visibility("hidden"))) embedded_file embedded_error_document(void);

#endif /* EMBEDDED_FILES_H */
