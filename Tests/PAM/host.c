/* host.c - a host that plays a transcript: it does what the lines that begin with "> " say, and prints the transcript
 * anew with what the provider answers. When nothing has changed, what comes out is what went in.
 *
 *   host PROVIDER.so FOLDER <Transcripts/login.txt | diff Transcripts/login.txt -
 *
 *   > create, > destroy              an instance; there is one at the beginning
 *   > service NAME                   the same with another service of PAM
 *   > describe logged-out            an interface, or logged-in
 *   > perform ACTION | NAME=VALUE    does an action, and waits for its answer. A name with @ is of the payload, a value
 *                                    such as x*512 is repeated, and \0 is a NUL
 *   > begin ACTION | NAME=VALUE      does an action that is answered pending, as question 1, 2, 3...
 *   > finish N                       waits until that question is woken, and asks again
 *   > cancel N                       gives it up
 *   > notify EVENT
 *   > reach FIFO, > release FIFO     waits until a module has come there; lets one go on that waits there
 *
 * It neither sleeps nor measures: what has not come within a minute will not come. */
#define _GNU_SOURCE
#include "../Hosts/form.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define PATIENCE_SECONDS 60
#define MOST_QUESTIONS 64
#define MOST_PAIRS 40

typedef struct question {
  char *line; /* the command, from which the arguments of each ask are made anew */
  bool is_open;
} question;

static const ack_provider *provider;
static ack_instance *instance;
static const char *folder;
static question questions[MOST_QUESTIONS];
static uint64_t question_count = 0; /* the sequence of a question is its number */
static FILE *answer;                /* what the provider says in the current call; discarded when that is pending */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the two below */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_woken[MOST_QUESTIONS], is_gone;

static _Noreturn void die(const char *what, const char *about) {
  fflush(stdout);
  fprintf(stderr, "host: %s: %s\n", what, about);
  exit(1);
}

static bool equal(ack_str a, const char *b) { return a.len == strlen(b) && memcmp(a.ptr, b, a.len) == 0; }

static void quote(ack_str text) {
  bool is_long = text.len > 100;
  fputc('"', answer);
  for (uint64_t i = 0; i < (is_long ? 31 : text.len); i++) {
    if (text.ptr[i] == '\n') fputs("\\n", answer);
    else fputc(text.ptr[i], answer);
  }
  if (is_long) fprintf(answer, "...%d bytes", (int)text.len);
  fputc('"', answer);
}

/* ---- Descriptions ---- */

static void print_node(const ack_form *form, uint32_t index, int depth);

static void print_values(const ack_form *form, uint32_t first, uint32_t count, int depth) {
  for (uint32_t i = first; i < first + count; i++) {
    const ack_value *value = &form->values[i];
    const ack_str name = name_of(form, value);
    const bool holds = value->tag >= ACK_VALUE_MAP;
    fprintf(answer, " %.*s%s", (int)name.len, name.ptr, holds ? "(" : name.len > 0 ? "=" : "");
    if (value->tag == ACK_VALUE_TEXT) quote(text_of(form, value));
    else if (value->tag == ACK_VALUE_DOUBLE) fprintf(answer, "%d", (int)double_of(value));
    else if (!holds) fprintf(answer, "%d", (int)value->content);
    else if (value->tag == ACK_VALUE_NODE) print_node(form, first_of(value), depth + 1);
    else print_values(form, first_of(value), count_of(value), depth);
    if (holds) fputs(" )", answer);
  }
}

static void print_node(const ack_form *form, uint32_t index, int depth) {
  const ack_node *node = &form->nodes[index];
  const ack_str kind = kind_of(form, node), id = id_of(form, node);
  fprintf(answer, "\n%*s%.*s %.*s", 2 * depth, "", (int)kind.len, kind.ptr, (int)id.len, id.ptr);
  print_values(form, node->first_value, node->value_count, depth);
  for (uint32_t child = index + 1; child < node->end; child = form->nodes[child].end) {
    if (form->nodes[child].flags == 0) print_node(form, child, depth + 1);
  }
}

static ack_status take(const ack_form *form) {
  if (form == NULL || !has_records(form)) return ACK_MISUSE;
  print_values(form, form->document_first, form->document_count, 0);
  print_node(form, 0, 1);
  fputc('\n', answer);
  return ACK_OK;
}

static ack_status give(const ack_description *self, const ack_form *form) {
  (void)self;
  return take(form);
}

static const ack_description description = {.struct_size = sizeof description, .give = give};

/* ---- The reply ---- */

static void print_login(const ack_session *session) {
  fputs("login: subject=", answer);
  quote(session->subject);
  fputs(" name=", answer);
  quote(session->display_name);
  fprintf(answer, " secret=%d attributes=%d\n", (int)session->secret.len, (int)session->attribute_count);
}

static ack_status add(const ack_reply *self, const ack_effect *effect) {
  (void)self;
  const ack_str target = effect->target, text = effect->text;
  if (equal(effect->kind, ACK_EFFECT_LOGIN)) {
    print_login(effect->session);
  } else if (equal(effect->kind, ACK_EFFECT_LOGOUT)) {
    fputs("logout\n", answer);
  } else if (equal(effect->kind, ACK_EFFECT_SHOW)) {
    fprintf(answer, "%.*s:", (int)target.len, target.ptr);
    return take(effect->form);
  } else if (equal(effect->kind, ACK_EFFECT_FIELD_ERROR)) {
    fprintf(answer, "field error: %.*s: %.*s\n", (int)target.len, target.ptr, (int)text.len, text.ptr);
  } else if (equal(effect->kind, ACK_EFFECT_MESSAGE)) {
    const uint32_t severity = effect->severity;
    fputs(severity == ACK_LEVEL_ERROR ? "error: " : severity == ACK_LEVEL_INFO ? "info: " : "?: ", answer);
    quote(text);
    fputc('\n', answer);
  } else {
    return ACK_UNSUPPORTED;
  }
  return ACK_OK;
}

static const ack_reply reply = {.struct_size = sizeof reply, .add = add};

/* ---- The host's table ---- */

static ack_status wake(const ack_host *self, uint64_t sequence) {
  (void)self;
  pthread_mutex_lock(&lock);
  ack_status status = is_gone ? ACK_GONE : ACK_OK;
  if (!is_gone && sequence > 0 && sequence <= question_count) is_woken[sequence] = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return status;
}

static ack_status enqueue(const ack_host *self, const ack_session *session) {
  (void)self, (void)session;
  return ACK_OK;
}

static ack_status enqueue_nothing(const ack_host *self) {
  (void)self;
  return ACK_OK;
}

static ack_status refresh_nothing(const ack_host *self, ack_str screen) {
  (void)self, (void)screen;
  return ACK_OK;
}

static void write_log(const ack_host *self, int32_t level, ack_str text) {
  (void)self, (void)level;
  die("the provider wrote a log", text.ptr); /* what a user types could get into one */
}

static void fail(const ack_host *self, const ack_failure *failure) {
  (void)self;
  const ack_str what = failure->what, why = failure->why, fix = failure->fix;
  fprintf(answer != NULL ? answer : stdout, "failure: %.*s; %.*s; %.*s\n", (int)what.len, what.ptr, (int)why.len,
          why.ptr, (int)fix.len, fix.ptr);
}

static const void *get_extension(const ack_host *self, ack_str id) {
  (void)self, (void)id;
  return NULL;
}

static const ack_host host = {
    .struct_size = sizeof host, .known_kinds = ACK_KIND_COUNT - 1, .known_names = ACK_NAME_COUNT - 1,
    .request_login = enqueue, .request_logout = enqueue_nothing, .update_session = enqueue,
    .invalidate = refresh_nothing, .wake = wake, .request_tick = enqueue_nothing, .log = write_log, .fail = fail,
    .get_extension = get_extension,
};

/* ---- Asking ---- */

static const ack_traits traits = {
    .struct_size = sizeof traits, .place = ACK_PLACE_LOCAL, .abilities = ACK_CAN_HIDE_SECRETS | ACK_CAN_UPDATE,
};

static ack_context context_of(uint64_t sequence, bool is_inside) {
  static ack_session session = {.struct_size = sizeof session};
  session.subject = S("alice");
  return (ack_context){.struct_size = sizeof(ack_context),
                       .purpose = ACK_PURPOSE_SIGN_IN,
                       .target = is_inside ? ACK_LOGGED_IN : ACK_LOGGED_OUT,
                       .sequence = sequence,
                       .revision = 1,
                       .traits = &traits,
                       .session = is_inside ? &session : NULL};
}

/* The bytes of a value, in memory to be freed: x*512 is repeated, \0 is a NUL. */
static ack_str value_of(const char *text, size_t length) {
  const char *star = memchr(text, '*', length);
  if (star == text + 1) {
    size_t times = strtoul(star + 1, NULL, 10);
    return (ack_str){memset(malloc(times), text[0], times), times};
  }
  char *bytes = malloc(length + 1);
  size_t used = 0;
  for (size_t i = 0; i < length; i++) {
    bool is_nul = i + 1 < length && text[i] == '\\' && text[i + 1] == '0';
    bytes[used++] = is_nul ? '\0' : text[i];
    i += is_nul;
  }
  return (ack_str){bytes, used};
}

/* Asks a question of which the arguments are lent in memory that is overwritten and freed afterwards. */
static ack_status ask(uint64_t sequence, bool tells_pending) {
  const char *line = questions[sequence].line;
  const char *bar = strchr(line, '|');
  size_t name_length = bar == NULL ? strlen(line) : (size_t)(bar - line) - 1;
  ack_pair values[MOST_PAIRS], payload[MOST_PAIRS];
  ack_action action = {.struct_size = sizeof action, .name = {line, name_length}, .node_id = {line, name_length},
                       .values = values, .payload = payload};
  while (bar != NULL) {
    const char *name = bar + 2, *equals = strchr(name, '=');
    bar = strstr(name, " | ");
    size_t length = bar == NULL ? strlen(equals + 1) : (size_t)(bar - equals) - 1;
    if (bar != NULL) bar++;
    bool is_payload = name[0] == '@';
    ack_pair pair = {{name + is_payload, (uint64_t)(equals - name) - is_payload}, value_of(equals + 1, length)};
    if (is_payload) payload[action.payload_count++] = pair;
    else values[action.value_count++] = pair;
  }
  pthread_mutex_lock(&lock);
  is_woken[sequence] = false;
  pthread_mutex_unlock(&lock);

  char *text = NULL;
  size_t size = 0;
  answer = open_memstream(&text, &size);
  ack_context context = context_of(sequence, equal(action.name, "sign-out"));
  ack_status status = provider->perform(instance, &context, &action, &reply);
  fclose(answer);
  answer = NULL;
  if (status == ACK_PENDING) fputs(tells_pending ? "pending\n" : "", stdout);
  else if (status == ACK_OK) fputs(size > 0 ? text : "nothing\n", stdout);
  else printf("%sstatus %d\n", text, (int)status);
  questions[sequence].is_open = status == ACK_PENDING;
  free(text);
  for (uint64_t i = 0; i < action.value_count + action.payload_count; i++) {
    ack_pair *pair = i < action.value_count ? &values[i] : &payload[i - action.value_count];
    memset((char *)pair->value.ptr, '?', pair->value.len);
    free((char *)pair->value.ptr);
  }
  return status;
}

static ack_status begin_question(const char *line, bool tells_pending) {
  pthread_mutex_lock(&lock);
  uint64_t sequence = ++question_count;
  pthread_mutex_unlock(&lock);
  if (sequence >= MOST_QUESTIONS) die("too many questions", line);
  questions[sequence].line = strdup(line);
  return ask(sequence, tells_pending);
}

static void wait_for(uint64_t sequence) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += PATIENCE_SECONDS;
  pthread_mutex_lock(&lock);
  while (!is_woken[sequence]) {
    if (pthread_cond_timedwait(&changed, &lock, &until) != 0) die("it is not woken", questions[sequence].line);
  }
  pthread_mutex_unlock(&lock);
}

/* Whether a module asks at once or a moment later is chance, so that it was pending is not printed. */
static void perform(const char *line) {
  ack_status status = begin_question(line, false);
  uint64_t sequence = question_count;
  while (status == ACK_PENDING) {
    wait_for(sequence);
    status = ask(sequence, false);
  }
}

static void create(void) {
  pthread_mutex_lock(&lock);
  is_gone = false;
  pthread_mutex_unlock(&lock);
  instance = NULL;
  ack_creation creation = {.struct_size = sizeof creation, .host = &host};
  ack_status status = provider->create(&creation, &instance);
  if (status != ACK_OK) printf("status %d\n", (int)status);
}

/* As a host has to: what is pending is cancelled before. */
static void destroy(void) {
  if (instance == NULL) return;
  for (uint64_t i = 1; i <= question_count; i++) {
    if (questions[i].is_open) provider->cancel(instance, i);
    questions[i].is_open = false;
  }
  pthread_mutex_lock(&lock);
  is_gone = true;
  pthread_mutex_unlock(&lock);
  provider->destroy(instance);
  instance = NULL;
}

static void describe(const char *what) {
  ack_context context = context_of(0, strcmp(what, "logged-in") == 0);
  answer = stdout;
  fputs("document", answer);
  ack_status status = provider->describe(instance, &context, &description);
  if (status != ACK_OK) printf("status %d\n", (int)status);
  answer = NULL;
}

static void notify(const char *event) {
  ack_context context = context_of(0, strcmp(event, "did-login") == 0);
  provider->notify(instance, &context, (ack_str){event, strlen(event)});
}

/* Opens an end of a pipe that a module opens the other end of. */
static void meet(const char *name, int flags) {
  char path[4096], byte;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int pipe = open(path, flags);
  if (pipe < 0) die("there is no pipe", path);
  if (flags == O_RDONLY && read(pipe, &byte, 1) < 0) die("it cannot be read", path);
  close(pipe);
}

/* ---- The transcript ---- */

static void obey(const char *command) {
  const char *space = strchr(command, ' ');
  const char *rest = space == NULL ? "" : space + 1;
  uint64_t number = strtoul(rest, NULL, 10);
  bool is_question = number > 0 && number <= question_count;
#define IS(name) (strncmp(command, name, sizeof(name) - 1) == 0 && strchr(" ", command[sizeof(name) - 1]) != NULL)
  if (IS("create")) create();
  else if (IS("destroy")) destroy();
  else if (IS("service")) destroy(), setenv("ACK_PAM_SERVICE", rest, 1), create();
  else if (IS("describe")) describe(rest);
  else if (IS("perform")) perform(rest);
  else if (IS("begin")) begin_question(rest, true);
  else if (IS("finish") && is_question) wait_for(number), ask(number, true);
  else if (IS("cancel") && is_question) provider->cancel(instance, number), questions[number].is_open = false;
  else if (IS("notify")) notify(rest);
  else if (IS("reach")) meet(rest, O_RDONLY);
  else if (IS("release")) meet(rest, O_WRONLY);
  else die("there is no such command", command);
}

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) die("the provider does not load", dlerror());
  ack_status (*entry)(const ack_query *, ack_answer *) = NULL;
  *(void **)&entry = dlsym(library, "ack_provider_query");
  if (entry == NULL) die("the provider has no entry", path);
  ack_query query = {sizeof query, ACK_MAGIC, ACK_ABI_MAJOR, ACK_ABI_MAJOR, ACK_ABI_MINOR, 0, S("pam-host"), S("1")};
  ack_answer given = {.struct_size = sizeof given};
  if (entry(&query, &given) != ACK_OK) die("the provider refuses this host", path);
  provider = given.provider;
}

int main(int count, char **arguments) {
  if (count != 3) die("usage", "host PROVIDER.so FOLDER <TRANSCRIPT");
  setvbuf(stdout, NULL, _IOLBF, 0);
  alarm(2 * PATIENCE_SECONDS);
  load(arguments[1]);
  folder = arguments[2];
  create();
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) >= 0) {
    line[strcspn(line, "\n")] = '\0';
    bool is_command = line[0] == '>';
    /* What is neither a command nor said by the author is an old answer. */
    if (is_command || line[0] == '#' || strncmp(line, "pam ", 4) == 0 || line[0] == '\0') puts(line);
    if (is_command) obey(line + 2);
  }
  free(line);
  destroy();
  for (uint64_t i = 1; i <= question_count; i++) free(questions[i].line);
  return 0;
}
