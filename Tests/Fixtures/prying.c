/* prying.c - a provider that looks for what is not its own, and shows what came of it.
 *
 * It reads the files that the file "wanted" in the folder prying.resources beside it names, one a line, asks whether it
 * could send a signal to its host, and starts a program. */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

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

INSTANCE()

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  char text[1024] = "";
  Dl_info info;
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  if (dladdr((const void *)(uintptr_t)describe, &info) == 0) return ACK_UNSUPPORTED;
  read_wanted(info.dli_fname, text, sizeof text);
  size_t length = strlen(text);
  snprintf(text + length, sizeof text - length, "host: %s; process: %s", signal_host(), start_process());
  ack_builder f = {0};
  describe_screen(&f, S("pried"), str(text));
  return ack_give(&f, out);
}

PROVIDER("com.example.prying", "Prying", )
