/* host.c - a host that has the provider of hostile.cpp or hostile.rs throw in each of its functions, and breaks rules
 * itself. Usage: host LIBRARY */
#include "../Hosts/form.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define CHECK(condition) check(condition, #condition, __LINE__)

static const char *place = "";

static void check(bool holds, const char *what, int line) {
  if (holds) return;
  fprintf(stderr, "host.c:%d: throwing in \"%s\": not so: %s\n", line, place, what);
  exit(1);
}

static bool equal(ack_str a, ack_str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

/* ---- What the provider has said ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int failures, errors, infos, wakes;
static char why[256];

static void count(int *counter) {
  pthread_mutex_lock(&mutex);
  ++*counter;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}
static void wait_for(int *counter) {
  pthread_mutex_lock(&mutex);
  while (*counter == 0) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}
static void forget(void) { failures = errors = infos = wakes = 0, why[0] = 0; }

static ack_status request(const ack_host *h, const ack_session *s) { return (void)h, (void)s, ACK_OK; }
static ack_status simply(const ack_host *h) { return (void)h, ACK_OK; }
static ack_status invalidate(const ack_host *h, ack_str screen) { return (void)h, (void)screen, ACK_OK; }
static ack_status wake(const ack_host *h, uint64_t sequence) { return (void)h, (void)sequence, count(&wakes), ACK_OK; }
static void take_log(const ack_host *h, int32_t level, ack_str text) {
  (void)h, (void)text;
  count(level == ACK_LEVEL_ERROR ? &errors : &infos);
}
static void take_failure(const ack_host *h, const ack_failure *failure) {
  (void)h;
  CHECK(ACK_HAS(failure, ack_failure, code) && failure->category <= ACK_FAILURE_PROVIDER && failure->retry_after >= 0);
  CHECK(failure->what.len > 0 && failure->fix.len > 0);
  snprintf(why, sizeof why, "%.*s", (int)failure->why.len, failure->why.ptr);
  count(&failures);
}
static int32_t open_socket(const ack_host *h, ack_str name) {
  return (void)h, equal(name, S("own")) ? dup(1) : -EACCES;
}
static int32_t resolve(const ack_host *h, ack_str name, char *addresses, uint64_t room) {
  (void)h;
  if (!equal(name, S("localhost"))) return -ENOENT;
  return snprintf(addresses, room, "127.0.0.1,::1");
}
static const void *extension(const ack_host *h, ack_str id) {
  static const ack_sockets sockets = {.struct_size = sizeof sockets, .open = open_socket};
  static const ack_resolver resolver = {.struct_size = sizeof resolver, .resolve = resolve};
  (void)h;
  return equal(id, S("ack.socket/1")) ? (const void *)&sockets : equal(id, S("ack.resolve/1")) ? &resolver : NULL;
}

static const ack_host host = {
    .struct_size = sizeof host, .known_kinds = ACK_KIND_COUNT - 1, .known_names = ACK_NAME_COUNT - 1,
    .request_login = request, .request_logout = simply, .update_session = request, .invalidate = invalidate,
    .wake = wake, .request_tick = simply, .log = take_log, .fail = take_failure,
    .get_extension = extension,
};

/* ---- What is described: it is counted, or refused ---- */

static int forms, booleans, texts, zeros;
static ack_status refusal = ACK_OK;

static ack_status take_form(const ack_form *form) {
  if (refusal != ACK_OK) return refusal;
  if (!has_records(form)) return ACK_MISUSE;
  for (uint32_t i = 0; i < form->value_count; i++) {
    const ack_value *value = &form->values[i];
    if (value->tag == ACK_VALUE_BOOL) booleans++;
    if (value->tag != ACK_VALUE_TEXT) continue;
    if (value->name == ACK_NAME_TEXT) texts++;
    if (equal(text_of(form, value), ((ack_str){"a\0b", 3}))) zeros++;
  }
  return forms++, ACK_OK;
}
static ack_status give_form(const ack_description *d, const ack_form *form) { return (void)d, take_form(form); }
static const ack_description description = {.struct_size = sizeof description, .give = give_form};

static int messages;
static ack_status add(const ack_reply *r, const ack_effect *effect) {
  (void)r;
  CHECK(ACK_HAS(effect, ack_effect, form));
  if (equal(effect->kind, S(ACK_EFFECT_SHOW))) return take_form(effect->form);
  if (!equal(effect->kind, S(ACK_EFFECT_MESSAGE))) return ACK_UNSUPPORTED;
  CHECK(equal(effect->text, ((ack_str){"x\0y", 3})));
  return messages++, ACK_OK;
}
static const ack_reply reply = {.struct_size = sizeof reply, .add = add};

static uint64_t given;
static ack_status give(const ack_asset *a, const void *bytes, uint64_t size) {
  (void)a;
  CHECK(size == 4 && memcmp(bytes, "logo", 4) == 0);
  return given = size, ACK_OK;
}
static const ack_asset asset = {.struct_size = sizeof asset, .give = give};

static int credentials_given;
static ack_status give_credential(const ack_credential *c, ack_str user_name, ack_str secret, int64_t expires_at) {
  (void)c;
  CHECK(equal(user_name, S("bot")) && equal(secret, S("git git.example.com a/b.git")) && expires_at == 7);
  return credentials_given++, ACK_OK;
}
static const ack_credential credential = {.struct_size = sizeof credential, .give = give_credential};
static const ack_credential_request request_of_git = {
    .struct_size = sizeof request_of_git, .program = {"git", 3}, .host = {"git.example.com", 15}, .path = {"a/b.git", 7},
};

/* ---- The calls ---- */

static const ack_provider *provider;
static const ack_traits traits = {
    .struct_size = sizeof traits, .place = ACK_PLACE_LOCAL, .abilities = ACK_CAN_HIDE_SECRETS,
};
static const ack_session session = {.struct_size = sizeof session, .subject = {"Ann", 3}};
static ack_context context = {sizeof context, 0, ACK_PURPOSE_SIGN_IN, ACK_LOGGED_OUT, 1, 1, &traits, NULL, {NULL, 0}};

static ack_status make(const char *throws, ack_instance **instance) {
  const ack_pair setting = {S("throws"), {throws, strlen(throws)}};
  const ack_creation creation = {sizeof creation, 0, &host, &setting, 1, {NULL, 0}, NULL, 0};
  place = throws;
  forget();
  *instance = NULL;
  return provider->create(&creation, instance);
}

static ack_instance *made(const char *throws) {
  ack_instance *instance;
  CHECK(make(throws, &instance) == ACK_OK && instance != NULL);
  return instance;
}

static ack_status describe(ack_instance *instance, int32_t target, const char *screen) {
  ack_context asked = context;
  asked.target = target, asked.screen = (ack_str){screen, strlen(screen)};
  forms = 0;
  return provider->describe(instance, &asked, &description);
}

static ack_status give_it(ack_instance *instance, const ack_credential_request *request, const ack_credential *out) {
  const ack_credentials *credentials = provider->get_extension(instance, S("ack.credential/1"));
  CHECK(credentials != NULL && ACK_HAS(credentials, ack_credentials, credential));
  return credentials->credential(instance, &context, request, out);
}

/* A failure that has said why, and has described nothing. */
static void failed(ack_status status, const char *reason) {
  CHECK(status == ACK_FAILED);
  CHECK(failures == 1);
  CHECK(strstr(why, reason) != NULL);
  CHECK(forms == 0);
}

static void throw_everywhere(void) {
  const ack_pair pair = {S("a"), {"x\0y", 3}};
  const ack_action action = {sizeof action, 0, S("go"), S("go"), &pair, 1, NULL, 0};
  ack_configuration configuration = {.struct_size = sizeof configuration};
  uint32_t initial = 0;
  ack_instance *instance;

  failed(make("create", &instance), "create");
  CHECK(instance == NULL);
  failed(describe(instance = made("describe"), ACK_LOGGED_OUT, ""), "describe");
  provider->destroy(instance);
  failed(describe(instance = made("screen"), ACK_LOGGED_IN, "x"), "screen");
  provider->destroy(instance);
  failed(describe(instance = made("splash"), ACK_LAUNCHING, ""), "splash");
  provider->destroy(instance);
  failed(describe(instance = made("wordless"), ACK_LOGGED_OUT, ""), "");
  provider->destroy(instance);
  failed(describe(instance = made("number"), ACK_LOGGED_OUT, ""), "");
  provider->destroy(instance);
  failed(describe(instance = made("failure"), ACK_LOGGED_OUT, ""), "why");
  provider->destroy(instance);
  instance = made("unsupported");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_UNSUPPORTED && failures == 0 && forms == 0);
  CHECK(describe(instance, 99, "") == ACK_UNSUPPORTED);
  provider->destroy(instance);
  failed(provider->perform(instance = made("perform"), &context, &action, &reply), "perform");
  provider->destroy(instance);
  failed(provider->perform(instance = made("show"), &context, &action, &reply), "show");
  CHECK(messages == 1);
  provider->destroy(instance);
  failed(provider->is_initially_logged_in(instance = made("initial"), &context, &initial), "initial");
  CHECK(initial == 0);
  provider->destroy(instance);
  failed(provider->configuration(instance = made("configure"), &context, &configuration), "configure");
  provider->destroy(instance);
  failed(provider->session_ended(instance = made("ended"), &context, &session), "ended");
  provider->destroy(instance);
  failed(provider->asset(instance = made("asset"), &context, S("logo"), &asset), "asset");
  CHECK(given == 0);
  provider->destroy(instance);

  provider->notify(instance = made("notify"), &context, S("did-login"));
  CHECK(errors > 0);
  provider->destroy(instance);
  ack_context home = context;
  home.screen = S("home");
  provider->screen_changed(instance = made("appearance"), &home, S("shown"));
  CHECK(errors > 0);
  provider->destroy(instance);
  provider->cancel(instance = made("cancel"), 1);
  CHECK(errors > 0);
  provider->destroy(instance);
  provider->tick(instance = made("tick"));
  CHECK(errors > 0);
  provider->destroy(instance);
  CHECK(provider->get_extension(instance = made("extension"), S("ack.none/1")) == NULL);
  CHECK(errors > 0);
  provider->destroy(instance);
  failed(give_it(instance = made("credential"), &request_of_git, &credential), "credential");
  CHECK(credentials_given == 0);
  provider->destroy(instance);
  provider->destroy(made("destroy"));
  CHECK(errors > 0);
}

static void wait_and_throw(void) {
  ack_instance *instance = made("later");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING && forms == 0);
  wait_for(&wakes);
  failed(describe(instance, ACK_LOGGED_OUT, ""), "the work");
  provider->destroy(instance);

  instance = made("other");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING);
  wait_for(&wakes);
  failed(describe(instance, ACK_LOGGED_OUT, ""), "other work than before");
  provider->destroy(instance);

  instance = made("sharp"); /* a result whose end panics: only Rust has that */
  if (describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING) {
    wait_for(&wakes);
    CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_OK);
  }
  provider->destroy(instance);

  /* Cancelled work is told, also by the end of the instance, and ends later without a wake. */
  instance = made("waiting");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING);
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING); /* a wake that nobody sent */
  wait_for(&infos);
  infos = 0;
  provider->cancel(instance, 1);
  wait_for(&infos);
  infos = 0;
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_PENDING);
  wait_for(&infos);
  infos = 0;
  provider->destroy(instance);
  wait_for(&infos);
  CHECK(wakes == 0 && errors == 0);
}

static void use_services(void) {
  ack_instance *instance = made("services");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_OK && forms == 1 && failures == 0);
  provider->destroy(instance);
}

static void write_oddly(void) {
  ack_instance *instance = made("literal");
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_OK && forms == 1);
  CHECK(texts == 1 && booleans == 1 && zeros == 1);
  refusal = ACK_LIMIT;
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_LIMIT && forms == 0 && texts == 1);
  refusal = ACK_PENDING; /* no status of a description */
  CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_MISUSE);
  refusal = ACK_OK;
  const ack_description none = {.struct_size = sizeof none};
  CHECK(provider->describe(instance, &context, &none) == ACK_MISUSE);
  provider->destroy(instance);

  static const char *const unbalanced[] = {"turn", "kept"};
  for (size_t i = 0; i < sizeof unbalanced / sizeof *unbalanced; i++) {
    instance = made(unbalanced[i]);
    CHECK(describe(instance, ACK_LOGGED_OUT, "") == ACK_FAILED && failures == 1);
    provider->destroy(instance);
  }
}

/* Structs that are smaller than known, no structs at all, and values that are not known. */
static void break_rules(void) {
  const ack_creation small_creation = {.struct_size = sizeof small_creation - 1, .host = &host};
  const ack_host small_host = {.struct_size = sizeof small_host - 1};
  const ack_creation with_small_host = {.struct_size = sizeof with_small_host, .host = &small_host};
  const ack_creation without_host = {.struct_size = sizeof without_host};
  ack_instance *instance = NULL;
  CHECK(provider->create(&small_creation, &instance) == ACK_MISUSE);
  CHECK(provider->create(&with_small_host, &instance) == ACK_MISUSE);
  CHECK(provider->create(&without_host, &instance) == ACK_MISUSE);
  CHECK(provider->create(NULL, &instance) == ACK_MISUSE && instance == NULL);
  const ack_creation flagged = {.struct_size = sizeof flagged, .flags = 1, .host = &host};
  CHECK(provider->create(&flagged, &instance) == ACK_UNSUPPORTED && instance == NULL);

  instance = made("");
  ack_context wrong = context;
  wrong.struct_size--;
  CHECK(provider->describe(instance, &wrong, &description) == ACK_MISUSE);
  wrong = context, wrong.traits = NULL;
  CHECK(provider->describe(instance, &wrong, &description) == ACK_MISUSE);
  const ack_traits small_traits = {.struct_size = 8};
  wrong.traits = &small_traits;
  CHECK(provider->describe(instance, &wrong, &description) == ACK_MISUSE);
  const ack_session small_session = {.struct_size = 8};
  wrong = context, wrong.session = &small_session;
  CHECK(provider->describe(instance, &wrong, &description) == ACK_MISUSE);
  const ack_description small_description = {.struct_size = sizeof small_description - 1, .give = give_form};
  CHECK(provider->describe(instance, &context, &small_description) == ACK_MISUSE);
  ack_context unknown[] = {context, context, context};
  unknown[0].flags = 1, unknown[1].purpose = 0, unknown[2].target = 0;
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    CHECK(provider->describe(instance, &unknown[i], &description) == ACK_UNSUPPORTED);
  }
  const ack_action action = {.struct_size = sizeof action}, small_action = {.struct_size = 16};
  const ack_reply small_reply = {.struct_size = 16};
  CHECK(provider->perform(instance, &context, &small_action, &reply) == ACK_MISUSE);
  CHECK(provider->perform(instance, &context, &action, &small_reply) == ACK_MISUSE);
  CHECK(provider->perform(NULL, &context, &action, &reply) == ACK_MISUSE);
  CHECK(provider->session_ended(instance, &context, &small_session) == ACK_MISUSE);
  const ack_asset small_asset = {.struct_size = 16};
  CHECK(provider->asset(instance, &context, S("logo"), &small_asset) == ACK_MISUSE);
  CHECK(provider->asset(instance, &context, S("logo"), NULL) == ACK_MISUSE);
  CHECK(provider->asset(NULL, &context, S("logo"), &asset) == ACK_MISUSE && given == 0);
  CHECK(provider->asset(instance, &context, S("logo"), &asset) == ACK_OK && given == 4);
  ack_credential_request wrong_request = request_of_git;
  ack_credential small_credential = credential;
  wrong_request.struct_size--, small_credential.struct_size--;
  CHECK(give_it(instance, &wrong_request, &credential) == ACK_MISUSE);
  CHECK(give_it(instance, NULL, &credential) == ACK_MISUSE);
  CHECK(give_it(instance, &request_of_git, &small_credential) == ACK_MISUSE);
  CHECK(give_it(instance, &request_of_git, NULL) == ACK_MISUSE);
  wrong_request = request_of_git, wrong_request.flags = 1;
  CHECK(give_it(instance, &wrong_request, &credential) == ACK_UNSUPPORTED && credentials_given == 0);
  CHECK(give_it(instance, &request_of_git, &credential) == ACK_OK && credentials_given == 1);
  CHECK(provider->get_extension(NULL, S("ack.credential/1")) == NULL);
  ack_configuration small_configuration = {.struct_size = 16};
  CHECK(provider->configuration(instance, &context, &small_configuration) == ACK_MISUSE);
  CHECK(provider->is_initially_logged_in(instance, &context, NULL) == ACK_MISUSE);
  provider->notify(instance, NULL, S("did-login"));
  provider->screen_changed(instance, NULL, S("shown"));
  provider->cancel(instance, 77);
  CHECK(failures == 0 && errors == 0);
  provider->destroy(instance);
  provider->destroy(NULL);
}

int main(int argument_count, char **arguments) {
  CHECK(argument_count == 2);
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  ack_status (*ask)(const ack_query *, ack_answer *);
  *(void **)&ask = dlsym(library, "ack_provider_query");
  const ack_query query = {sizeof query, ACK_MAGIC, ACK_ABI_MAJOR, ACK_ABI_MAJOR, 0, 0, S("host"), S("0")};
  ack_answer answer = {.struct_size = sizeof answer};
  CHECK(ask(&query, &answer) == ACK_OK);
  provider = answer.provider;
  throw_everywhere();
  wait_and_throw();
  use_services();
  write_oddly();
  break_rules();
  puts("Nothing came through.");
  return 0;
}
