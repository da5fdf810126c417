/* host.c - a host that is built with sanitizers and has a provider of Examples/Features do all that it can: it describes,
 * answers actions at once, later and cancelled, gives pictures and renews its session. Every text that is passed ends where
 * its memory ends, and is overwritten after the call.
 *
 *   host LIBRARY [NAME=VALUE]… -- [ACTION [NAME=VALUE]…]    settings, and an action with an input and a payload of each pair */
#include "../Hosts/form.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define CHECK(condition) check(condition, #condition, __LINE__)

static void check(bool holds, const char *what, int line) {
  if (holds) return;
  fprintf(stderr, "host.c:%d: not so: %s\n", line, what);
  _exit(1);
}

/* ---- Texts that are lent ---- */

static ack_str lend(ack_str text) {
  char *copy = malloc(text.len);
  CHECK(text.len == 0 || copy != NULL);
  if (text.len > 0) memcpy(copy, text.ptr, text.len);
  return (ack_str){copy, text.len};
}

static void take_back(ack_str text) {
  if (text.len > 0) memset((char *)text.ptr, 0xff, text.len);
  free((char *)text.ptr);
}

static void lend_pairs(ack_pair *pairs, char **arguments, int count) {
  for (int i = 0; i < count; i++) {
    const char *equals = strchr(arguments[i], '=');
    CHECK(equals != NULL);
    pairs[i].name = lend((ack_str){arguments[i], (uint64_t)(equals - arguments[i])});
    pairs[i].value = lend((ack_str){equals + 1, strlen(equals + 1)});
  }
}

static void take_back_pairs(ack_pair *pairs, int count) {
  for (int i = 0; i < count; i++) take_back(pairs[i].name), take_back(pairs[i].value);
}

/* Reads all of a text, which the sanitizer watches. */
static void look_at(ack_str text) {
  volatile char byte = 0;
  for (uint64_t i = 0; i < text.len; i++) byte = text.ptr[i];
  (void)byte;
}

static bool is(ack_str text, const char *word) {
  return text.len == strlen(word) && memcmp(text.ptr, word, text.len) == 0;
}

/* ---- The host ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static uint64_t woken;
static int32_t refusal; /* what the socket says; 0 when it opens */

static ack_status wake(const ack_host *h, uint64_t sequence) {
  (void)h;
  pthread_mutex_lock(&mutex);
  if (sequence > woken) woken = sequence; /* a late one of a question that was cancelled says nothing */
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return ACK_OK;
}
static void wait_for(uint64_t sequence) {
  pthread_mutex_lock(&mutex);
  while (woken != sequence) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}
static ack_status request(const ack_host *h) { return (void)h, ACK_OK; }
static ack_status about_session(const ack_host *h, const ack_session *s) { return (void)h, (void)s, ACK_OK; }
static ack_status invalidate(const ack_host *h, ack_str screen) { return (void)h, look_at(screen), ACK_OK; }
static void take_log(const ack_host *h, int32_t level, ack_str text) { (void)h, (void)level, look_at(text); }
static void take_failure(const ack_host *h, const ack_failure *failure) {
  (void)h, look_at(failure->what), look_at(failure->why), look_at(failure->fix), look_at(failure->code);
  CHECK(failure->what.len > 0 && failure->why.len > 0 && failure->fix.len > 0);
  CHECK(failure->category <= ACK_FAILURE_PROVIDER);
}
static int32_t open_socket(const ack_host *h, ack_str name) {
  int ends[2];
  (void)h, look_at(name);
  if (refusal != 0) return refusal;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && write(ends[1], "96\n", 3) == 3 && close(ends[1]) == 0);
  return ends[0];
}
static const void *get_extension(const ack_host *h, ack_str id) {
  static const ack_sockets sockets = {.struct_size = sizeof sockets, .open = open_socket};
  (void)h;
  return is(id, "ack.socket/1") ? &sockets : NULL;
}
static const ack_host host = {
    .struct_size = sizeof host, .known_kinds = ACK_KIND_COUNT - 1, .known_names = ACK_NAME_COUNT - 1,
    .request_login = about_session, .request_logout = request, .update_session = about_session,
    .invalidate = invalidate, .wake = wake, .request_tick = request, .log = take_log, .fail = take_failure,
    .get_extension = get_extension,
};

/* ---- What an answer is written into ---- */

static int descriptions; /* since the last question */
static char subject[64], token[64];

/* Reads all records, and all of the text, which the sanitizer watches. */
static ack_status take_form(const ack_form *form) {
  CHECK(has_records(form));
  for (uint32_t i = 0; i < form->node_count; i++) {
    CHECK(form->nodes[i].end > i && form->nodes[i].end <= form->node_count);
    CHECK(kind_of(form, &form->nodes[i]).len > 0);
  }
  for (uint32_t i = 0; i < form->value_count; i++) CHECK(form->values[i].tag != 0);
  look_at((ack_str){form->text, form->text_size});
  return descriptions++, ACK_OK;
}

static ack_status give_form(const ack_description *d, const ack_form *form) { return (void)d, take_form(form); }
static const ack_description description = {.struct_size = sizeof description, .give = give_form};

static ack_status add(const ack_reply *r, const ack_effect *effect) {
  static const char *const others[] = {ACK_EFFECT_LEAVE, ACK_EFFECT_SELECT, ACK_EFFECT_FIELD_ERROR, ACK_EFFECT_MESSAGE};
  CHECK(ACK_HAS(effect, ack_effect, form));
  (void)r, look_at(effect->kind), look_at(effect->target), look_at(effect->text);
  const ack_session *session = effect->session;
  if (is(effect->kind, ACK_EFFECT_SHOW)) return take_form(effect->form);
  if (is(effect->kind, ACK_EFFECT_LOGIN)) {
    CHECK(session != NULL);
    snprintf(subject, sizeof subject, "%.*s", (int)session->subject.len, session->subject.ptr);
    snprintf(token, sizeof token, "%.*s", (int)session->refresh_token.len, session->refresh_token.ptr);
    return ACK_OK;
  }
  if (is(effect->kind, ACK_EFFECT_LOGOUT)) return subject[0] = token[0] = 0, ACK_OK;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (is(effect->kind, others[i])) return ACK_OK;
  }
  return ACK_UNSUPPORTED;
}
static const ack_reply reply = {.struct_size = sizeof reply, .add = add};
static ack_status give_picture(const ack_asset *a, const void *bytes, uint64_t size) {
  return (void)a, look_at((ack_str){bytes, size}), ACK_OK;
}
static const ack_asset asset = {.struct_size = sizeof asset, .give = give_picture};

/* ---- What is asked ---- */

static const ack_provider *provider;
static const ack_traits traits = {
    .struct_size = sizeof traits, .place = ACK_PLACE_LOCAL, .abilities = ACK_CAN_SHOW_PICTURES | ACK_CAN_UPDATE,
};
static ack_context context = {.struct_size = sizeof context, .purpose = ACK_PURPOSE_SIGN_IN, .traits = &traits};

static ack_status perform(ack_instance *instance, char **arguments, int count, bool is_wanted) {
  ack_pair *pairs = calloc((size_t)count, sizeof *pairs);
  ack_action action = {.struct_size = sizeof action, .name = lend((ack_str){arguments[0], strlen(arguments[0])})};
  ack_status status;
  context.sequence++;
  do {
    lend_pairs(pairs, arguments + 1, count - 1);
    action.values = action.payload = pairs, action.value_count = action.payload_count = (uint64_t)(count - 1);
    status = provider->perform(instance, &context, &action, &reply);
    take_back_pairs(pairs, count - 1);
    if (status != ACK_PENDING) break;
    if (is_wanted) wait_for(context.sequence);
    else provider->cancel(instance, context.sequence);
  } while (is_wanted);
  take_back(action.name);
  free(pairs);
  return status;
}

/* What is too small is misuse, and what is not known is not supported: a flag, a purpose, a target. */
static void misuse(ack_instance *instance) {
  const ack_creation creation = {.struct_size = 16};
  const ack_context small = {.struct_size = 8};
  const ack_description small_description = {.struct_size = 16};
  const ack_action action = {.struct_size = sizeof action}, small_action = {.struct_size = 8};
  const ack_reply small_reply = {.struct_size = 16};
  ack_context unknown[] = {context, context, context, context};
  unknown[0].flags = 1, unknown[1].purpose = 99, unknown[2].target = 0, unknown[3].purpose = 0;
  ack_instance *none = NULL;
  CHECK(provider->create(&creation, &none) == ACK_MISUSE);
  const ack_creation flagged = {.struct_size = sizeof flagged, .flags = 1, .host = &host};
  CHECK(provider->create(&flagged, &none) == ACK_UNSUPPORTED);
  CHECK(provider->describe(instance, &small, &description) == ACK_MISUSE);
  CHECK(provider->describe(instance, &context, &small_description) == ACK_MISUSE);
  for (int i = 0; i < 4; i++) CHECK(provider->describe(instance, &unknown[i], &description) == ACK_UNSUPPORTED);
  ack_context recovery = context;
  recovery.purpose = ACK_PURPOSE_RECOVER;
  CHECK(provider->describe(instance, &recovery, &description) == ACK_UNSUPPORTED);
  CHECK(descriptions == 0);
  if (provider->perform == NULL) return;
  CHECK(provider->perform(instance, &small, &action, &reply) == ACK_MISUSE);
  CHECK(provider->perform(instance, &context, &small_action, &reply) == ACK_MISUSE);
  CHECK(provider->perform(instance, &context, &action, &small_reply) == ACK_MISUSE);
  CHECK(provider->perform(instance, &context, &action, &reply) == ACK_UNSUPPORTED);
  for (int i = 0; i < 4; i++) CHECK(provider->perform(instance, &unknown[i], &action, &reply) == ACK_UNSUPPORTED);
}

int main(int count, char **arguments) {
  int dashes = 2;
  while (dashes < count && strcmp(arguments[dashes], "--") != 0) dashes++;
  CHECK(dashes < count);
  char **action = arguments + dashes + 1;
  const int words = count - dashes - 1, settings = dashes - 2;

  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  ack_status (*ask)(const ack_query *, ack_answer *);
  *(void **)&ask = dlsym(library, "ack_provider_query");
  const ack_query query = {sizeof query, ACK_MAGIC, ACK_ABI_MAJOR, ACK_ABI_MAJOR, 0, 0, S("host"), S("0.1.0")};
  ack_answer answer = {.struct_size = sizeof answer};
  CHECK(ask(&query, &answer) == ACK_OK);
  provider = answer.provider;

  ack_pair *pairs = calloc((size_t)settings + 1, sizeof *pairs);
  ack_creation creation = {.struct_size = sizeof creation, .host = &host, .settings = pairs};
  creation.setting_count = (uint64_t)settings;
  ack_instance *instance = NULL;
  lend_pairs(pairs, arguments + 2, settings);
  const ack_status made = provider->create(&creation, &instance);
  take_back_pairs(pairs, settings);
  free(pairs);
  if (made != ACK_OK) return puts("It made no instance."), 0;

  const ack_session ann = {.struct_size = sizeof ann, .subject = S("Ann")};
  for (context.target = ACK_LAUNCHING; context.target >= ACK_LOGGED_OUT; context.target--) {
    context.session = context.target == ACK_LOGGED_IN ? &ann : NULL;
    const bool has_splash = context.target == ACK_LAUNCHING;
    descriptions = 0;
    const ack_status status = provider->describe(instance, &context, &description);
    CHECK(status == (has_splash ? ACK_UNSUPPORTED : ACK_OK) && descriptions == (has_splash ? 0 : 1));
  }
  descriptions = 0;
  context.target = ACK_LOGGED_OUT;
  misuse(instance);
  if (words > 0) {
    CHECK(perform(instance, action, words, true) == ACK_OK);
    const ack_status status = perform(instance, action, words, false);
    CHECK(status == ACK_OK || status == ACK_PENDING);
    refusal = -EACCES;
    CHECK(perform(instance, action, 1, true) <= ACK_OK);
  }
  if (provider->asset != NULL) {
    CHECK(provider->asset(instance, &context, S("cup"), &asset) == ACK_OK);
    CHECK(provider->asset(instance, &context, S("pot"), &asset) == ACK_UNSUPPORTED);
  }
  for (int renewals = 0; provider->refresh_session != NULL && token[0] != 0; renewals++) {
    CHECK(renewals < 10);
    ack_session session = {.struct_size = sizeof session, .subject = lend((ack_str){subject, strlen(subject)})};
    session.refresh_token = lend((ack_str){token, strlen(token)});
    CHECK(provider->refresh_session(instance, &context, &session, &reply) == ACK_OK);
    take_back(session.subject), take_back(session.refresh_token);
  }
  provider->destroy(instance);
  puts("It did all that it can.");
  return 0;
}
