/* test.c - a small host: loads the library, has it describe its interfaces, signs in and out. */
#include "appcontroller_builder.h"

#include <dlfcn.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

static void check(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "test: not so: %s\n", what);
  exit(1);
}
#define CHECK(condition) check(condition, #condition)

static void print(const char *before, ack_str text, const char *after) {
  printf("%s%.*s%s", before, (int)text.len, text.len > 0 ? text.ptr : "", after);
}

/* ---- A description of which only the nodes are counted, and a fault printed ---- */

static uint32_t nodes;

static ack_status take_form(const ack_form *form) {
  nodes = form->fault == NULL ? form->node_count : 0;
  if (form->fault == NULL) return ACK_OK;
  print("fault: ", form->fault->path, ": ");
  print("", form->fault->message, "\n");
  return ACK_MISUSE;
}
static ack_status give(const ack_description *d, const ack_form *form) { return (void)d, take_form(form); }

static const ack_description description = {.struct_size = sizeof description, .give = give};

/* ---- A reply that remembers who is signed in ---- */

static char subject[513];

static ack_status add(const ack_reply *r, const ack_effect *effect) {
  (void)r;
  if (ack_equal(effect->kind, ACK_EFFECT_SHOW)) return take_form(effect->form);
  if (ack_equal(effect->kind, ACK_EFFECT_MESSAGE)) print("message: ", effect->text, "\n");
  if (ack_equal(effect->kind, ACK_EFFECT_LOGOUT)) subject[0] = 0;
  if (ack_equal(effect->kind, ACK_EFFECT_LOGIN)) {
    const ack_session *session = effect->session;
    CHECK(session != NULL && session->subject.len > 0 && session->subject.len < sizeof subject);
    memcpy(subject, session->subject.ptr, session->subject.len);
    subject[session->subject.len] = 0;
  }
  return ACK_OK;
}

static const ack_reply reply = {.struct_size = sizeof reply, .add = add};

/* ---- A host that prints what it is told, and takes every request ---- */

static ack_status request(const ack_host *h) { return (void)h, ACK_OK; }
static ack_status session_request(const ack_host *h, const ack_session *s) { return (void)h, (void)s, ACK_OK; }
static ack_status invalidate(const ack_host *h, ack_str screen) { return (void)h, (void)screen, ACK_OK; }
static ack_status wake(const ack_host *h, uint64_t sequence) { return (void)h, (void)sequence, ACK_OK; }
static void take_log(const ack_host *h, int32_t level, ack_str text) {
  (void)h, (void)level;
  print("log: ", text, "\n");
}
static void take_failure(const ack_host *h, const ack_failure *failure) {
  (void)h;
  print("failure: ", failure->what, ": ");
  print("", failure->why, "; ");
  print("", failure->fix, "\n");
}
static const void *get_extension(const ack_host *h, ack_str id) { return (void)h, (void)id, NULL; }

static const ack_host host = {
    .struct_size = sizeof host, .known_kinds = ACK_KIND_COUNT - 1, .known_names = ACK_NAME_COUNT - 1,
    .request_login = session_request, .request_logout = request, .update_session = session_request,
    .invalidate = invalidate, .wake = wake, .request_tick = request, .log = take_log, .fail = take_failure,
    .get_extension = get_extension,
};

/* ---- The test ---- */

int main(int count, char **arguments) {
  CHECK(count == 2);
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) fprintf(stderr, "test: %s\n", dlerror());
  CHECK(library != NULL);
  ack_status (*ask)(const ack_query *, ack_answer *);
  *(void **)&ask = dlsym(library, "ack_provider_query");
  CHECK(ask != NULL);

  ack_query query = {sizeof query, ACK_MAGIC, 99, 99, 0, 0, S("test"), S("0")};
  ack_answer answer = {.struct_size = sizeof answer};
  CHECK(ask(&query, &answer) == ACK_UNSUPPORTED && answer.abi_major == ACK_ABI_MAJOR);
  query.abi_major_min = query.abi_major_max = ACK_ABI_MAJOR;
  CHECK(ask(&query, &answer) == ACK_OK && answer.provider != NULL);
  CHECK(ack_equal(answer.id, "com.example.skeleton"));

  const ack_provider *provider = answer.provider;
  const ack_creation creation = {.struct_size = sizeof creation, .host = &host};
  ack_instance *instance = NULL;
  CHECK(provider->create(&creation, &instance) == ACK_OK);

  const ack_traits traits = {.struct_size = sizeof traits, .place = ACK_PLACE_LOCAL, .abilities = ACK_CAN_UPDATE};
  ack_session session = {.struct_size = sizeof session, .subject = S("Ann")};
  ack_context context = {sizeof context, 0, ACK_PURPOSE_SIGN_IN, ACK_LOGGED_OUT, 1, 1, &traits, NULL, {NULL, 0}};
  CHECK(provider->describe(instance, &context, &description) == ACK_OK && nodes > 1);

  /* What comes with later versions is not known, and says so. */
  context.flags = 1;
  CHECK(provider->describe(instance, &context, &description) == ACK_UNSUPPORTED);
  context.flags = 0;

  const ack_pair name = {S("name"), S("Ann")};
  const ack_action enter = {sizeof enter, 0, S("enter"), S("enter"), &name, 1, NULL, 0};
  CHECK(provider->perform(instance, &context, &enter, &reply) == ACK_OK);
  CHECK(strcmp(subject, "Ann") == 0);

  nodes = 0;
  context.target = ACK_LOGGED_IN, context.session = &session;
  CHECK(provider->describe(instance, &context, &description) == ACK_OK && nodes > 1);

  const ack_action leave = {sizeof leave, 0, S("leave"), S("leave"), NULL, 0, NULL, 0};
  CHECK(provider->perform(instance, &context, &leave, &reply) == ACK_OK);
  CHECK(subject[0] == 0);

  provider->destroy(instance);
  puts("All of it works.");
  return 0;
}
