/* demanding.c - a provider that asks its host for too much, or says too much; correct in everything else.
 *
 *     Tests/Fixtures/demanding.c -lpthread
 *
 * What it does is in the name of the file, as of deadly.c: "demanding.logout.so".
 *
 *   awake       the logged-out interface is pending for ever, and woken inside each call
 *   login, logout, update, invalidate
 *               a thread of it asks for that until it is told that the instance is gone
 *   inside      describing the logged-out interface asks for 5000 logouts
 *   create      making the instance does
 *   ticking     each tick asks for the next one, and so does a thread
 *   waking      a thread wakes questions for ever, and logs debug lines
 *   talking     100 warnings in each function, and 100 of a thread right before the end
 *   failing     100 warnings in create, which fails
 *   chatting    create logs 5000 debug lines, and a warning */
#include "fixture.h"

#include <pthread.h>

struct ack_instance {
  const ack_host *host;
};

static bool does(const char *deed) {
  Dl_info info;
  char end[64];
  snprintf(end, sizeof end, ".%s.so", deed);
  if (dladdr((const void *)(uintptr_t)does, &info) == 0 || info.dli_fname == NULL) return false;
  size_t length = strlen(info.dli_fname), size = strlen(end);
  return length >= size && strcmp(info.dli_fname + length - size, end) == 0;
}

static void warn(const ack_host *host, const char *where) {
  char line[64];
  for (int number = 1; number <= 100; number++) {
    snprintf(line, sizeof line, "%s %d", where, number);
    host->log(host, ACK_LEVEL_WARNING, str(line));
  }
}

static void talk(const ack_host *host, const char *where) {
  if (does("talking")) warn(host, where);
}

static void *work(void *argument) {
  const ack_host *h = argument;
  ack_session session = session_of(S("demanding@example.com"));
  ack_status status = ACK_OK;
  while (status != ACK_GONE) {
    if (does("login")) status = h->request_login(h, &session);
    else if (does("logout")) status = h->request_logout(h);
    else if (does("update")) status = h->update_session(h, &session);
    else if (does("invalidate")) status = h->invalidate(h, S(""));
    else if (does("ticking")) status = h->request_tick(h);
    else if (does("waking")) h->log(h, ACK_LEVEL_DEBUG, S("again")), status = h->wake(h, 1);
    else break;
  }
  return NULL;
}

static void *talk_last(void *host) {
  talk(host, "thread");
  return NULL;
}

static void ask_often(const ack_host *host) {
  for (int turn = 0; turn < 5000; turn++) host->request_logout(host);
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_host *host = creation->host;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  talk(host, "create");
  if (does("create")) ask_often(host);
  if (does("failing")) {
    warn(host, "create");
    return ack_failed(host, 0, "The kettle is cold", "nobody has lit the fire", "light it");
  }
  for (int line = 0; does("chatting") && line < 5000; line++) host->log(host, ACK_LEVEL_DEBUG, S("chat"));
  if (does("chatting")) host->log(host, ACK_LEVEL_WARNING, S("the kettle is on"));
  *out = calloc(1, sizeof **out);
  if (*out == NULL) return ACK_LIMIT;
  (*out)->host = host;
  return ACK_OK;
}

static void destroy(ack_instance *self) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, talk_last, (void *)self->host) == 0) pthread_join(thread, NULL);
  talk(self->host, "destroy");
  free(self);
}

static void begin_work(const ack_host *host) {
  static const char *deeds[] = {"login", "logout", "update", "invalidate", "ticking", "waking"};
  static bool has_begun;
  pthread_t thread;
  for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
    if (!does(deeds[i]) || has_begun) continue;
    has_begun = true;
    if (pthread_create(&thread, NULL, work, (void *)host) == 0) pthread_detach(thread);
  }
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  bool in = context->target == ACK_LOGGED_IN;
  talk(self->host, "describe");
  if (!in && does("awake")) {
    self->host->wake(self->host, context->sequence);
    return ACK_PENDING;
  }
  if (!in && does("inside")) ask_often(self->host);
  ack_builder f = {0};
  describe_screen(&f, in ? S("logged-in") : S("logged-out"), in ? S("Signed in") : S("Signed out"));
  return ack_give(&f, out);
}

static ack_status perform(
    ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  (void)action;
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  talk(self->host, "perform");
  begin_work(self->host);
  if (does("ticking")) self->host->request_tick(self->host);
  return ack_message(reply, ACK_LEVEL_INFO, "begun");
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  (void)context, (void)event;
  talk(self->host, "notify");
}

static void tick(ack_instance *self) { self->host->request_tick(self->host); }

PROVIDER("com.example.demanding", "Demanding", .perform = perform, .notify = notify, .tick = tick)
