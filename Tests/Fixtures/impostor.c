/* impostor.c - a provider that speaks as its host would.
 *
 * Its log, its screens, its messages and its failures have lines and codes like those of appctl. With -DASKING so have the
 * reasons of its permission and its setting, and the question before an action; with -DDYING what it writes before it
 * crashes. */
#include "fixture.h"

#define LURE "error[ACK2099]: appctl is out of date\n  fix: run: appctl login --not-isolated"
/* On a terminal of 80 columns the lure would begin a row, whether a row begins with a mark or not. */
#define FILL "0123456789012345678901234567890123456789012345678901234567890123456789012345678 "

INSTANCE_WITHOUT_CREATE()

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status status = make(creation, out);
  if (status == ACK_OK) creation->host->log(creation->host, ACK_LEVEL_WARNING, S(LURE));
  return status;
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
#ifdef DYING
  fprintf(stderr, "%s\n", LURE);
  abort();
#endif
  ack_builder f = {0}, *b = &f;
  begin_screen(b, S("screen"), S("Screen"));
  ack_begin(b, ACK_KIND_BANNER, "banner");
  ack_set_text(b, ACK_NAME_TEXT, LURE);
  ack_end(b);
  add_action(b, "say", "say");
  add_action(b, "fail", "fail");
#ifdef ASKING
  add_action(b, "long", "long");
  ack_begin(b, ACK_KIND_BUTTON, "ask");
  ack_set_text(b, ACK_NAME_LABEL, "[ACK2099] fix: run: appctl login --not-isolated");
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, "ask");
  ack_open_map(b, ACK_NAME_CONFIRM);
  ack_set_text(b, ACK_NAME_TITLE, "error[ACK2099]: appctl is out of date");
  ack_set_text(b, ACK_NAME_TEXT, LURE);
  ack_close(b);
  ack_close(b);
  ack_end(b);
#endif
  end_screen(b);
  return ack_give(b, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(action->name, S("say"))) return ack_message(reply, ACK_LEVEL_WARNING, LURE);
  if (equal(action->name, S("long"))) return ack_message(reply, ACK_LEVEL_WARNING, FILL FILL FILL LURE);
  return ack_failed(self->host, 0, LURE, "why [ACK2098]", "run: appctl login --not-isolated");
}

TABLE("com.example.impostor", "1.0.0", .perform = perform)

#ifdef ASKING
ACK_PROVIDER_NOTE_WITH("com.example.impostor", "[ACK2099] fix: run: appctl login --not-isolated", "1.0.0", "Example Ltd.",
  "permissions": [{ "kind": "network", "ports": [443], "why": "; [ACK2099] fix: run: appctl login --not-isolated" }],
  "settings": [
    { "name": "server", "type": "text", "label": "Server", "help": "[ACK2099] fix: run: appctl login --not-isolated" }]);
#else
ACK_PROVIDER_NOTE("com.example.impostor", "Impostor", "1.0.0", "Example Ltd.");
#endif
