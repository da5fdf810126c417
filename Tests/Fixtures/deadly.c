/* deadly.c - a provider that does one deadly deed in one of its functions, and is correct in everything else.
 *
 *     -lpthread
 *
 * Which deed in which function is in the name of the file, because a process of a provider has no environment to say it:
 * "deadly.describe.abort.so". describe is deadly for the logged-in interface only. The action "go" logs in or out, "wait"
 * is pending for ever, and "tick" asks for a tick. */
#include "fixture.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

struct ack_instance {
  const ack_host *host;
};

static void rest(void) { nanosleep(&(struct timespec){.tv_sec = 3600}, NULL); }

static void *wake_often(void *host) {
  const ack_host *table = host;
  for (uint64_t sequence = 1; sequence <= 200; sequence++) table->wake(table, sequence);
  return NULL;
}

static void wake_from_threads(const ack_host *host) {
  pthread_t threads[64];
  int count = 0;
  if (host == NULL) return;
  while (count < 64 && pthread_create(&threads[count], NULL, wake_often, (void *)host) == 0) count++;
  while (count > 0) pthread_join(threads[--count], NULL);
}

static void write_much(void) {
  for (int line = 0; line < 20000; line++) printf("a line on the standard output, number %d\n", line);
  fflush(stdout);
  fprintf(stderr, "\033[31mthe last line\n");
}

static void log_much(const ack_host *host) {
  for (int line = 0; host != NULL && line < 5000; line++) host->log(host, ACK_LEVEL_INFO, S("again"));
}

/* Whatever it starts lives for an hour, unless it goes with its parent. */
static void start_process(void) {
  pid_t child = fork();
  if (child == 0) {
    rest();
    _exit(0);
  }
}

/* As a Swift library traps: why, and then pages of where. */
static void trap(void) {
  fputs("Kettle/Kettle.swift:7: Fatal error: the kettle is off\n\nThread 0 crashed:\n\n", stderr);
  for (int frame = 0; frame < 90; frame++) fprintf(stderr, "%d 0x%012d boil(_:) + %d in deadly.so\n", frame, frame, frame);
  __builtin_trap();
}

static void do_deed(const char *deed, const ack_host *host) {
  if (!strcmp(deed, "trap")) trap();
  if (!strcmp(deed, "fault")) *(volatile int *)8 = 1;
  if (!strcmp(deed, "abort")) fputs("assertion failed: the kettle is on\n", stderr), abort();
  if (!strcmp(deed, "exit")) exit(3);
  if (!strcmp(deed, "killed")) kill(getpid(), SIGKILL);
  if (!strcmp(deed, "close")) close_range(3, ~0U, 0);
  if (!strcmp(deed, "hang")) fputs("for ever\n", stderr);
  if (!strcmp(deed, "hang")) for (;;) rest();
  if (!strcmp(deed, "spin")) fputs("for ever\n", stderr);
  if (!strcmp(deed, "spin")) for (volatile int turn = 0;; turn++) continue;
  if (!strcmp(deed, "late")) nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
  if (!strcmp(deed, "write")) write_much();
  if (!strcmp(deed, "log")) log_much(host);
  if (!strcmp(deed, "fork")) start_process();
  if (!strcmp(deed, "wake")) wake_from_threads(host);
}

/* Does the deed of the file's name, if it is for this function. */
static void at(const char *function, const ack_host *host) {
  Dl_info info;
  char name[128], *where = name, *rest = name;
  if (dladdr((const void *)(uintptr_t)at, &info) == 0 || info.dli_fname == NULL) return;
  /* In a constructor, the name is a link to the open file. */
  char path[4096] = "";
  if (readlink(info.dli_fname, path, sizeof path - 1) < 0) snprintf(path, sizeof path, "%s", info.dli_fname);
  const char *slash = strrchr(path, '/');
  snprintf(name, sizeof name, "%s", slash == NULL ? path : slash + 1);
  strtok_r(name, ".", &rest);
  where = strtok_r(NULL, ".", &rest);
  const char *deed = strtok_r(NULL, ".", &rest);
  if (where != NULL && deed != NULL && strcmp(where, function) == 0) do_deed(deed, host);
}

__attribute__((constructor)) static void constructor(void) { at("constructor", NULL); }

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_host *host = creation->host;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  at("create", host);
  *out = calloc(1, sizeof **out);
  if (*out == NULL) return ACK_LIMIT;
  (*out)->host = host;
  return ACK_OK;
}

static void destroy(ack_instance *self) {
  at("destroy", self->host);
  free(self);
}

static ack_status is_initially_logged_in(ack_instance *self, const ack_context *context, uint32_t *out) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  at("initial", self->host);
  *out = context->session != NULL;
  return ACK_OK;
}

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  at("configuration", self->host);
  inout->duration = 0;
  return ACK_OK;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  bool in = context->target == ACK_LOGGED_IN;
  if (in) at("describe", self->host);
  if (!in) at("logged-out", self->host);
  ack_builder f = {0};
  begin_screen(&f, in ? S("logged-in") : S("logged-out"), in ? S("Signed in") : S("Signed out"));
  add_action(&f, "go", "go");
  add_action(&f, "wait", "wait");
  add_action(&f, "tick", "tick");
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status perform(
    ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(action->name, S("wait"))) return ACK_PENDING;
  if (equal(action->name, S("tick"))) {
    self->host->request_tick(self->host);
    return ack_message(reply, ACK_LEVEL_INFO, "asked");
  }
  at("perform", self->host);
  ack_session session = session_of(S("tester@example.com"));
  return context->target == ACK_LOGGED_IN ? ack_logout(reply) : ack_login(reply, &session);
}

static void cancel(ack_instance *self, uint64_t sequence) {
  (void)sequence;
  at("cancel", self->host);
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  (void)context, (void)event;
  at("notify", self->host);
}

static ack_status session_ended(ack_instance *self, const ack_context *context, const ack_session *session) {
  (void)session;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  at("ended", self->host);
  return ACK_OK;
}

static void tick(ack_instance *self) { at("tick", self->host); }

static const ack_provider table = {
    .struct_size = sizeof table,
    .create = create,
    .destroy = destroy,
    .is_initially_logged_in = is_initially_logged_in,
    .configuration = configuration,
    .describe = describe,
    .perform = perform,
    .cancel = cancel,
    .notify = notify,
    .session_ended = session_ended,
    .tick = tick,
};

ACK_PROVIDER_NOTE("com.example.deadly", "Deadly", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  at("query", NULL);
  return ack_answer_query(query, answer, S("com.example.deadly"), S("1.0.0"), &table);
}
