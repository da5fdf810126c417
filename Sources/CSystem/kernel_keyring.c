#define _GNU_SOURCE  // for syscall

#include "kernel_keyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static long checked(long result) { return result < 0 ? -(long)errno : result; }

long keyring_possess(void) {
  return checked(syscall(SYS_keyctl, KEYCTL_LINK, KEY_SPEC_USER_KEYRING, KEY_SPEC_THREAD_KEYRING, 0L, 0L));
}

long keyring_add(const char *description, const void *payload, size_t size) {
  return checked(syscall(SYS_add_key, "user", description, payload, size, KEY_SPEC_USER_KEYRING));
}

long keyring_search(const char *description) {
  return checked(syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0L));
}

long keyring_read(int32_t key, void *buffer, size_t size) {
  return checked(syscall(SYS_keyctl, KEYCTL_READ, key, buffer, size, 0L));
}

long keyring_invalidate(int32_t key) { return checked(syscall(SYS_keyctl, KEYCTL_INVALIDATE, key, 0L, 0L, 0L)); }
