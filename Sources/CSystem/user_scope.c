#define _GNU_SOURCE  // for secure_getenv and syscall

#include "user_scope.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef int (*handler)(void *message, void *start, void *error);
struct bus_error { const char *name, *message; };

// The functions of libsystemd.so.0, whose headers are not needed.
#define FUNCTIONS(EACH) \
  EACH(int, sd_bus_open_user, void **bus) \
  EACH(int, sd_bus_is_ready, void *bus) \
  EACH(int, sd_bus_get_unique_name, void *bus, const char **name) \
  EACH(int, sd_bus_match_signal_async, void *bus, void **slot, const char *sender, const char *path, \
       const char *interface, const char *member, handler matched, handler added, void *start) \
  EACH(int, sd_bus_call_method_async, void *bus, void **slot, const char *destination, const char *path, \
       const char *interface, const char *member, handler answered, void *start, const char *types, ...) \
  EACH(int, sd_bus_process, void *bus, void **message) \
  EACH(int, sd_bus_wait, void *bus, uint64_t limit) \
  EACH(int, sd_bus_message_read, void *message, const char *types, ...) \
  EACH(const struct bus_error *, sd_bus_message_get_error, void *message) \
  EACH(void, sd_bus_close, void *bus) \
  EACH(void *, sd_bus_unref, void *bus)
#define DECLARED(type, name, ...) static type (*name)(__VA_ARGS__);
#define LOOKED_UP(type, name, ...) if (!(*(void **)&name = dlsym(library, #name))) return;
FUNCTIONS(DECLARED)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return;
  FUNCTIONS(LOOKED_UP)
  is_open = true;
}

static const char manager[] = "org.freedesktop.systemd1", manager_path[] = "/org/freedesktop/systemd1",
                  manager_interface[] = "org.freedesktop.systemd1.Manager";

struct start {
  const struct user_scope *scope;
  // The steps, in this order: the bus, its number for this process, the scope.
  enum { connecting, asking, known, starting, ended } state;
  int result;
  char *words;
  size_t size;
};

static int finish(struct start *start, int result) {
  start->result = result;
  start->state = ended;
  return 0;
}

static int on_started(void *message, void *user, void *error) {
  (void)error;
  struct start *start = user;
  const struct bus_error *refusal = sd_bus_message_get_error(message);
  if (!refusal) return 0;
  snprintf(start->words, start->size, "%s", refusal->message ? refusal->message : refusal->name);
  return finish(start, -EREMOTEIO);
}

// A job of any unit has ended: ours, when the process is in the scope.
static int on_job_removed(void *message, void *user, void *error) {
  (void)error;
  struct start *start = user;
  uint32_t job;
  const char *path, *unit, *result;
  if (sd_bus_message_read(message, "uoss", &job, &path, &unit, &result) < 0 || strcmp(unit, start->scope->name)) return 0;
  snprintf(start->words, start->size, "its job has ended as: %s", result);
  return finish(start, strcmp(result, "done") ? -EREMOTEIO : 0);
}

static int start_scope(void *bus, struct start *start) {
  const struct user_scope *scope = start->scope;
  start->state = starting;
  int result = sd_bus_match_signal_async(
      bus, NULL, manager, manager_path, manager_interface, "JobRemoved", on_job_removed, NULL, start);
  if (result < 0) return result;
  return sd_bus_call_method_async(
      bus, NULL, manager, manager_path, manager_interface, "StartTransientUnit", on_started, start, "ssa(sv)a(sa(sv))",
      scope->name, "fail", 6, "Description", "s", scope->description, "PIDs", "au", 1, (uint32_t)scope->process,
      "MemoryMax", "t", scope->memory, "MemorySwapMax", "t", (uint64_t)0, "TasksMax", "t", scope->threads,
      "CollectMode", "s", "inactive-or-failed", 0);
}

// In a container with the bus of its host, a number is that of another process there.
static int on_number(void *message, void *user, void *error) {
  (void)error;
  struct start *start = user;
  uint32_t number = 0;
  if (sd_bus_message_get_error(message) || sd_bus_message_read(message, "u", &number) < 0 || number != (uint32_t)getpid())
    return finish(start, -EXDEV);
  start->state = known;
  return 0;
}

static int ask_number(void *bus, struct start *start) {
  const char *name;
  int result = sd_bus_get_unique_name(bus, &name);
  if (result < 0) return result;
  start->state = asking;
  return sd_bus_call_method_async(
      bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      on_number, start, "s", name);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

int user_scope_start(const struct user_scope *scope, uint64_t limit, char *words, size_t size) {
  const char *address = secure_getenv("DBUS_SESSION_BUS_ADDRESS");
  if (!address && !secure_getenv("XDG_RUNTIME_DIR")) return -ENOMEDIUM;
  // Other addresses would be looked up first, which takes any time.
  if (address && *address && strncmp(address, "unix:", 5)) return -EPROTONOSUPPORT;
  pthread_once(&once, open_library);
  if (!is_open) return -ENOPKG;
  void *bus = NULL;
  struct start start = {.scope = scope, .words = words, .size = size};
  uint64_t until = now() + limit, time;
  int result = sd_bus_open_user(&bus);
  while (result >= 0 && start.state != ended) {
    if (start.state == connecting && sd_bus_is_ready(bus) > 0) {
      result = ask_number(bus, &start);
    } else if (start.state == known) {
      result = start_scope(bus, &start);
    } else if ((time = now()) >= until) {
      result = -ETIMEDOUT;
    } else if ((result = sd_bus_process(bus, NULL)) == 0) {
      result = sd_bus_wait(bus, until - time);
      if (result == -EINTR) result = 0;
    }
  }
  if (bus) {
    sd_bus_close(bus);
    sd_bus_unref(bus);
  }
  return result < 0 ? result : start.result;
}

int user_scope_idle_process(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    for (;;) pause();
  }
  return child < 0 ? -errno : (int)child;
}
