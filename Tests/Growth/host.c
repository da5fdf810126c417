/* host.c - a host that uses all that its header has: it asks a provider everything, and prints what it was told. It is
 * built with two headers; NEXT is the number of the minor version that next.py makes. What it lends is in memory of
 * exactly its size, so that a sanitizer sees who reads or writes beyond; with GUARDED no memory is behind it, which ends
 * the process without a sanitizer, too.
 *
 *   host LIBRARY */
#ifdef GUARDED
#define _DEFAULT_SOURCE /* for mmap */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "appcontroller_provider.h"

#include "../Hosts/form.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define IS_NEXT (ACK_TARGET_MINOR >= NEXT)
#if IS_NEXT
#define LATER(...) __VA_ARGS__
#else
#define LATER(...)
#endif
/* A struct in memory of its own. */
#define LENT(type, ...) ((type *)copy(&(type){.struct_size = sizeof(type), __VA_ARGS__}, sizeof(type)))

static void *room(size_t size) {
#ifdef GUARDED
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) exit(1);
  return pages + page - size;
#else
  void *memory = malloc(size);
  if (memory == NULL) exit(1);
  return memory;
#endif
}

static void *copy(const void *bytes, size_t size) { return memcpy(room(size), bytes, size); }

static bool is(ack_str text, const char *word) {
  return text.len == strlen(word) && memcmp(text.ptr, word, text.len) == 0;
}

static void say(const char *name, ack_str text) { printf("  %s: %.*s\n", name, (int)text.len, text.ptr); }

/* ---- Descriptions ---- */

static void say_values(const ack_form *form, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const ack_value *value = &form->values[i];
    const ack_str name = name_of(form, value), text = text_of(form, value);
    if (value->tag == ACK_VALUE_TEXT) printf(" %.*s \"%.*s\"", (int)name.len, name.ptr, (int)text.len, text.ptr);
  }
}

/* Prints the nodes, and a fallback in the place of what is not known. */
static ack_status take(const ack_form *form) {
  for (uint32_t i = 0; i < form->node_count; i++) {
    if (form->nodes[i].kind < ACK_KIND_COUNT) continue;
    printf("  refused: no kind has the number %d\n", form->nodes[i].kind);
    return ACK_MISUSE;
  }
  bool is_fallback_wanted = false;
  for (uint32_t i = 0; i < form->node_count; i++) {
    const ack_node *node = &form->nodes[i];
    const ack_str kind = kind_of(form, node);
    if ((node->flags & 1) != 0 && !is_fallback_wanted) {
      i = node->end - 1;
      continue;
    }
    is_fallback_wanted = node->kind == 0;
    const char *how = node->kind == 0 ? "unknown " : (node->flags & 1) != 0 ? "instead " : "";
    printf("  %s%.*s", how, (int)kind.len, kind.ptr);
    say_values(form, node->first_value, node->value_count);
    putchar('\n');
  }
  return ACK_OK;
}

static ack_status give(const ack_description *self, const ack_form *form) {
  (void)self;
  if (!ACK_HAS(form, ack_form, fault)) return ACK_MISUSE;
  if (form->fault != NULL) {
    if (!ACK_HAS(form->fault, ack_fault, message)) return ACK_MISUSE;
    printf("  fault %u", form->fault->code);
    say("", form->fault->message);
#if IS_NEXT
    if (ACK_HAS(form->fault, ack_fault, hint)) say("hint", form->fault->hint);
#endif
    return ACK_MISUSE;
  }
#if IS_NEXT
  if (ACK_HAS(form, ack_form, checksum)) printf("  checksum: %d\n", (int)form->checksum);
#endif
  return has_records(form) ? take(form) : ACK_MISUSE;
}

/* ---- Answers ---- */

static ack_session *signed_in; /* as this host has it */

static ack_status add(const ack_reply *self, const ack_effect *effect) {
  (void)self;
  if (!ACK_HAS(effect, ack_effect, form)) return ACK_MISUSE;
  if (is(effect->kind, ACK_EFFECT_MESSAGE)) {
    say("message", effect->text);
#if IS_NEXT
    if (ACK_HAS(effect, ack_effect, detail)) say("detail", effect->detail);
#endif
    return ACK_OK;
  }
#if IS_NEXT
  if (is(effect->kind, ACK_EFFECT_BADGE)) return say("badge", effect->text), ACK_OK;
#endif
  if (!is(effect->kind, ACK_EFFECT_LOGIN)) {
    say("not known", effect->kind);
    return ACK_UNSUPPORTED;
  }
  const ack_session *session = effect->session;
  if (session == NULL || !ACK_HAS(session, ack_session, secret_expires_at)) return ACK_MISUSE;
  say("login", session->subject);
  const size_t theirs = session->struct_size; /* which may be less than what this header has, or more */
  signed_in = LENT(ack_session, .expires_at = 0);
  memcpy(signed_in, session, theirs < sizeof *signed_in ? theirs : sizeof *signed_in);
  signed_in->struct_size = sizeof *signed_in;
  signed_in->subject = S("kitty");
  return ACK_OK;
}

static ack_status give_picture(const ack_asset *self, const void *bytes, uint64_t size) {
  (void)self, (void)bytes;
  printf("  picture: %d bytes\n", (int)size);
  return ACK_OK;
}

#if IS_NEXT
static ack_status take_name(const ack_description *self, ack_str name) { return (void)self, say("name", name), ACK_OK; }
static ack_status take_progress(const ack_reply *self, uint32_t percent) {
  (void)self;
  printf("  progress: %u\n", percent);
  return ACK_OK;
}
static ack_status take_words(const ack_asset *self, ack_str text) { return (void)self, say("shows", text), ACK_OK; }
static ack_status take_summary(const ack_summary *self, ack_str line) { return (void)self, say("line", line), ACK_OK; }
#endif

/* ---- The table ---- */

static ack_status accept(const ack_host *self) { return (void)self, ACK_OK; }
static ack_status accept_session(const ack_host *self, const ack_session *s) { return (void)self, (void)s, ACK_OK; }
static ack_status accept_text(const ack_host *self, ack_str text) { return (void)self, (void)text, ACK_OK; }
static ack_status wake(const ack_host *self, uint64_t sequence) { return (void)self, (void)sequence, ACK_OK; }
static void take_log(const ack_host *self, int32_t level, ack_str text) { (void)self, (void)level, say("log", text); }

static void fail(const ack_host *self, const ack_failure *failure) {
  (void)self;
  if (!ACK_HAS(failure, ack_failure, code)) return;
  say("failure", failure->what);
#if IS_NEXT
  if (ACK_HAS(failure, ack_failure, link)) say("link", failure->link);
#endif
}

static int32_t no_socket(const ack_host *self, ack_str name) { return (void)self, (void)name, -13; }
static int32_t no_address(const ack_host *self, ack_str name, char *addresses, uint64_t room) {
  (void)self, (void)name, (void)addresses, (void)room;
  return -13;
}
#if IS_NEXT
static int32_t peer(const ack_host *self, int32_t socket) { return (void)self, socket + 1; }
static int32_t forget(const ack_host *self) { return (void)self, 0; }
static ack_status show_badge(const ack_host *self, uint64_t number) { return (void)self, (void)number, ACK_OK; }
#endif

static const void *get_extension(const ack_host *self, ack_str id) {
  static const void *info, *sockets, *resolver;
  (void)self;
  if (info == NULL) {
    info = LENT(ack_host_info, .name = S("host"), LATER(.renewal_limit = 40));
    sockets = LENT(ack_sockets, .open = no_socket, LATER(.peer = peer));
    resolver = LENT(ack_resolver, .resolve = no_address, LATER(.forget = forget));
  }
#if IS_NEXT
  static const ack_badges badges = {.struct_size = sizeof badges, .show = show_badge};
  if (is(id, "ack.badge/1")) return &badges;
#endif
  if (is(id, "ack.host-info/1")) return info;
  if (is(id, "ack.socket/1")) return sockets;
  return is(id, "ack.resolve/1") ? resolver : NULL;
}

/* ---- What is asked ---- */

static const ack_provider *provider;
static ack_instance *instance;

static ack_context *context(int32_t target, int32_t purpose, ack_str screen) {
  static uint64_t sequence;
  const ack_traits *traits = LENT(ack_traits, .columns = 80, LATER(.region = S("SE")));
  const ack_session *session = target == ACK_LOGGED_IN ? signed_in : NULL;
  return LENT(ack_context, .purpose = purpose, .target = target, .sequence = ++sequence, .traits = traits,
              .session = session, .screen = screen, LATER(.asked_at = 11));
}
static ack_context *signing_in(void) { return context(ACK_LOGGED_OUT, ACK_PURPOSE_SIGN_IN, S("")); }
static ack_context *using(void) { return context(ACK_LOGGED_IN, ACK_PURPOSE_SIGN_IN, S("")); }

static void describe(const char *what, const ack_context *asked) {
  puts(what);
  const ack_description *out = LENT(ack_description, .give = give, LATER(.name = take_name));
  printf("  = %d\n", (int)provider->describe(instance, asked, out));
}

static void perform(const char *name) {
  printf("perform %s\n", name);
  const ack_str text = {name, strlen(name)};
  const ack_action *action = LENT(ack_action, .name = text, LATER(.acted_at = 12));
  const ack_reply *reply = LENT(ack_reply, .add = add, LATER(.progress = take_progress));
  const ack_status status = provider->perform(instance, signing_in(), action, reply);
  const bool is_known = (status >= ACK_MISUSE && status <= ACK_PENDING) LATER(|| status == ACK_BUSY);
  printf("  = %d%s\n", (int)status, is_known ? "" : ", a failure");
}

static void configure(void) {
  puts("configuration");
  ack_configuration *inout = LENT(ack_configuration, .dismisses_presented = 1, .style = ACK_STYLE_CROSS_DISSOLVE,
                                  .duration = 600, LATER(.hold = 5));
  const ack_status status = provider->configuration(instance, using(), inout);
  printf("  duration: %d\n", (int)inout->duration);
  LATER(printf("  hold: %d\n", (int)inout->hold);)
  printf("  = %d\n", (int)status);
}

static void ask_for_asset(void) {
  puts("asset cat");
  const ack_asset *out = LENT(ack_asset, .give = give_picture, LATER(.describe = take_words));
  printf("  = %d\n", (int)provider->asset(instance, signing_in(), S("cat"), out));
}

#if IS_NEXT
static void sum_up(void) {
  puts("summary");
  const ack_summary *out = LENT(ack_summary, .give = take_summary);
  if (!ACK_HAS(provider, ack_provider, summary) || provider->summary == NULL) puts("  the host's own");
  else printf("  = %d\n", (int)provider->summary(instance, using(), out));
}
#endif

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ack_status (*entry)(const ack_query *, ack_answer *) = NULL;
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  else *(void **)&entry = dlsym(library, "ack_provider_query");
  if (entry == NULL) exit(1);
  const ack_query *query = LENT(ack_query, .magic = ACK_MAGIC, .abi_major_min = ACK_ABI_MAJOR,
                                .abi_major_max = ACK_ABI_MAJOR, .abi_minor = ACK_TARGET_MINOR, .host_name = S("host"),
                                .host_version = S("1"), LATER(.host_build = S("b42")));
  ack_answer *answer = LENT(ack_answer, .magic = 0);
  const ack_status status = entry(query, answer);
  printf("query\n  = %d, %u.%u\n", (int)status, answer->abi_major, answer->abi_minor);
  if (status != ACK_OK) exit(1);
  LATER(say("channel", answer->channel);)
  provider = answer->provider;
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count != 2) return 1;
  load(arguments[1]);
  const ack_host *host =
      LENT(ack_host, .known_kinds = ACK_KIND_COUNT - 1, .known_names = ACK_NAME_COUNT - 1,
           .request_login = accept_session, .request_logout = accept, .update_session = accept_session,
           .invalidate = accept_text, .wake = wake, .request_tick = accept, .log = take_log, .fail = fail,
           .get_extension = get_extension, LATER(.announce = accept_text));
  const ack_creation *creation = LENT(ack_creation, .host = host, LATER(.place = S("home")));
  printf("create\n  = %d\n", (int)provider->create(creation, &instance));
  describe("describe", signing_in());
  describe("describe wrong", context(ACK_LOGGED_OUT, ACK_PURPOSE_SIGN_IN, S("wrong")));
  LATER(describe("describe to invite", context(ACK_LOGGED_OUT, ACK_PURPOSE_INVITE, S("")));)
  ask_for_asset();
  perform("break");
  perform("wait");
  perform("enter");
  configure();
  provider->notify(instance, using(), S("did-login"));
  LATER(provider->notify(instance, using(), S("did-resume"));)
  LATER(sum_up();)
  describe("describe logged-in", using());
  provider->destroy(instance);
  return 0;
}
