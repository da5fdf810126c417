/* provider.c - a provider that uses all that its header has, as an author does whose library is for every host: what is
 * newer than version 1.0 is used where the host has it. It is built with three headers; NEXT is the number of the minor
 * version that next.py makes. What it finds it tells in the texts of its interfaces, and in a message. */
#ifdef ACK_UNSTABLE
#include "appcontroller_unstable.h"
#endif

#include "appcontroller_builder.h"

#include <stdbool.h>
#include <string.h>

#define ID "com.example.growing"
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})
#define LINES 32

#define IS_NEXT (ACK_TARGET_MINOR >= NEXT)
#ifdef ACK_UNSTABLE
#define KNOWS_BADGES 1
#else
#define KNOWS_BADGES IS_NEXT
#endif

ACK_PROVIDER_NOTE(ID, "Growing", "1.0.0", "Example Ltd.");

struct ack_instance {
  const ack_host *host;
  char lines[LINES][160]; /* what was found when it was made */
  unsigned count;
  char events[64]; /* those that were reported */
};

static void note(ack_instance *self, const char *format, ...) {
  va_list list;
  if (self->count == LINES) return;
  va_start(list, format);
  vsnprintf(self->lines[self->count++], sizeof self->lines[0], format, list);
  va_end(list);
}

/* ---- What the host has ---- */

#if KNOWS_BADGES
static void look_for_badges(ack_instance *self) {
  const ack_badges *badges = self->host->get_extension(self->host, S("ack.badge/1"));
  if (badges == NULL || !ACK_HAS(badges, ack_badges, show)) note(self, "ack.badge/1: not there");
  else note(self, "ack.badge/1: status %d", (int)badges->show(self->host, 3));
}
#endif

#if IS_NEXT
static char host_build[32] = "not there";

static void look_at_host(ack_instance *self, const ack_creation *creation) {
  const ack_host *host = self->host;
  const ack_host_info *info = host->get_extension(host, S("ack.host-info/1"));
  const ack_sockets *sockets = host->get_extension(host, S("ack.socket/1"));
  const ack_resolver *resolver = host->get_extension(host, S("ack.resolve/1"));
  const ack_str place = ACK_HAS(creation, ack_creation, place) ? creation->place : S("not there");
  note(self, "query.host_build: %s", host_build);
  note(self, "creation.place: %.*s", (int)place.len, place.ptr);
  if (ACK_HAS(host, ack_host, announce)) note(self, "host.announce: status %d", (int)host->announce(host, S("Hello")));
  else note(self, "host.announce: not there");
  if (info == NULL) note(self, "info: none");
  else if (ACK_HAS(info, ack_host_info, renewal_limit)) note(self, "info.renewal_limit: %d", (int)info->renewal_limit);
  else note(self, "info.renewal_limit: not there");
  if (sockets == NULL) note(self, "sockets: none");
  else if (ACK_HAS(sockets, ack_sockets, peer)) note(self, "sockets.peer: %d", (int)sockets->peer(host, 5));
  else note(self, "sockets.peer: not there");
  if (resolver == NULL) note(self, "resolver: none");
  else if (ACK_HAS(resolver, ack_resolver, forget)) note(self, "resolver.forget: %d", (int)resolver->forget(host));
  else note(self, "resolver.forget: not there");
}
#endif

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  if (!ACK_HAS(creation->host, ack_host, get_extension)) return ACK_MISUSE;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  ack_instance *self = calloc(1, sizeof *self);
  if (self == NULL) return ACK_FAILED;
  self->host = creation->host;
  note(self, "target: 1.%u", (unsigned)ACK_TARGET_MINOR);
#if KNOWS_BADGES
  look_for_badges(self);
#endif
#if IS_NEXT
  look_at_host(self, creation);
#endif
  *out = self;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

/* ---- Describing ---- */

static void add_line(ack_builder *f, const char *format, ...) {
  char line[160];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  ack_begin(f, ACK_KIND_TEXT, NULL);
  ack_set_text(f, ACK_NAME_TEXT, line);
  ack_end(f);
}

static void add_button(ack_builder *f, const char *id) {
  ack_begin(f, ACK_KIND_BUTTON, id);
  ack_set_text(f, ACK_NAME_LABEL, id);
  ack_open_map(f, ACK_NAME_ACTION);
  ack_set_text(f, ACK_NAME_NAME, id);
  ack_close(f);
  ack_end(f);
}

#if IS_NEXT
static void add_next(ack_builder *f, const ack_context *context) {
  const ack_traits *traits = context->traits;
  const ack_session *session = context->session;
  if (ACK_HAS(context, ack_context, asked_at)) add_line(f, "context.asked_at: %d", (int)context->asked_at);
  else add_line(f, "context.asked_at: not there");
  const ack_str region = ACK_HAS(traits, ack_traits, region) ? traits->region : S("not there");
  add_line(f, "traits.region: %.*s", (int)region.len, region.ptr);
  if (session != NULL && ACK_HAS(session, ack_session, since)) add_line(f, "session.since: %d", (int)session->since);
  else if (session != NULL) add_line(f, "session.since: not there");

  ack_begin(f, ACK_KIND_RATING, "rating");
  ack_set_text(f, ACK_NAME_TONE, "calm");
  ack_set_text(f, ACK_NAME_LABEL, "Rating");
  ack_open_map(f, ACK_NAME_FALLBACK);
  add_line(f, "4 of 5 stars");
  ack_close(f);
  ack_end(f);
}
#endif

static ack_status give(ack_builder *f, const ack_description *out) {
#if IS_NEXT
  if (ACK_HAS(out, ack_description, name)) out->name(out, S("of growing"));
  f->fault.hint = S("look at the name");
#endif
  ack_form form = ack_finish(f);
#if IS_NEXT
  form.checksum = 99;
#endif
  const ack_status status = out->give(out, &form);
  ack_discard(f);
  return status;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK) return said;
  if (!ACK_HAS(out, ack_description, give)) return ACK_MISUSE;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
#if IS_NEXT
  const bool is_known = context->purpose == ACK_PURPOSE_SIGN_IN || context->purpose == ACK_PURPOSE_INVITE;
#else
  const bool is_known = context->purpose == ACK_PURPOSE_SIGN_IN;
#endif
  if (!is_known) return ACK_UNSUPPORTED;

  /* A number that the host does not have would be refused with the description. */
  ack_builder f = {.known_kinds = self->host->known_kinds, .known_names = self->host->known_names};
  ack_set_text(&f, ACK_NAME_LANG, "en");
  ack_begin(&f, ACK_KIND_SCREEN, "screen");
  ack_set_text(&f, ACK_NAME_LABEL, context->purpose == ACK_PURPOSE_SIGN_IN ? "Growing" : "Inviting");
  if (ack_equal(context->screen, "wrong")) ack_set_text(&f, ACK_NAME_LABEL, "Growing"); /* set twice */
  for (unsigned i = 0; i < self->count; i++) add_line(&f, "%s", self->lines[i]);
#if IS_NEXT
  add_next(&f, context);
#endif
  if (context->target == ACK_LOGGED_OUT) {
    add_button(&f, "enter");
    add_button(&f, "break");
    add_button(&f, "wait");
  } else {
    add_line(&f, "events:%s", self->events);
    add_button(&f, "leave");
  }
  ack_end(&f);
  return give(&f, out);
}

static ack_status configuration(ack_instance *self, const ack_context *context, ack_configuration *inout) {
  const ack_status said = ack_check_context(context);
  (void)self;
  if (said != ACK_OK) return said;
  if (!ACK_HAS(inout, ack_configuration, delay)) return ACK_MISUSE;
  inout->duration = 200;
#if IS_NEXT
  if (ACK_HAS(inout, ack_configuration, hold)) inout->hold = 30;
#endif
  return ACK_OK;
}

/* ---- Answering ---- */

static ack_status enter(ack_instance *self, const ack_action *action, const ack_reply *reply) {
  char text[400] = "Welcome";
  ack_effect message = {.struct_size = sizeof message, .severity = ACK_LEVEL_INFO, .kind = S(ACK_EFFECT_MESSAGE)};
  ack_session session = {.struct_size = sizeof session, .subject = S("kitty")};
  (void)self, (void)action;
#if IS_NEXT
  char acted[40] = "not there", progress[40] = "not there";
  if (ACK_HAS(action, ack_action, acted_at)) snprintf(acted, sizeof acted, "%d", (int)action->acted_at);
  if (ACK_HAS(reply, ack_reply, progress)) snprintf(progress, sizeof progress, "%d", (int)reply->progress(reply, 50));
  const ack_effect badge = {.struct_size = sizeof badge, .kind = S(ACK_EFFECT_BADGE), .text = S("3")};
  const ack_status badged = reply->add(reply, &badge); /* whatever it says: the answer goes on */
  snprintf(text, sizeof text, "Welcome; acted_at: %s; progress: %s; badge: status %d", acted, progress, (int)badged);
  message.detail = S("It is good to see you");
  session.since = 7;
#endif
  message.text = ack_text(text);
  const ack_status said = reply->add(reply, &message);
  return said == ACK_OK ? ack_login(reply, &session) : said;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK) return said;
  if (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  if (ack_equal(action->name, "enter")) return enter(self, action, reply);
  if (ack_equal(action->name, "leave")) return ack_logout(reply);
  if (ack_equal(action->name, "break")) {
    ack_failure failure = {.struct_size = sizeof failure, .category = ACK_FAILURE_LATER, .what = S("the door is shut"),
                           .why = S("it is night"), .fix = S("come back tomorrow")};
#if IS_NEXT
    failure.link = S("https://example.com/hours");
#endif
    self->host->fail(self->host, &failure);
    return ACK_FAILED;
  }
#if IS_NEXT
  if (ack_equal(action->name, "wait")) return ACK_BUSY;
#endif
  return ACK_UNSUPPORTED;
}

static void notify(ack_instance *self, const ack_context *context, ack_str event) {
  bool is_known = ack_equal(event, ACK_WORD_DID_LOGIN);
  if (ack_check_context(context) != ACK_OK) return;
#if IS_NEXT
  is_known |= ack_equal(event, ACK_WORD_DID_RESUME);
#endif
  const size_t length = strlen(self->events);
  if (is_known) snprintf(self->events + length, sizeof self->events - length, " %.*s", (int)event.len, event.ptr);
}

static ack_status asset(ack_instance *self, const ack_context *context, ack_str name, const ack_asset *out) {
  const ack_status said = ack_check_context(context);
  (void)self;
  if (said != ACK_OK) return said;
  if (!ACK_HAS(out, ack_asset, give)) return ACK_MISUSE;
  if (!ack_equal(name, "cat")) return ACK_UNSUPPORTED;
#if IS_NEXT
  if (ACK_HAS(out, ack_asset, describe)) out->describe(out, S("A cat"));
#endif
  return out->give(out, "picture", 7);
}

#if IS_NEXT
static ack_status summary(ack_instance *self, const ack_context *context, const ack_summary *out) {
  const ack_status said = ack_check_context(context);
  (void)self;
  if (said != ACK_OK) return said;
  return ACK_HAS(out, ack_summary, give) ? out->give(out, S("A provider that grows")) : ACK_MISUSE;
}
#endif

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .configuration = configuration,
    .describe = describe,
    .perform = perform,
    .notify = notify,
    .asset = asset,
#if IS_NEXT
    .summary = summary,
#endif
};

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  const ack_status said = ack_answer_query(query, answer, S(ID), S("1.0.0"), &provider);
#if IS_NEXT
  if (said == ACK_OK && ACK_HAS(answer, ack_answer, channel)) answer->channel = S("beta");
  if (said == ACK_OK && ACK_HAS(query, ack_query, host_build)) {
    snprintf(host_build, sizeof host_build, "%.*s", (int)query->host_build.len, query->host_build.ptr);
  }
#endif
  return said;
}
