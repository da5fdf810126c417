// The system calls of the kernel's keyrings. glibc has no functions for them, and `syscall`, which takes any number of
// arguments, cannot be called from Swift.

#ifndef CSYSTEM_KERNEL_KEYRING_H
#define CSYSTEM_KERNEL_KEYRING_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Each function returns the result of its system call, or a negated error number.

// Links the user's keyring into the calling thread's, which gives the thread possession of the keys in it.
long keyring_possess(void);

// Adds a key of the type "user" to the user's keyring; its number is the result.
long keyring_add(const char *description, const void *_Nullable payload, size_t size);

// Finds a key of the type "user" in the user's keyring; its number is the result.
long keyring_search(const char *description);

// Copies the payload of a key, up to the size of the buffer; the result is its whole size.
long keyring_read(int32_t key, void *_Nullable buffer, size_t size);

// Makes a key unusable at once, wherever it is linked; the kernel frees it soon.
long keyring_invalidate(int32_t key);

#pragma clang assume_nonnull end

#endif
