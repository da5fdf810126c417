#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>

/* A file as it was when this was compiled. */
typedef struct embedded_file {
  const char *path;
  const unsigned char *start;
  size_t count;
} embedded_file;

/* All files. Below "swift", "c", "cpp" and "rust" are those of a new provider, in the order in which they are written;
 * "completions" are the scripts for shells, and "errors.md" is what there is to know about each error code. */
__attribute__((visibility("hidden"))) const embedded_file *embedded_files(size_t *count);

#endif /* EMBEDDED_FILES_H */
