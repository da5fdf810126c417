/* host.c - a host in plain C: it loads a provider, asks, performs, and shows as lines. No Swift is linked here.
 *
 *   cc -std=c11 -I Sources/CProviderABI/include Tests/Hosts/host.c -lpthread -o host
 *   host [--rounds N] LIBRARY [OPERATION [-- OPERATION]...]
 *
 *   show STATE                                  describes logged-out, logged-in or launching
 *   perform NODE[/NODE...] [[?]NAME=VALUE]...   performs the action of a node, and of one on the screen that came
 *
 * Docs/HostConformance.md says what the lines mean; an id such as F7 is that of a rule in Docs/ProviderABI.md. It is small,
 * so it shows no pictures, renews no secrets, takes no settings but defaults, and has no stack of screens. */
#define _GNU_SOURCE /* RTLD_NODELETE, explicit_bzero, asprintf */
#include "reader.h" /* forms: how they are copied and checked */

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#ifdef __aarch64__
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_X86_64
#endif
enum { MOST_EFFECTS = 256, MOST_REQUESTS = 1000, MOST_PAIRS = 1024 };

/* ---- Showing: each line of what the user sees begins with "| " ---- */

static bool quiet; /* only the first round is shown */
static unsigned undone; /* operations of all rounds */

static void show_values(const ack_form *f, int indent, uint32_t first, uint32_t count) {
  for (const ack_value *value = f->values + first; value < f->values + first + count; value++) {
    const ack_str name = name_of(f, value), text = text_or_none(f, value);
    if (value->tag == ACK_VALUE_NODE) continue;
    printf("| %*s%.*s%s", indent, "", (int)name.len, name.ptr, name.len > 0 ? ":" : "-");
    if (value->tag == ACK_VALUE_BOOL) printf(" %s\n", value->content == 1 ? "true" : "false");
    else if (value->tag == ACK_VALUE_INT) printf(" %lld\n", (long long)value->content);
    else if (value->tag == ACK_VALUE_DOUBLE) printf(" %.17g\n", double_of(value));
    else if (value->tag != ACK_VALUE_TEXT) putchar('\n'), show_values(f, indent + 2, first_of(value), count_of(value));
    else {
      fputs(" \"", stdout);
      for (uint64_t i = 0; i < text.len; i++) text.ptr[i] == '\n' ? fputs("\\n", stdout) : putchar(text.ptr[i]);
      puts("\"");
    }
  }
}

static void show_nodes(const form *form, uint32_t first, uint32_t end, int indent) {
  const ack_form *f = &form->f;
  for (uint32_t i = first; i < end; i += form->is_left_out[i] ? 1 : f->nodes[i].end - i) {
    const ack_str kind = f->nodes[i].kind != 0 ? kind_of(f, &f->nodes[i]) : S("text"), id = id_of(f, &f->nodes[i]);
    if (form->is_left_out[i]) continue;
    printf("| %*s%.*s%s%.*s\n", indent, "", (int)kind.len, kind.ptr, id.len > 0 ? " #" : "", (int)id.len, id.ptr);
    show_values(f, indent + 2, f->nodes[i].first_value, f->nodes[i].value_count);
    show_nodes(form, i + 1, f->nodes[i].end, indent + 2);
  }
}

static void show_form(const form *form) {
  if (quiet) return;
  show_values(&form->f, 0, form->f.document_first, form->f.document_count);
  if (!is_newer(&form->f)) show_nodes(form, 0, form->f.node_count, 0);
}

/* ---- Sessions ---- */

static ack_str copy_text(char **room, ack_str text) {
  const ack_str copy = {*room, text.len};
  return *room = mempcpy(*room, text.len > 0 ? text.ptr : "", text.len), copy;
}

/* A copy in one block of memory; NULL of a session that breaks U1, T6 or U3. */
static ack_session *copy_session(const ack_session *from) {
  const uint64_t count = ACK_HAS(from, ack_session, secret_expires_at) ? from->attribute_count : UINT64_MAX;
  if (count > 64 || (count > 0 && from->attributes == NULL) || from->reserved0 != 0 || from->subject.len == 0 ||
      !is_text(from->subject, 512, true) || !is_text(from->display_name, 512, true) ||
      !is_text(from->secret, 16 << 10, true) || !is_text(from->refresh_token, 8 << 10, true) ||
      from->secret_expires_at < 0 || from->expires_at < 0 || (from->expires_at > 0 && from->expires_at <= time(NULL)))
    return NULL;
  uint64_t size = from->subject.len + from->display_name.len + from->secret.len + from->refresh_token.len;
  for (uint64_t i = 0; i < count; i++) {
    const ack_pair *pair = &from->attributes[i];
    if (pair->name.len == 0 || !is_text(pair->name, 1024, true) || !is_text(pair->value, 1024, true)) return NULL;
    for (uint64_t k = 0; k < i; k++)
      if (ack_is(from->attributes[k].name, pair->name)) return NULL;
    size += pair->name.len + pair->value.len;
  }
  ack_session *to = allocate(sizeof *to + count * sizeof(ack_pair) + size);
  ack_pair *pairs = (ack_pair *)(to + 1);
  char *room = (char *)(pairs + count);
  *to = *from, to->struct_size = sizeof *to, to->attributes = pairs;
  to->secret = copy_text(&room, from->secret), to->refresh_token = copy_text(&room, from->refresh_token);
  to->subject = copy_text(&room, from->subject), to->display_name = copy_text(&room, from->display_name);
  for (uint64_t i = 0; i < count; i++)
    pairs[i] = (ack_pair){copy_text(&room, from->attributes[i].name), copy_text(&room, from->attributes[i].value)};
  return to;
}

static void free_session(ack_session *session) {
  if (session != NULL) explicit_bzero((char *)session->secret.ptr, session->secret.len + session->refresh_token.len);
  free(session);
}

/* ---- The host's functions: any thread may call them, so they only note what is wanted, under the lock (H2, T14) ---- */

enum {
  LOGIN_WANTED = 1,
  LOGOUT_WANTED = 2,
  UPDATE_WANTED = 4,
  INTERFACE_WANTED = 8,
  REQUESTS = 15,
  TICK_WANTED = 16,
  WOKEN = 32
};

/* It outlives its instance, because a late thread may still use the table. */
typedef struct host {
  ack_host abi;
  struct host *previous;
  atomic_bool is_gone;
  bool is_silent;
  unsigned wants, requests; /* requests within this second */
  uint64_t sequence;        /* of the question that is open or was last asked */
  time_t second;
  ack_session *login, *update;
} host;

static host *h; /* of the instance that is used */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static ack_status want(const ack_host *self, unsigned bit, const ack_session *session, uint64_t sequence) {
  host *to = self->ctx;
  ack_session *copy = session != NULL ? copy_session(session) : NULL;
  if (copy == NULL && (session != NULL || bit == UPDATE_WANTED)) return ACK_MISUSE;
  pthread_mutex_lock(&lock);
  if (to->second != time(NULL)) to->second = time(NULL), to->requests = 0;
  if ((bit & REQUESTS) != 0 && ++to->requests > MOST_REQUESTS) to->is_gone = true; /* H8 */
  const ack_status status = to->is_gone ? ACK_GONE : ACK_OK;
  ack_session **place = bit == LOGIN_WANTED ? &to->login : &to->update, *former = copy;
  if (status == ACK_OK && (bit & (LOGIN_WANTED | UPDATE_WANTED)) != 0) former = *place, *place = copy;
  if (status == ACK_OK && (bit & (LOGIN_WANTED | LOGOUT_WANTED)) != 0)
    to->wants &= ~(unsigned)(LOGIN_WANTED | LOGOUT_WANTED);
  if (status == ACK_OK && (bit != WOKEN || sequence == to->sequence))
    to->wants |= bit; /* a late wake is ignored (Q3) */
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return free_session(former), status;
}

/* Takes those of the wants that are asked for. */
static unsigned take_wants(unsigned bits) {
  pthread_mutex_lock(&lock);
  const unsigned wants = h->is_gone ? 0 : h->wants & bits;
  h->wants &= ~bits;
  pthread_mutex_unlock(&lock);
  return wants;
}

static ack_status host_login(const ack_host *self, const ack_session *session) {
  return want(self, LOGIN_WANTED, session, 0);
}
static ack_status host_update(const ack_host *self, const ack_session *session) {
  return want(self, UPDATE_WANTED, session, 0);
}
static ack_status host_logout(const ack_host *self) { return want(self, LOGOUT_WANTED, NULL, 0); }
static ack_status host_invalidate(const ack_host *self, ack_str screen) { /* H6: it keeps no screens that were shown */
  return screen.len > 64 ? ACK_MISUSE : want(self, screen.len == 0 ? INTERFACE_WANTED : 0, NULL, 0);
}
static ack_status host_wake(const ack_host *self, uint64_t sequence) { return want(self, WOKEN, NULL, sequence); }
static ack_status host_tick(const ack_host *self) { return want(self, TICK_WANTED, NULL, 0); }

static void host_log(const ack_host *self, int32_t level, ack_str text) {
  char *line = copy_shown(text, 4096);
  pthread_mutex_lock(&lock);
  if (!((host *)self->ctx)->is_silent) fprintf(stderr, "log %d: %s\n", (int)level, line);
  pthread_mutex_unlock(&lock);
  free(line);
}

static ack_failure failure; /* of the running call, with the texts as they may be shown: what, why, fix, code */
static char *failure_texts[4];

static void host_fail(const ack_host *self, const ack_failure *said) {
  if (self->ctx != h || h->is_gone || !ACK_HAS(said, ack_failure, code) || failure_texts[0] != NULL) return;
  const ack_str texts[] = {said->what, said->why, said->fix, said->code};
  failure = *said;
  for (int i = 0; i < 4; i++) failure_texts[i] = copy_shown(texts[i], 4096);
}

static const void *host_get_extension(const ack_host *self, ack_str id) {
  static const ack_host_info info = {
      sizeof info, 0, {"c-host", 6}, {"1.0.0", 5}, ACK_MOST_DEPTH, ACK_MOST_NODES, ACK_MOST_VALUE_DEPTH, ACK_MOST_VALUES,
      ACK_MOST_TOTAL, ACK_MOST_TEXT, ACK_MOST_LABEL, ACK_MOST_NAME, MOST_EFFECTS, 8, 30000};
  return (void)self, ack_equal(id, "ack.host-info/1") ? &info : NULL;
}

/* ---- The tables for answers, each open during the call that it is handed to (T10) ---- */

typedef struct effect {
  int kind;
  char *target, *text; /* as they may be shown */
  ack_session *session;
  form *form;
} effect;

enum { LOGIN, LOGOUT, SHOW, LEAVE, SELECT, FIELD_ERROR, MESSAGE, EFFECT_KINDS };
static const char *const effect_names[] = {ACK_EFFECT_LOGIN,  ACK_EFFECT_LOGOUT, ACK_EFFECT_SHOW,
                                           ACK_EFFECT_LEAVE,  ACK_EFFECT_SELECT, ACK_EFFECT_FIELD_ERROR,
                                           ACK_EFFECT_MESSAGE};
static effect effects[MOST_EFFECTS];
static int effect_count;
static form *given;
static bool is_describing, is_replying;

static void drop_effect(effect *e) { free(e->target), free(e->text), free(e->form), free_session(e->session); }

/* Drops what a call has given: a pending answer, or one that is not needed any more. */
static void forget(void) {
  while (effect_count > 0) drop_effect(&effects[--effect_count]);
  for (int i = 0; i < 4; i++) free(failure_texts[i]), failure_texts[i] = NULL;
  free(given), given = NULL, fault.status = ACK_OK, fault.why = NULL;
}

static ack_status give(const ack_description *self, const ack_form *form) {
  (void)self;
  if (!is_describing) return ACK_GONE;
  if (given != NULL) refuse(ACK_MISUSE, "a description is given twice");
  else given = take_form(form);
  return fault.status;
}

static bool take_effect(const ack_effect *e, int kind, effect *made) {
  static const char *const levels[] = {"", "info: ", "success: ", "warning: ", "error: "};
  MUST(ACK_HAS(e, ack_effect, form) && e->kind.len > 0 && effect_count < MOST_EFFECTS,
       "an effect is too small, or of no kind, or one too many");
  MUST(effect_count == 0 || effects[effect_count - 1].kind > LOGOUT, "something follows a login or logout");
  MUST(is_text(e->text, ACK_MOST_TEXT, false) && is_text(e->target, ACK_MOST_NAME, false),
       "a text is not UTF-8, or too long");
  MUST((e->text.len == 0 || kind >= SELECT) && (e->target.len == 0 || (kind >= SHOW && kind <= FIELD_ERROR)) &&
           (!e->session || kind == LOGIN) && (!e->form || kind == SHOW) &&
           (kind == MESSAGE ? e->severity >= 1 && e->severity <= ACK_LEVEL_ERROR : e->severity == 0),
       "a member is set wrongly");
  MUST(kind != SHOW || is_one_of(e->target, "push present replace "), "show has an unknown target");
  MUST(kind != LEAVE || is_one_of(e->target, "pop pop-to-root dismiss "), "leave has an unknown target");
  MUST(e->session == NULL || (made->session = copy_session(e->session)) != NULL, "the session breaks a rule");
  if (kind == SHOW && (made->form = take_form(e->form)) == NULL) return false;
  char *text = copy_shown(e->text, ACK_MOST_TEXT);
  if (asprintf(&made->text, "%s%s", levels[e->severity], text) < 0) _exit(1);
  return made->target = copy_shown(e->target, ACK_MOST_NAME), free(text), true;
}

static ack_status add(const ack_reply *self, const ack_effect *e) {
  (void)self;
  effect made = {0};
  if (!is_replying) return ACK_GONE;
  if (fault.status != ACK_OK) return fault.status; /* A7 */
  if (effect_count == MOST_EFFECTS) return refuse(ACK_LIMIT, "there are too many effects"), ACK_LIMIT;
  while (made.kind < EFFECT_KINDS && ACK_HAS(e, ack_effect, form) && !ack_equal(e->kind, effect_names[made.kind]))
    made.kind++;
  if (made.kind == EFFECT_KINDS && e->kind.len > 0) return ACK_UNSUPPORTED; /* A8 */
  if (take_effect(e, made.kind, &made)) effects[effect_count++] = made;
  else drop_effect(&made);
  return fault.status;
}

static const ack_description description = {.struct_size = sizeof description, .give = give};
static const ack_reply reply = {.struct_size = sizeof reply, .add = add};

/* ---- Before anything of the library is run (B4) ---- */

typedef struct note {
  char *text; /* lives as long as the process, as its document does */
  const json *document;
  ack_str id, version; /* in the text, as the settings are */
  ack_pair settings[32];
  uint64_t setting_count;
} note;

/* Finds the one note in the sections of a file (N1 to N3), and returns what is wrong with it, or NULL. */
static const char *find_note(const char *file, uint64_t size, ack_str *text) {
  Elf64_Ehdr elf;
  Elf64_Shdr section;
  if (size < sizeof elf) return "it is no library";
  memcpy(&elf, file, sizeof elf);
  if (memcmp(elf.e_ident, ELFMAG "\2\1\1", EI_VERSION + 1) != 0 || elf.e_machine != MACHINE || elf.e_type != ET_DYN ||
      elf.e_shentsize != sizeof section || elf.e_shoff > size || elf.e_shnum > (size - elf.e_shoff) / sizeof section)
    return "it is no library for this machine, or damaged";
  for (unsigned i = 0; i < elf.e_shnum; i++) {
    memcpy(&section, file + elf.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOTE || (section.sh_flags & SHF_ALLOC) == 0) continue;
    if (section.sh_offset > size || section.sh_size > size - section.sh_offset) return "a note is cut off";
    const char *note = file + section.sh_offset;
    for (uint64_t left = section.sh_size, whole; left >= 12; note += whole, left -= whole) {
      uint32_t head[3], json_size; /* the sizes of owner and descriptor, and the type */
      uint16_t layout[4];          /* and the lowest major, the highest, and its minor */
      memcpy(head, note, sizeof head);
      whole = 12 + (head[0] + 3ull) / 4 * 4 + (head[1] + 3ull) / 4 * 4;
      if (section.sh_addralign == 8) whole = (whole + 7) / 8 * 8;
      if (whole > left) return "a note is cut off";
      if (head[0] != 14 || memcmp(note + 12, "AppController", 14) != 0) continue;
      if (text->ptr != NULL) return "it has two notes";
      if (head[2] != ACK_NOTE_TYPE || head[1] < 16) return "the note has another type";
      memcpy(layout, note + 28, sizeof layout), memcpy(&json_size, note + 40, sizeof json_size);
      if (layout[0] != ACK_NOTE_LAYOUT || json_size > 65536 || json_size > head[1] - 16)
        return "the note has another layout";
      if (layout[1] > ACK_ABI_MAJOR || layout[2] < ACK_ABI_MAJOR) return "it speaks another version of the ABI";
      *text = (ack_str){note + 44, json_size};
    }
  }
  return text->ptr != NULL ? NULL : "it has no note";
}

/* N6: what this host does, and not what the ABI has. */
static bool has_required(ack_str name) {
  char text[65] = "", rest;
  unsigned minor;
  memcpy(text, name.ptr, name.len < sizeof text ? name.len : 0);
  if (sscanf(text, "minor:%u%c", &minor, &rest) == 1) return minor <= ACK_ABI_MINOR;
  for (int i = 1; i < ACK_KIND_COUNT && strncmp(text, "kind:", 5) == 0; i++)
    if (ack_equal(ack_kind_text((ack_kind)i), text + 5)) return true;
  if (strncmp(text, "property:", 9) == 0) return ack_name_of(ack_text(text + 9)) != 0;
  return is_one_of(
      name,
      "ack.host-info/1 event:did-login event:did-logout effect:login effect:logout effect:show effect:leave "
      "effect:select effect:field-error effect:message event:did-pop ");
}

static const char *read_note(const char *path, note *n) {
  FILE *file = fopen(path, "re");
  struct stat status;
  if (file == NULL || fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) return "it cannot be read";
  char *bytes = allocate((size_t)status.st_size);
  ack_str found = {NULL, 0};
  const uint64_t size = fread(bytes, 1, (size_t)status.st_size, file);
  const char *why = (fclose(file), find_note(bytes, size, &found));
  char *text = n->text = allocate(found.len + 1);
  if (why == NULL) memcpy(text, found.ptr, found.len);
  free(bytes);
  if (why != NULL) return why;
  const json *document = n->document = parse_all(text, found.len);
  n->id = string(document, "id"), n->version = string(document, "version");
  if (!is_name(n->id) || n->version.len == 0 || string(document, "name").len == 0 ||
      string(document, "vendor").len == 0)
    return "the note is not well made";
  for (const json *name = first_of_array(document, "requires"); name != NULL; name = name->next)
    if (name->type != '"' || !has_required(name->text)) return "it requires what this host does not have";
  for (const json *s = first_of_array(document, "settings"); s != NULL; s = s->next) {
    const json *preset = member(s, "default"), *needed = member(s, "required");
    if (!is_one_of(string(s, "type"), "text url integer boolean choice secret "))
      return "a setting is of a type that is not known"; /* S5 */
    if (needed != NULL && (needed->type == 't' || ack_equal(needed->text, "1")))
      return "a setting is required, and this host takes none";
    if (preset == NULL || n->setting_count == 32) continue;
    const bool is_boolean = ack_equal(string(s, "type"), "boolean"); /* a macro may have made a number of it (N3) */
    const bool is_on = is_boolean && (preset->type == 't' || ack_equal(preset->text, "1"));
    n->settings[n->setting_count++] = (ack_pair){string(s, "name"), is_on ? S("true") : is_boolean ? S("false") : preset->text};
  }
  return NULL;
}

static const char *load(const char *path, note *n, const ack_provider **table) {
  const ack_query query = {sizeof query, ACK_MAGIC, ACK_ABI_MAJOR, ACK_ABI_MAJOR, ACK_ABI_MINOR, 0, S("c-host"), S("1")};
  ack_answer answer = {.struct_size = sizeof answer};
  ack_status (*entry)(const ack_query *, ack_answer *) = NULL;
  const char *why = read_note(path, n);
  void *library = why == NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) : NULL; /* L2 */
  if (library == NULL) return why != NULL ? why : dlerror();
  *(void **)&entry = dlsym(library, "ack_provider_query");
  if (entry == NULL) return "it has no ack_provider_query";
  if (entry(&query, &answer) != ACK_OK) return "it refuses this host";
  const ack_provider *p = *table = answer.provider;
  if (answer.struct_size != sizeof answer || answer.magic != ACK_MAGIC || answer.abi_major != ACK_ABI_MAJOR ||
      answer.flags != 0 || answer.reserved0 != 0)
    return "its answer is not this ABI's";
  if (!ack_is(answer.id, n->id) || !ack_is(answer.version, n->version)) return "its answer is not what its note says";
  if (p == NULL || !ACK_HAS(p, ack_provider, screen_changed) || p->reserved0 != 0) return "it has no table of this ABI's";
  return p->create == NULL || p->destroy == NULL || p->describe == NULL ? "its table has no create, destroy or describe"
                                                                        : NULL;
}

/* ---- Asking ---- */

enum { INITIAL, CONFIGURATION, DESCRIBE, PERFORM, ENDED };
typedef enum outcome { DONE, FAILED, REFUSED, UNSUPPORTED, TIMED_OUT } outcome;

static const ack_provider *provider;
static ack_instance *instance;
static int32_t state;
static ack_session *session;
static uint64_t revision;
static unsigned patience = 30;

/* A call that does not return cannot be interrupted: only the process can be ended, and it says so first. */
static void say_hung(int signal) {
  static const char line[] = "| a function of the provider does not return\n= timed-out\n";
  (void)signal;
  _exit(write(STDOUT_FILENO, line, sizeof line - 1) < 0);
}

static ack_context context_of(int32_t target, const ack_session *its) {
  static const ack_traits traits = {.struct_size = sizeof traits, .columns = 80, .idiom = ACK_IDIOM_TEXT,
                                    .color = ACK_COLOR_NONE, .motion = ACK_MOTION_NONE, .languages = {"en", 2}};
  return (ack_context){sizeof(ack_context), 0, ACK_PURPOSE_SIGN_IN, target, h->sequence, revision, &traits, its, {NULL, 0}};
}

static ack_status call(int what, const ack_context *context, const ack_action *action, void *inout) { /* E9 */
  const ack_provider *p = provider;
  switch (what) {
    case INITIAL:
      return p->is_initially_logged_in ? p->is_initially_logged_in(instance, context, inout) : ACK_UNSUPPORTED;
    case CONFIGURATION: return p->configuration ? p->configuration(instance, context, inout) : ACK_UNSUPPORTED;
    case DESCRIBE: return p->describe(instance, context, &description);
    case PERFORM: return p->perform ? p->perform(instance, context, action, &reply) : ACK_UNSUPPORTED;
    default: return p->session_ended ? p->session_ended(instance, context, session) : ACK_UNSUPPORTED;
  }
}

/* Waits until the question is woken. The provider may need ticks to get there. */
static bool wait_for_wake(const struct timespec *deadline) {
  for (int error = 0; error == 0;) {
    pthread_mutex_lock(&lock);
    while ((h->wants & (WOKEN | TICK_WANTED)) == 0 && !h->is_gone && error == 0)
      error = pthread_cond_timedwait(&changed, &lock, deadline);
    pthread_mutex_unlock(&lock);
    const unsigned wants = take_wants(WOKEN | TICK_WANTED);
    if (wants & TICK_WANTED && provider->tick != NULL) provider->tick(instance);
    if (wants & WOKEN || h->is_gone) return wants & WOKEN;
    if (deadline->tv_sec < time(NULL)) return false; /* it may want ticks for ever */
  }
  return false;
}

static void next_sequence(void) { /* from here on a wake for an earlier one is late */
  pthread_mutex_lock(&lock);
  h->sequence++, h->wants &= ~(unsigned)WOKEN;
  pthread_mutex_unlock(&lock);
}

/* Asks until there is an answer. What a pending one has given is dropped, and the same is asked again (Q1). */
static outcome ask(int what, int32_t target, const ack_session *its, const ack_action *action, void *inout,
                   size_t size) {
  char preset[64];
  struct timespec deadline = {0};
  memcpy(preset, inout != NULL ? inout : "", size);
  next_sequence();
  const ack_context context = context_of(target, its);
  for (bool is_last = false;; is_last = deadline.tv_sec <= time(NULL)) {
    forget();
    if (h->is_gone) return refuse(ACK_GONE, "it has requested too much, and its instance is ended"), REFUSED;
    is_describing = what == DESCRIBE, is_replying = what == PERFORM;
    alarm(patience + 2);
    const ack_status status = call(what, &context, action, inout);
    alarm(0);
    is_describing = is_replying = false;
    if (status != ACK_PENDING) {
      if (status == ACK_UNSUPPORTED && what == DESCRIBE) return UNSUPPORTED;
      if (status == ACK_OK && what == DESCRIBE && given == NULL) refuse(ACK_MISUSE, "nothing was described");
      if (status > 0) refuse(ACK_MISUSE, "the status is not one of the ABI");
      return fault.status != ACK_OK ? REFUSED : status == ACK_UNSUPPORTED ? UNSUPPORTED : status < 0 ? FAILED : DONE;
    }
    if (inout != NULL) memcpy(inout, preset, size);
    if (deadline.tv_sec == 0) timespec_get(&deadline, TIME_UTC), deadline.tv_sec += patience; /* Q5 */
    if (target != ACK_LAUNCHING && !is_last && wait_for_wake(&deadline)) continue;
    next_sequence();
    forget();
    if (provider->cancel != NULL && !h->is_gone) provider->cancel(instance, context.sequence); /* Q8 */
    return target == ACK_LAUNCHING ? UNSUPPORTED : TIMED_OUT;                                  /* Q7 */
  }
}

/* ---- The app ---- */

static form *screen; /* the one in front */

static void show_screen(form *form) { free(screen), show_form(screen = form); }

static void tell(const char *event) {
  const ack_context context = context_of(state, session);
  if (provider->notify != NULL && !h->is_gone) provider->notify(instance, &context, ack_text(event));
}

static outcome describe(int32_t target, const ack_session *its) {
  const outcome said = ask(DESCRIBE, target, its, NULL, NULL, 0);
  return said == UNSUPPORTED && target != ACK_LAUNCHING ? FAILED : said;
}

/* Switches to a state. Nothing has changed until all that is needed is there (B1). */
static outcome switch_to(int32_t target, ack_session *next) {
  const ack_configuration preset = {sizeof preset, 1, ACK_STYLE_CROSS_DISSOLVE, 0, 600, 0};
  ack_configuration c = preset;
  outcome said = ask(CONFIGURATION, target, next, NULL, &c, sizeof c);
  if (said == UNSUPPORTED) c = preset, said = DONE;
  if (said == DONE && (c.struct_size != sizeof c || c.dismisses_presented > 1 || c.style < 1 || c.duration < 0 ||
                       c.duration > 60000 || c.delay < 0 || c.delay > 60000))
    refuse(ACK_MISUSE, "the configuration is impossible"), said = REFUSED; /* H1 */
  if (said == DONE) said = describe(target, next);
  if (said != DONE) return free_session(next), said;
  if (!quiet)
    printf("transition style %d, %lld ms after %lld ms\n", (int)c.style, (long long)c.duration, (long long)c.delay);
  show_screen(given), given = NULL, revision++;
  state = target;
  if (session != NULL && (next == NULL || !ack_is(session->subject, next->subject)))
    ask(ENDED, state, next, NULL, NULL, 0); /* Q19 */
  free_session(session), session = next;
  return tell(state == ACK_LOGGED_IN ? "did-login" : "did-logout"), DONE;
}

static outcome log_in(ack_session *next) { /* U5 */
  const bool is_same =
      state == ACK_LOGGED_IN && (next == NULL || (session != NULL && ack_is(session->subject, next->subject)));
  if (!is_same) return switch_to(ACK_LOGGED_IN, next);
  if (next != NULL) free_session(session), session = next;
  return DONE;
}

/* Carries out what was requested meanwhile (H3). */
static outcome settle(void) {
  for (outcome said = DONE;;) {
    const unsigned wants = take_wants(REQUESTS | TICK_WANTED);
    pthread_mutex_lock(&lock);
    ack_session *next = h->login, *update = h->update;
    h->login = h->update = NULL;
    pthread_mutex_unlock(&lock);
    if (wants & TICK_WANTED && provider->tick != NULL) provider->tick(instance);
    if (update != NULL && session != NULL && ack_is(session->subject, update->subject)) log_in(update);
    else free_session(update); /* H5 */
    if (wants & LOGIN_WANTED) said = log_in(next);
    else if (wants & LOGOUT_WANTED && state == ACK_LOGGED_IN) said = switch_to(ACK_LOGGED_OUT, NULL);
    else if (wants & INTERFACE_WANTED && (said = describe(state, session)) == DONE)
      show_screen(given), given = NULL, revision++;
    if (said != DONE || wants == 0) return said;
  }
}

static outcome apply(void) {
  outcome said = DONE;
  effect taken[MOST_EFFECTS];
  const int count = effect_count;
  memcpy(taken, effects, sizeof taken), effect_count = 0; /* another question forgets the others */
  for (effect *e = taken; e < taken + count; e++) {
    if (!quiet)
      printf("effect %s %s\n%s%s", effect_names[e->kind], e->target, e->kind >= FIELD_ERROR ? "| " : "",
             e->kind >= FIELD_ERROR ? e->text : "");
    if (!quiet && e->kind >= FIELD_ERROR) putchar('\n');
    if (e->kind == SHOW) show_screen(e->form), e->form = NULL;
    if (e->kind == LOGIN) said = log_in(e->session), e->session = NULL;
    if (e->kind == LOGOUT && state == ACK_LOGGED_IN) said = switch_to(ACK_LOGGED_OUT, NULL);
    if (e->kind == LEAVE) tell("did-pop");
    drop_effect(e);
  }
  return said;
}

/* Texts that are lent to a call, each in memory of its own. */
typedef struct pairs {
  ack_pair items[MOST_PAIRS];
  uint64_t count;
} pairs;
static void lend(pairs *to, ack_str name, ack_str value) {
  char *room = allocate(name.len + value.len);
  if (to->count < MOST_PAIRS)
    to->items[to->count].name = copy_text(&room, name), to->items[to->count++].value = copy_text(&room, value);
}
static void take_back(pairs *from) { /* T11 */
  for (ack_pair *pair = from->items; pair < from->items + from->count; pair++)
    explicit_bzero((char *)pair->name.ptr, pair->name.len + pair->value.len), free((char *)pair->name.ptr);
  from->count = 0;
}

static outcome perform(ack_str id, char **inputs, int input_count) {
  static pairs values, payload;
  const ack_form *f = &screen->f;
  uint32_t node = 0;
  while (node < f->node_count && (screen->is_left_out[node] || !ack_is(id_of(f, &f->nodes[node]), id))) node++;
  const ack_value *map = node < f->node_count ? property(f, node, ACK_NAME_ACTION) : NULL;
  const ack_value *sends = entry(f, map, ACK_NAME_SENDS), *data = entry(f, map, ACK_NAME_PAYLOAD);
  /* A1: exactly what it names, as given or as described */
  for (uint32_t i = 0; i < size_of(sends, ACK_VALUE_LIST); i++) {
    const ack_str name = text_or_none(f, &f->values[first_of(sends) + i]);
    const uint64_t before = values.count;
    for (char **input = inputs; input < inputs + input_count; input++) {
      const char *text = *input + (**input == '?');
      if (ack_is(name, (ack_str){text, strcspn(text, "=")}))
        lend(&values, name, ack_text(text + strcspn(text, "=") + 1));
    }
    for (uint32_t k = 0; values.count == before && k < f->node_count; k++) {
      const ack_value *input = property(f, k, ACK_NAME_INPUT), *value = entry(f, input, ACK_NAME_VALUE);
      const bool is_toggle = f->nodes[k].kind == ACK_KIND_TOGGLE,
                 is_on = value != NULL && value->tag == ACK_VALUE_BOOL && value->content;
      if (input != NULL && ack_is(text_or_none(f, entry(f, input, ACK_NAME_NAME)), name))
        lend(&values, name, !is_toggle ? text_or_none(f, value) : is_on ? S("true") : S("false"));
    }
  }
  for (uint32_t i = 0; i < size_of(data, ACK_VALUE_MAP); i++)
    lend(&payload, name_of(f, &f->values[first_of(data) + i]), text_or_none(f, &f->values[first_of(data) + i]));
  const ack_str name = map != NULL ? text_or_none(f, entry(f, map, ACK_NAME_NAME)) : id; /* A2: of no node, as a test */
  const ack_action action = {sizeof action, 0, name, id, values.items, values.count, payload.items, payload.count};
  const ack_value *limit = entry(f, map, ACK_NAME_DEADLINE); /* Q5 */
  const unsigned usual = patience;
  if (limit != NULL && limit->tag == ACK_VALUE_DOUBLE && getenv("HOST_PATIENCE") == NULL) patience = (unsigned)double_of(limit) + 1;
  const outcome said = ask(PERFORM, state, session, &action, NULL, 0);
  patience = usual;
  take_back(&values), take_back(&payload);
  return said == DONE ? apply() : said;
}

static outcome operate(char **words, int count) {
  outcome said = DONE;
  if (count > 1 && strcmp(words[0], "show") == 0) {
    const bool is_in = strcmp(words[1], "logged-in") == 0, is_splash = strcmp(words[1], "launching") == 0;
    const int32_t target = is_in ? ACK_LOGGED_IN : is_splash ? ACK_LAUNCHING : ACK_LOGGED_OUT;
    said = describe(target, target == ACK_LOGGED_IN ? session : NULL);
    if (said == DONE) show_form(given);
  } else if (count > 1 && strcmp(words[0], "perform") == 0) {
    said = describe(state, session);
    if (said == DONE) free(screen), screen = given, given = NULL;
    for (char *node = words[1]; said == DONE && *node != 0; node += strcspn(node, "/"), node += *node == '/')
      said = perform((ack_str){node, strcspn(node, "/")}, words + 2, count - 2);
  } else fprintf(stderr, "host: no such operation: %s\n", words[0]), exit(64);
  return said == DONE ? settle() : said;
}

/* Says how an operation ended, and why. */
static void say(outcome said) {
  static const char *const words[] = {"done", "failed", "refused", "unsupported", "timed-out"};
  static const char *const categories[] = {"none", "input", "denied", "later", "provider"};
  undone += said != DONE && said != UNSUPPORTED;
  if (quiet) return;
  if (said == FAILED && failure_texts[0] != NULL) { /* X2, X3 */
    const bool is_known = failure.category <= ACK_FAILURE_PROVIDER,
               has_time = failure.category == ACK_FAILURE_LATER && failure.retry_after > 0;
    printf("failure %s %lld %s\n", categories[is_known ? failure.category : 0],
           has_time ? (long long)failure.retry_after : 0LL,
           strchr(failure_texts[3], '.') != NULL ? failure_texts[3] : "");
    for (int i = 0; i < 3; i++) printf("| %s\n", failure_texts[i]);
  }
  if (said != DONE && fault.why != NULL) printf("| %s\n", fault.why);
  const ack_str subject = session != NULL ? session->subject : S("");
  printf("state logged-%s%s%.*s\n= %s\n", state == ACK_LOGGED_IN ? "in" : "out", subject.len > 0 ? " " : "",
         (int)subject.len, subject.ptr, words[said]);
}

/* The life of an instance. */
static void live(const note *n, char **words, int count) {
  static const ack_str granted = {"network", 7}; /* nothing can be withheld from what is in this process (I3) */
  host *made = allocate(sizeof *made);
  *made = (host){.previous = h,
                 .abi = {sizeof made->abi, 0, made, ACK_KIND_COUNT - 1, ACK_NAME_COUNT - 1, 0, host_login, host_logout,
                         host_update, host_invalidate, host_wake, host_tick, host_log, host_fail, host_get_extension}};
  h = made, state = ACK_LOGGED_OUT;
  const ack_creation creation = {sizeof creation, 0, &h->abi, n->settings, n->setting_count, {NULL, 0}, &granted, 1};
  uint32_t is_in = 0;
  alarm(patience + 2);
  const bool is_made = provider->create(&creation, &instance) == ACK_OK;
  alarm(0);
  if (!is_made) {
    say(FAILED);
    return;
  }
  if (ask(INITIAL, ACK_LAUNCHING, NULL, NULL, &is_in, sizeof is_in) == DONE && is_in == 1)
    state = ACK_LOGGED_IN; /* Q17 */
  for (int i = 0, first; i < count; i++) {
    for (first = i; i < count && strcmp(words[i], "--") != 0;) i++;
    if (i > first) say(operate(words + first, i - first));
  }
  forget();
  pthread_mutex_lock(&lock);
  const bool has_flooded = h->is_gone;
  h->is_gone = true; /* I5: the table does nothing from here on, but for the log */
  pthread_mutex_unlock(&lock);
  if (!has_flooded) provider->destroy(instance);
  pthread_mutex_lock(&lock);
  h->is_silent = true;
  pthread_mutex_unlock(&lock);
  free(screen), free_session(session), free_session(h->login), free_session(h->update);
  screen = NULL, session = h->login = h->update = NULL;
}

int main(int count, char **words) {
  static note n;
  static char path[PATH_MAX];
  const bool has_rounds = count > 2 && strcmp(words[1], "--rounds") == 0;
  const int library = has_rounds ? 3 : 1;
  if (library >= count) return fputs("usage: host [--rounds N] LIBRARY [OPERATION [-- OPERATION]...]\n", stderr), 64;
  if (getenv("HOST_PATIENCE") != NULL) patience = (unsigned)atoi(getenv("HOST_PATIENCE"));
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGALRM, say_hung);
  const char *why = realpath(words[library], path) != NULL ? load(path, &n, &provider) : "it is not there";
  if (why != NULL) return printf("refused: %s\n", why), 0;
  printf("loaded %.*s %.*s\n", (int)n.id.len, n.id.ptr, (int)n.version.len, n.version.ptr);
  for (long round = has_rounds ? atol(words[2]) : 1; round > 0; round--, quiet = true)
    live(&n, words + library + 1, count - library - 1);
  return has_rounds && undone > 0;
}
