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
  ack_description description;
  ack_reply reply;
  bool description_live, described, reply_live, ends; /* live only during the call that they are handed to */
  ack_status failure; /* of what the current call has given or added */
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

/* ---- Descriptions: a provider's form is believed, and printed ---- */

static void print_node(FILE *out, int indent, const ack_form *form, uint32_t index);

static void print_values(FILE *out, int indent, const ack_form *form, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const ack_value *value = &form->values[i];
    const ack_str name = name_of(form, value);
    fprintf(out, name.len > 0 ? "%*s%.*s:" : "%*s%.*s-", indent, "", (int)name.len, name.ptr);
    switch (value->tag) {
      case ACK_VALUE_BOOL: fputs(value->content == 1 ? " true\n" : " false\n", out); break;
      case ACK_VALUE_INT: fprintf(out, " %lld\n", (long long)value->content); break;
      case ACK_VALUE_DOUBLE: fprintf(out, " %.17g\n", double_of(value)); break;
      case ACK_VALUE_TEXT: print_quoted(out, " ", text_of(form, value), "\n"); break;
      default:
        fputc('\n', out);
        if (value->tag == ACK_VALUE_NODE) print_node(out, indent + 2, form, first_of(value));
        else print_values(out, indent + 2, form, first_of(value), count_of(value));
    }
  }
}

static void print_node(FILE *out, int indent, const ack_form *form, uint32_t index) {
  const ack_node *node = &form->nodes[index];
  const ack_str kind = kind_of(form, node), id = id_of(form, node);
  fprintf(out, "%*s%.*s%s%.*s\n", indent, "", (int)kind.len, kind.ptr, id.len > 0 ? " #" : "", (int)id.len, id.ptr);
  print_values(out, indent + 2, form, node->first_value, node->value_count);
  for (uint32_t child = index + 1; child < node->end; child = form->nodes[child].end) {
    if (form->nodes[child].flags == 0) print_node(out, indent + 2, form, child);
  }
}

/* Prints a description, and answers what its receiver has to say. */
static ack_status take_form(FILE *out, int indent, const ack_form *form) {
  if (form == NULL || !has_records(form)) {
    fputs("host: there is no form of records\n", stderr);
    return ACK_MISUSE;
  }
  print_values(out, indent, form, form->document_first, form->document_count);
  print_node(out, indent, form, 0);
  return ACK_OK;
}

static ack_status description_give(const ack_description *self, const ack_form *form) {
  host *h = self->ctx;
  if (!h->description_live) return ACK_GONE;
  h->failure = h->described ? ACK_MISUSE : take_form(h->out, 2, form);
  h->described = true;
  return h->failure;
}

/* ---- The reply ---- */

static ack_status take_login(host *h, const ack_session *session) {
  if (session != NULL && !is_session(session)) return ACK_MISUSE;
  h->ends = true;
  h->staged = session != NULL ? copy_session(session) : NULL;
  if (session == NULL) return fputs(" anonymously\n", h->out), ACK_OK;
  print_quoted(h->out, " subject ", session->subject, " name ");
  print_quoted(h->out, "", session->display_name, session->secret.len > 0 ? " with a secret\n" : " without a secret\n");
  return ACK_OK;
}

static ack_status take_effect(host *h, const ack_effect *effect) {
  static const char *const severities[] = {"debug", "info", "success", "warning", "error"};
  const ack_str kind = effect->kind, target = effect->target;
  fprintf(h->out, "  %.*s", (int)kind.len, kind.ptr);
  if (equal(kind, S(ACK_EFFECT_LOGIN))) return take_login(h, effect->session);
  if (equal(kind, S(ACK_EFFECT_LOGOUT))) return fputc('\n', h->out), h->ends = true, ACK_OK;
  if (equal(kind, S(ACK_EFFECT_MESSAGE))) {
    if (effect->severity < ACK_LEVEL_INFO || effect->severity > ACK_LEVEL_ERROR) return ACK_MISUSE;
    fprintf(h->out, " %s", severities[effect->severity]);
    return print_quoted(h->out, " ", effect->text, "\n"), ACK_OK;
  }
  fprintf(h->out, " %.*s", (int)target.len, target.ptr);
  if (equal(kind, S(ACK_EFFECT_SHOW))) {
    fputc('\n', h->out);
    const bool known = equal(target, S("push")) || equal(target, S("present")) || equal(target, S("replace"));
    return known ? take_form(h->out, 4, effect->form) : ACK_MISUSE;
  }
  print_quoted(h->out, " ", effect->text, "\n");
  const bool known = equal(kind, S(ACK_EFFECT_LEAVE)) || equal(kind, S(ACK_EFFECT_SELECT)) ||
                     equal(kind, S(ACK_EFFECT_FIELD_ERROR));
  return known ? ACK_OK : ACK_UNSUPPORTED;
}

/* Nothing follows a login or logout, and nothing is taken after a failure. */
static ack_status reply_add(const ack_reply *self, const ack_effect *effect) {
  host *h = self->ctx;
  if (!h->reply_live) return ACK_GONE;
  if (h->failure != ACK_OK) return h->failure;
  const ack_status status = h->ends || !ACK_HAS(effect, ack_effect, form) ? ACK_MISUSE : take_effect(h, effect);
  if (status != ACK_UNSUPPORTED) h->failure = status;
  return status;
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

static void host_fail(const ack_host *self, const ack_failure *failure) {
  if (host_accept(self) != ACK_OK) return;
  const ack_str what = failure->what, why = failure->why, fix = failure->fix;
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
  h->failure = ACK_OK;
  if (kind == DESCRIBE) {
    h->described = false;
    h->description_live = true;
    ack_status status = p->describe(h->instance, context, &h->description);
    h->description_live = false;
    return status == ACK_OK && !h->described ? ACK_MISUSE : status == ACK_OK ? h->failure : status;
  }
  if (kind == CONFIGURATION) {
    ack_configuration c = {sizeof c, 1, ACK_STYLE_CROSS_DISSOLVE, 0, 600, 0};
    ack_status status = p->configuration(h->instance, context, &c);
    fprintf(h->out, "  style %d duration %lld ms delay %lld ms dismisses %u\n", (int)c.style, (long long)c.duration,
            (long long)c.delay, (unsigned)c.dismisses_presented);
    return status;
  }
  free(h->staged); /* what a pending answer asked for is discarded */
  h->staged = NULL;
  h->ends = false;
  h->reply_live = true;
  ack_status status = p->perform(h->instance, context, action, &h->reply);
  h->reply_live = false;
  return status == ACK_OK ? h->failure : status;
}

/* Asks until there is an answer, and prints it. */
static void ask(host *h, question kind, const char *what, int32_t target, const ack_action *action) {
  ack_traits traits = {sizeof traits, 80, 24, ACK_IDIOM_TEXT, ACK_COLOR_NONE, ACK_MOTION_NONE,
                       ACK_DIRECTION_LEFT_TO_RIGHT, ACK_PLACE_LOCAL, ACK_CAN_HIDE_SECRETS, 0, S("en"), S("UTC")};
  ack_context context = {sizeof context, 0, ACK_PURPOSE_SIGN_IN, target, h->sequence + 1,
                         kind == DESCRIBE ? ++h->revision : h->revision, &traits,
                         target == ACK_LOGGED_IN ? h->session : NULL, S("")};
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
  h->abi = (ack_host){sizeof h->abi, 0, h, ACK_KIND_COUNT - 1, ACK_NAME_COUNT - 1, 0, host_accept_session, host_accept,
                      host_accept_session, host_accept_screen, host_wake, host_request_tick, host_log, host_fail,
                      host_get_extension};
  h->description = (ack_description){sizeof h->description, 0, h, description_give};
  h->reply = (ack_reply){sizeof h->reply, 0, h, reply_add};
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
