/* lent.c - keeps every rule, and takes back what it has lent: the memory is overwritten, or was never larger than needed. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "library.h"

#include <sys/mman.h>

/* A copy whose end is the end of the mapped memory, so that whoever reads a byte more is ended by a signal. */
static void *at_the_end(const void *bytes, size_t size) {
  const size_t page = 4096, whole = (size + page - 1) / page * page;
  char *memory = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + whole, page, PROT_NONE) != 0) abort();
  return memcpy(memory + whole - size, bytes, size);
}

static void *odd(const void *bytes, size_t size) { return memcpy((char *)malloc(size + 1) + 1, bytes, size); }

static void overwrite(void *memory, size_t size, const char *pattern) {
  for (size_t i = 0; i < size; i++) ((char *)memory)[i] = pattern[i % strlen(pattern)];
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check_question(context) != ACK_OK) return check_question(context);
  ack_builder b = {0};
  ack_set_text(&b, ACK_NAME_ID, "lent");
  begin_screen(&b, "Lent label");
  add_text(&b, "Lent text");
  for (int i = 0; i < 40; i++) add_text(&b, "Filler");
  add_button(&b, "go");
  add_button(&b, "fail");
  ack_end(&b);
  ack_form form = ack_finish(&b);
  const size_t nodes = form.node_count * sizeof *form.nodes, values = form.value_count * sizeof *form.values;
  void *(*const copy)(const void *, size_t) = IS("odd-alignment") ? odd : at_the_end;
  form.nodes = copy(form.nodes, nodes), form.values = copy(form.values, values),
  form.text = copy(form.text, form.text_size);
  const ack_status status = out->give(out, &form);
  if (IS("overwritten")) {
    overwrite((void *)form.text, form.text_size, "OVERWRITTEN");
    overwrite((void *)form.values, values, "\xff");
    overwrite((void *)form.nodes, nodes, "\xff");
  }
  if (IS("unmapped")) {
    munmap((void *)((uintptr_t)form.text & ~(uintptr_t)4095), 4096);
    munmap((void *)((uintptr_t)form.nodes & ~(uintptr_t)4095), 4096);
  }
  memset(&form, 0xff, sizeof form);
  ack_discard(&b);
  return status;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)context;
  char subject[] = "lent-subject", secret[] = "hush-hush", name[] = "lent-name", text[] = "Lent message",
       kind[] = "message";
  ack_pair attribute = {S("a"), S("b")};
  if (ack_equal(action->name, "fail")) {
    char *what = at_the_end("Lent what", 9), *why = at_the_end("Lent why", 8);
    ack_failure failure = {.struct_size = sizeof failure,
                           .category = ACK_FAILURE_LATER,
                           .retry_after = 5000,
                           .what = {what, 9},
                           .why = {why, 8},
                           .fix = S("wait"),
                           .code = S("com.example.lent")};
    self->host->fail(self->host, &failure);
    overwrite(what, 9, "OVERWRITTEN"), overwrite(why, 8, "OVERWRITTEN");
    memset(&failure, 0xff, sizeof failure);
    return ACK_FAILED;
  }
  char *line = at_the_end("Lent log", 8);
  self->host->log(self->host, ACK_LEVEL_WARNING, (ack_str){line, 8});
  overwrite(line, 8, "OVERWRITTEN");
  ack_effect effect = {
      .struct_size = sizeof effect, .severity = ACK_LEVEL_WARNING, .kind = ack_text(kind), .text = ack_text(text)};
  ack_status status = reply->add(reply, &effect);
  overwrite(text, strlen(text), "OVERWRITTEN"), overwrite(kind, strlen(kind), "x");
  memset(&effect, 0xff, sizeof effect);
  if (status != ACK_OK) return status;
  ack_session session = {.struct_size = sizeof session,
                         .subject = ack_text(subject),
                         .display_name = ack_text(name),
                         .secret = ack_text(secret),
                         .attributes = &attribute,
                         .attribute_count = 1};
  status = ack_login(reply, &session);
  overwrite(subject, strlen(subject), "OVERWRITTEN"), overwrite(secret, strlen(secret), "OVERWRITTEN");
  overwrite(name, strlen(name), "OVERWRITTEN");
  memset(&session, 0xff, sizeof session), memset(&attribute, 0xff, sizeof attribute);
  return status;
}

static const ack_provider table = {.struct_size = sizeof table,
                                   .create = make_instance,
                                   .destroy = free_instance,
                                   .describe = describe,
                                   .perform = perform};

ACK_PROVIDER_NOTE(ID, "Lent", VERSION, "Example Ltd.");
ENTRY(table)
