/* prying.c - a provider that looks for what is not its own, and shows what came of it.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o prying.so Tests/Fixtures/prying.c
 *
 * It reads the files that the file "wanted" in the folder prying.resources beside it names, one a line, asks whether it
 * could send a signal to its host, and starts a program. */
#define _GNU_SOURCE /* dladdr */
#include "misbehaving_base.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *read_file(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  if (file < 0) return strerror(errno);
  const char *outcome = read(file, &byte, 1) == 1 ? "done" : "nothing";
  close(file);
  return outcome;
}

/* Appends the name and the outcome of each file that is wanted. */
static void read_wanted(const char *library, char *text, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%.*s/prying.resources/wanted", (int)(strrchr(library, '/') - library), library);
  FILE *wanted = fopen(path, "r");
  if (!wanted) return;
  while (fgets(path, sizeof path, wanted)) {
    path[strcspn(path, "\n")] = 0;
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s: %s; ", strrchr(path, '/') + 1, read_file(path));
  }
  fclose(wanted);
}

static const char *signal_host(void) { return kill(getppid(), 0) == 0 ? "done" : strerror(errno); }

static const char *start_process(void) {
  pid_t child = fork();
  if (child < 0) return strerror(errno);
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  return "done";
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  *out = NULL;
  return ACK_OK;
}

static void destroy(ack_instance *self) { (void)self; }

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  char text[1024] = "";
  Dl_info info;
  (void)self;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  if (dladdr((const void *)(uintptr_t)describe, &info) == 0) return ACK_UNSUPPORTED;
  read_wanted(info.dli_fname, text, sizeof text);
  size_t length = strlen(text);
  snprintf(text + length, sizeof text - length, "host: %s; process: %s", signal_host(), start_process());
  ack_builder f = {0};
  describe_screen(&f, S("pried"), str(text));
  return ack_give(&f, out);
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = destroy, .describe = describe,
};

ACK_PROVIDER_NOTE("com.example.prying", "Prying", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, S("com.example.prying"), S("1.0.0"), &table);
}
