/* prying.c - a provider that looks for what is not its own, and shows what came of it.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o prying.so Tests/Fixtures/prying.c
 *
 * It reads the file "private/key" in the folder above its own, asks whether it could send a signal to its host, and
 * starts a program. */
#define _GNU_SOURCE /* dladdr */
#include "misbehaving_base.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *read_key(const char *library) {
  char path[4096], byte;
  const char *slash = strrchr(library, '/');
  snprintf(path, sizeof path, "%.*s/../private/key", (int)(slash - library), library);
  int file = open(path, O_RDONLY);
  if (file < 0) return strerror(errno);
  const char *outcome = read(file, &byte, 1) == 1 ? "done" : "nothing";
  close(file);
  return outcome;
}

static const char *signal_host(void) { return kill(getppid(), 0) == 0 ? "done" : strerror(errno); }

static const char *start_process(void) {
  pid_t child = fork();
  if (child < 0) return strerror(errno);
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  return "done";
}

static ack_status create(const ack_host *host, ack_instance **out) {
  (void)host;
  *out = NULL;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  char text[512];
  Dl_info info;
  (void)self, (void)context;
  if (dladdr((const void *)(uintptr_t)describe, &info) == 0) return ACK_UNSUPPORTED;
  snprintf(text, sizeof text, "key: %s; host: %s; process: %s", read_key(info.dli_fname), signal_host(), start_process());
  return describe_screen(b, S("pried"), str(text));
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe,
};

ACK_PROVIDER_NOTE("com.example.prying", "Prying", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  (void)query;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  answer->id = S("com.example.prying");
  answer->version = S("1.0.0");
  answer->provider = &table;
  return ACK_OK;
}
