/* host.c - a host in plain C: loads any provider, signs in, looks around, signs out, and prints what it was told.
 *
 *   cc host.c -ldl -lpthread -o host && ./host PROVIDER.so [--rounds N]
 *
 * It shows that a provider needs nothing from its host but the ABI: no Swift runtime is linked here. The listing on the
 * standard output is the same for every run; logs and errors go to the standard error. */
#define _GNU_SOURCE /* RTLD_NODELETE, open_memstream */
#include "../../Sources/CProviderABI/include/appcontroller_provider.h"

#include "../Hosts/form.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define PATIENCE_SECONDS 10
#define MAX_NODES_DEEP 64
#define MAX_FRAMES 256

typedef struct builder {
  ack_builder abi;
  FILE *out;
  bool live; /* only during the call that it is handed to */
  bool rooted;
  ack_status failure;
  int indent, depth, nodes;
  struct {
    char type; /* 'n'ode, 'm'ap or 'l'ist */
    bool has_children;
  } frames[MAX_FRAMES];
} builder;

typedef struct host {
  ack_host abi;
  struct host *previous; /* a table outlives its instance: a late thread may still call it */
  bool gone, woken, tick_wanted; /* these and the sequence are under the lock; the rest is the main thread's */
  uint64_t sequence;
  const ack_provider *provider;
  ack_instance *instance;
  uint64_t revision;
  ack_session *session; /* the one that is signed in, and the one that the current reply asks for */
  ack_session *staged;
  ack_reply reply;
  bool reply_live, ends;
  ack_status reply_failure;
  builder builder;
  FILE *out;
  char *listing;
  size_t listing_size;
} host;

static host *hosts = NULL;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("host: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

/* ---- Text and sessions ---- */

static bool equal(ack_str a, ack_str b) { return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0); }

static void print_quoted(FILE *out, const char *before, ack_str text, const char *after) {
  fprintf(out, "%s\"", before);
  for (uint64_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.ptr[i];
    if (byte < 0x20 || byte == 0x7F) fprintf(out, "\\x%02X", byte);
    else if (byte == '"' || byte == '\\') fprintf(out, "\\%c", byte);
    else fputc(byte, out);
  }
  fprintf(out, "\"%s", after);
}

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) die("out of memory");
  return memory;
}

static ack_str copy_text(char **free_bytes, ack_str text) {
  ack_str copy = {*free_bytes, text.len};
  if (text.len > 0) memcpy(*free_bytes, text.ptr, text.len);
  *free_bytes += text.len;
  return copy;
}

/* The copy and all that it points to are one block of memory. */
static ack_session *copy_session(const ack_session *from) {
  uint64_t count = from->attribute_count;
  uint64_t size = from->subject.len + from->display_name.len + from->secret.len + from->refresh_token.len;
  for (uint64_t i = 0; i < count; i++) size += from->attributes[i].name.len + from->attributes[i].value.len;
  ack_session *to = allocate(sizeof *to + count * sizeof(ack_pair) + size);
  ack_pair *attributes = (ack_pair *)(to + 1);
  char *bytes = (char *)(attributes + count);
  for (uint64_t i = 0; i < count; i++) {
    attributes[i].name = copy_text(&bytes, from->attributes[i].name);
    attributes[i].value = copy_text(&bytes, from->attributes[i].value);
  }
  *to = *from;
  to->struct_size = sizeof *to;
  to->attributes = attributes;
  to->subject = copy_text(&bytes, from->subject);
  to->display_name = copy_text(&bytes, from->display_name);
  to->secret = copy_text(&bytes, from->secret);
  to->refresh_token = copy_text(&bytes, from->refresh_token);
  return to;
}

static bool is_session(const ack_session *session) {
  return ACK_HAS(session, ack_session, secret_expires_at) && session->subject.len > 0 && session->subject.len <= 512;
}

/* ---- The builder: checks the balance, and prints as it goes. A provider's form is believed. ---- */

static void print_indent(const builder *b) { fprintf(b->out, "%*s", b->indent + 2 * b->depth, ""); }

static ack_status poison(builder *b, ack_status status, const char *why) {
  fprintf(stderr, "host: the builder was refused: %s\n", why);
  return b->failure = status;
}

static ack_status state_of(const builder *b) { return b->live ? b->failure : ACK_GONE; }

static ack_status push(builder *b, char type) {
  if (b->depth == MAX_FRAMES) return poison(b, ACK_LIMIT, "nested too deeply");
  b->frames[b->depth].has_children = false;
  b->frames[b->depth++].type = type;
  return ACK_OK;
}

static ack_status pop(builder *b, bool node) {
  if (state_of(b) != ACK_OK) return state_of(b);
  if (b->depth == 0) return poison(b, ACK_MISUSE, "nothing is open");
  if ((b->frames[b->depth - 1].type == 'n') != node) return poison(b, ACK_MISUSE, "end() and close() were mixed up");
  b->depth--;
  b->nodes -= node;
  return ACK_OK;
}

/* Checks that a property may be set here, and prints what comes before its value. */
static ack_status start_property(builder *b, ack_str key) {
  if (state_of(b) != ACK_OK) return state_of(b);
  bool listed = b->depth > 0 && b->frames[b->depth - 1].type == 'l';
  bool late = b->depth > 0 ? b->frames[b->depth - 1].has_children : b->rooted;
  if (late) return poison(b, ACK_MISUSE, "a property after the first child");
  if (listed != (key.len == 0)) return poison(b, ACK_MISUSE, "an impossible key");
  print_indent(b);
  if (key.len > 0) fprintf(b->out, "%.*s:", (int)key.len, key.ptr);
  else fputc('-', b->out);
  return ACK_OK;
}

static ack_status builder_begin(const ack_builder *self, ack_str kind, ack_str id) {
  builder *b = self->ctx;
  if (state_of(b) != ACK_OK) return state_of(b);
  if (b->depth == 0 && b->rooted) return poison(b, ACK_MISUSE, "a second root");
  if (b->nodes == MAX_NODES_DEEP) return poison(b, ACK_LIMIT, "nodes nested too deeply");
  if (b->depth > 0 && b->frames[b->depth - 1].type == 'n') b->frames[b->depth - 1].has_children = true;
  b->rooted = true;
  print_indent(b);
  fprintf(b->out, "%.*s", (int)kind.len, kind.ptr);
  if (id.len > 0) fprintf(b->out, " #%.*s", (int)id.len, id.ptr);
  fputc('\n', b->out);
  b->nodes++;
  return push(b, 'n');
}

/* A setter that prints its value so. */
#define SETTER(name, type, ...) \
  static ack_status name(const ack_builder *self, ack_str key, type value) { \
    ack_status status = start_property(self->ctx, key); \
    FILE *out = ((builder *)self->ctx)->out; \
    if (status == ACK_OK) __VA_ARGS__; \
    return status; \
  }
SETTER(builder_set_str, ack_str, print_quoted(out, " ", value, "\n"))
SETTER(builder_set_i64, int64_t, fprintf(out, " %lld\n", (long long)value))
SETTER(builder_set_f64, double, fprintf(out, " %.17g\n", value))
SETTER(builder_set_bool, uint32_t, fputs(value == 1 ? " true\n" : value == 0 ? " false\n" : " neither\n", out))

static ack_status open_value(builder *b, ack_str key, char type) {
  ack_status status = start_property(b, key);
  if (status == ACK_OK) fputc('\n', b->out);
  return status == ACK_OK ? push(b, type) : status;
}

static ack_status builder_open_map(const ack_builder *self, ack_str key) { return open_value(self->ctx, key, 'm'); }
static ack_status builder_open_list(const ack_builder *self, ack_str key) { return open_value(self->ctx, key, 'l'); }

static ack_status builder_close(const ack_builder *self) { return pop(self->ctx, false); }
static ack_status builder_end(const ack_builder *self) { return pop(self->ctx, true); }

static ack_status builder_give(const ack_builder *self, const ack_form *form) {
  builder *b = self->ctx;
  if (state_of(b) != ACK_OK) return state_of(b);
  if (!say_form(self, form)) return poison(b, ACK_MISUSE, "there is no form of records");
  return b->failure;
}

static void start_builder(builder *b, FILE *out, int indent) {
  *b = (builder){.out = out, .live = true, .indent = indent};
  b->abi = (ack_builder){sizeof b->abi, 0, b, builder_begin, builder_set_str, builder_set_i64, builder_set_f64,
                         builder_set_bool, builder_open_map, builder_open_list, builder_close, builder_end,
                         ACK_KIND_SECRET, ACK_NAME_WEIGHT, 0, builder_give};
}

/* Closes the builder for good, and says whether it holds one whole description. */
static bool finish_builder(builder *b) {
  b->live = false;
  return b->failure == ACK_OK && b->rooted && b->depth == 0;
}

/* ---- The reply ---- */

/* Every function starts here: a screen that was being described is finished, and nothing follows a login or logout. */
static ack_status start_effect(host *h, const char *name) {
  if (!h->reply_live) return ACK_GONE;
  if (h->reply_failure != ACK_OK) return h->reply_failure;
  if ((h->builder.live && !finish_builder(&h->builder)) || h->ends) return h->reply_failure = ACK_MISUSE;
  fprintf(h->out, "  %s", name);
  return ACK_OK;
}

static ack_status reply_login(const ack_reply *self, const ack_session *session) {
  host *h = self->ctx;
  ack_status status = start_effect(h, "login");
  if (status != ACK_OK) return status;
  if (session != NULL && !is_session(session)) return h->reply_failure = ACK_MISUSE;
  h->ends = true;
  h->staged = session != NULL ? copy_session(session) : NULL;
  if (session == NULL) return fputs(" anonymously\n", h->out), ACK_OK;
  print_quoted(h->out, " subject ", session->subject, " name ");
  print_quoted(h->out, "", session->display_name, session->secret.len > 0 ? " with a secret\n" : " without a secret\n");
  return ACK_OK;
}

static ack_status reply_logout(const ack_reply *self) {
  host *h = self->ctx;
  ack_status status = start_effect(h, "logout\n");
  if (status == ACK_OK) h->ends = true;
  return status;
}

static const ack_builder *reply_show(const ack_reply *self, ack_str how) {
  host *h = self->ctx;
  if (start_effect(h, "show") != ACK_OK) return NULL;
  bool known = equal(how, S("push")) || equal(how, S("present")) || equal(how, S("replace"));
  if (!known) return h->reply_failure = ACK_MISUSE, NULL;
  fprintf(h->out, " %.*s\n", (int)how.len, how.ptr);
  start_builder(&h->builder, h->out, 4);
  return &h->builder.abi;
}

/* An effect that takes two texts, of which the second may be empty. */
static ack_status text_effect(const ack_reply *self, const char *name, ack_str first, ack_str second) {
  host *h = self->ctx;
  ack_status status = start_effect(h, name);
  if (status == ACK_OK) fprintf(h->out, " %.*s", (int)first.len, first.ptr);
  if (status == ACK_OK) print_quoted(h->out, " ", second, "\n");
  return status;
}

static ack_status reply_leave(const ack_reply *self, ack_str how) { return text_effect(self, "leave", how, S("")); }
static ack_status reply_select(const ack_reply *self, ack_str tabs, ack_str item) {
  return text_effect(self, "select", tabs, item);
}

static ack_status reply_field_error(const ack_reply *self, ack_str input, ack_str message) {
  return text_effect(self, "field-error", input, message);
}

static ack_status reply_message(const ack_reply *self, int32_t severity, ack_str text) {
  static const ack_str names[] = {{"info", 4}, {"success", 7}, {"warning", 7}, {"error", 5}};
  bool known = severity >= ACK_LEVEL_INFO && severity <= ACK_LEVEL_ERROR;
  ack_status status = text_effect(self, "message", known ? names[severity - ACK_LEVEL_INFO] : S("?"), text);
  return known || status != ACK_OK ? status : (((host *)self->ctx)->reply_failure = ACK_MISUSE);
}

/* ---- What the provider may ask of this host ---- */

/* Sets what is asked for, unless the instance is gone or the sequence is no longer that of the question. */
static ack_status enqueue(host *h, bool *flag, const uint64_t *sequence) {
  pthread_mutex_lock(&lock);
  ack_status status = h->gone ? ACK_GONE : ACK_OK;
  if (flag != NULL && (sequence == NULL || *sequence == h->sequence)) *flag = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return status;
}

static ack_status host_wake(const ack_host *self, uint64_t sequence) {
  return enqueue(self->ctx, &((host *)self->ctx)->woken, &sequence);
}

static ack_status host_request_tick(const ack_host *self) {
  return enqueue(self->ctx, &((host *)self->ctx)->tick_wanted, NULL);
}

/* This host follows its own script: what is asked of it is accepted, and comes to nothing. */
static ack_status host_accept(const ack_host *self) { return enqueue(self->ctx, NULL, NULL); }

static ack_status host_accept_screen(const ack_host *self, ack_str screen) {
  (void)screen;
  return host_accept(self);
}

static ack_status host_accept_session(const ack_host *self, const ack_session *session) {
  return session != NULL && !is_session(session) ? ACK_MISUSE : host_accept(self);
}

static void host_log(const ack_host *self, int32_t level, ack_str text) {
  if (host_accept(self) == ACK_OK) fprintf(stderr, "log %d: %.*s\n", (int)level, (int)text.len, text.ptr);
}

static void host_fail(const ack_host *self, ack_str what, ack_str why, ack_str fix) {
  if (host_accept(self) != ACK_OK) return;
  fprintf(stderr, "host: the provider failed: %.*s: %.*s; %.*s\n", (int)what.len, what.ptr, (int)why.len, why.ptr,
          (int)fix.len, fix.ptr);
}

static const void *host_get_extension(const ack_host *self, ack_str id) {
  (void)self, (void)id;
  return NULL;
}

/* ---- Asking ---- */

typedef enum question { DESCRIBE, CONFIGURATION, PERFORM } question;

static void serve_tick(host *h) {
  pthread_mutex_lock(&lock);
  bool wanted = h->tick_wanted;
  h->tick_wanted = false;
  pthread_mutex_unlock(&lock);
  if (wanted && h->provider->tick != NULL) h->provider->tick(h->instance);
}

/* Waits until the pending question is woken. The provider may need ticks to get there. */
static void wait_for_wake(host *h, const struct timespec *deadline, const char *what) {
  for (bool woken = false; !woken;) {
    pthread_mutex_lock(&lock);
    int error = 0;
    while (!h->woken && !h->tick_wanted && error == 0) error = pthread_cond_timedwait(&changed, &lock, deadline);
    woken = h->woken;
    pthread_mutex_unlock(&lock);
    if (error != 0 && !woken) die("%s is still pending after %d seconds: no wake() came", what, PATIENCE_SECONDS);
    serve_tick(h);
  }
}

static ack_status ask_once(host *h, question kind, const ack_context *context, const ack_action *action) {
  const ack_provider *p = h->provider;
  if (kind == DESCRIBE) {
    start_builder(&h->builder, h->out, 2);
    ack_status status = p->describe(h->instance, context, &h->builder.abi);
    bool whole = finish_builder(&h->builder);
    return status == ACK_OK && !whole ? ACK_MISUSE : status;
  }
  if (kind == CONFIGURATION) {
    ack_configuration c = {sizeof c, 1, ACK_STYLE_CROSS_DISSOLVE, 0, 0.6, 0};
    ack_status status = p->configuration(h->instance, context, &c);
    fprintf(h->out, "  style %d duration %g delay %g dismisses %u\n", (int)c.style, c.duration, c.delay,
            (unsigned)c.dismisses_presented);
    return status;
  }
  free(h->staged); /* what a pending answer asked for is discarded */
  h->staged = NULL;
  h->ends = false;
  h->reply_failure = ACK_OK;
  h->reply_live = true;
  ack_status status = p->perform(h->instance, context, action, &h->reply);
  h->reply_live = false;
  if (h->builder.live && !finish_builder(&h->builder)) h->reply_failure = ACK_MISUSE;
  return status == ACK_OK ? h->reply_failure : status;
}

/* Asks until there is an answer, and prints it. */
static void ask(host *h, question kind, const char *what, int32_t target, const ack_action *action) {
  ack_traits traits = {sizeof traits, 80, 24, ACK_IDIOM_TEXT, ACK_COLOR_NONE, ACK_MOTION_NONE,
                       ACK_DIRECTION_LEFT_TO_RIGHT, 0, S("en"), S("UTC")};
  ack_context context = {sizeof context, target, h->sequence + 1, kind == DESCRIBE ? ++h->revision : h->revision,
                         &traits, target == ACK_LOGGED_IN ? h->session : NULL, S("")};
  bool splash = kind == DESCRIBE && target == ACK_LAUNCHING; /* never waited for */
  struct timespec deadline;
  timespec_get(&deadline, TIME_UTC);
  deadline.tv_sec += PATIENCE_SECONDS;
  for (;;) {
    pthread_mutex_lock(&lock);
    h->sequence = context.sequence;
    h->woken = false; /* before asking: it may be woken before the call returns */
    pthread_mutex_unlock(&lock);
    h->out = open_memstream(&h->listing, &h->listing_size);
    if (h->out == NULL) die("out of memory");
    ack_status status = ask_once(h, kind, &context, action);
    fclose(h->out);
    bool own_splash = splash && (status == ACK_PENDING || status == ACK_UNSUPPORTED);
    if (own_splash && status == ACK_PENDING && h->provider->cancel != NULL) {
      h->provider->cancel(h->instance, context.sequence);
    }
    bool answered = status != ACK_PENDING || own_splash;
    if (answered && status != ACK_OK && !own_splash) die("%s was answered with status %d", what, (int)status);
    if (answered && hosts->previous == NULL) printf("%s\n%s", what, own_splash ? "  (own splash)\n" : h->listing);
    free(h->listing);
    if (answered) break;
    wait_for_wake(h, &deadline, what);
  }
  serve_tick(h);
}

/* ---- The script ---- */

static void run_round(const ack_provider *provider) {
  const ack_pair credentials[] = {{S("email"), S("kitty@example.com")}, {S("password"), S("meow1234")}};
  const ack_pair third[] = {{S("product"), S("3")}};
  ack_action sign_in = {sizeof sign_in, 0, S("sign-in"), S("sign-in"), credentials, 2, NULL, 0};
  ack_action open = {sizeof open, 0, S("product.open"), S("product-3"), NULL, 0, third, 1};
  ack_action sign_out = {sizeof sign_out, 0, S("sign-out"), S("sign-out"), NULL, 0, NULL, 0};
  host *h = allocate(sizeof *h);
  h->abi = (ack_host){sizeof h->abi, 0, h, host_accept_session, host_accept, host_accept_session,
                      host_accept_screen,
                      host_wake, host_request_tick, host_log, host_fail, host_get_extension};
  h->reply = (ack_reply){sizeof h->reply, 0, h, reply_login, reply_logout, reply_show, reply_leave, reply_select,
                         reply_field_error, reply_message};
  h->provider = provider;
  h->previous = hosts;
  hosts = h;
  ack_creation creation = {.struct_size = sizeof creation, .host = &h->abi};
  if (provider->create(&creation, &h->instance) != ACK_OK) die("create() failed");
  ask(h, DESCRIBE, "describe launching", ACK_LAUNCHING, NULL);
  ask(h, DESCRIBE, "describe logged-out", ACK_LOGGED_OUT, NULL);
  ask(h, PERFORM, "perform sign-in", ACK_LOGGED_OUT, &sign_in);
  if (h->staged == NULL) die("perform sign-in did not log in with a session");
  h->session = h->staged;
  h->staged = NULL;
  if (provider->configuration != NULL) ask(h, CONFIGURATION, "configuration logged-in", ACK_LOGGED_IN, NULL);
  ask(h, DESCRIBE, "describe logged-in", ACK_LOGGED_IN, NULL);
  ask(h, PERFORM, "perform product.open", ACK_LOGGED_IN, &open);
  ask(h, PERFORM, "perform sign-out", ACK_LOGGED_IN, &sign_out);
  if (!h->ends || h->staged != NULL) die("perform sign-out did not log out");
  enqueue(h, &h->gone, NULL);
  provider->destroy(h->instance);
  free(h->session);
  h->session = NULL;
}

static const ack_provider *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) die("%s", dlerror());
  ack_status (*entry)(const ack_query *, ack_answer *) = NULL;
  *(void **)&entry = dlsym(library, "ack_provider_query");
  if (entry == NULL) die("%s", dlerror());
  ack_query query = {sizeof query, ACK_MAGIC, ACK_ABI_MAJOR, ACK_ABI_MAJOR, ACK_ABI_MINOR, 0, S("c-host"), S("1.0.0")};
  ack_answer answer = {.struct_size = sizeof answer};
  ack_status status = entry(&query, &answer);
  if (status != ACK_OK) die("refused with status %d; it speaks ABI %u.%u", (int)status, answer.abi_major,
                            answer.abi_minor);
  if (answer.magic != ACK_MAGIC || answer.abi_major != ACK_ABI_MAJOR) die("the answer is not this ABI's");
  const ack_provider *p = answer.provider;
  if (p == NULL || !ACK_HAS(p, ack_provider, get_extension)) die("there is no table, or it is too small");
  bool complete = p->create != NULL && p->destroy != NULL && p->describe != NULL && p->perform != NULL;
  if (!complete) die("a function that the script needs is missing");
  printf("provider %.*s %.*s\n", (int)answer.id.len, answer.id.ptr, (int)answer.version.len, answer.version.ptr);
  return p;
}

int main(int count, char **arguments) {
  long rounds = 1;
  if (count == 4 && strcmp(arguments[2], "--rounds") == 0) rounds = strtol(arguments[3], NULL, 10);
  if ((count != 2 && count != 4) || rounds < 1) die("usage: host PROVIDER.so [--rounds N]");
  const ack_provider *provider = load(arguments[1]);
  for (long round = 0; round < rounds; round++) run_round(provider);
  return 0;
}
