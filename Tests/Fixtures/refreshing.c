/* refreshing.c - a provider with a screen that it describes again; correct in everything.
 *
 *     Tests/Fixtures/refreshing.c
 *
 * The action "open" presents the screen "details". "again" counts and says that "details" is out of date, "elsewhere"
 * says it of a screen that is not there, and "all" of the whole interface. */
#include "fixture.h"

INSTANCE(int count;)

static void describe_details(const ack_instance *self, ack_builder *b) {
  char title[32];
  snprintf(title, sizeof title, "Details %d", self->count);
  ack_set_text(b, ACK_NAME_ID, "details");
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, ACK_KIND_SCREEN, "details");
  ack_set_text(b, ACK_NAME_LABEL, title);
  ack_begin(b, ACK_KIND_FIELD, "name");
  ack_set_text(b, ACK_NAME_LABEL, "Name");
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, "name");
  ack_set_text(b, ACK_NAME_CONTENT, "text");
  ack_close(b);
  ack_end(b);
  ack_end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  if (check(context) != ACK_OK) return check(context);
  const bool is_details = equal(context->screen, S("details"));
  if (context->screen.len > 0 && !is_details) return ACK_UNSUPPORTED;
  ack_builder f = {0};
  if (is_details) describe_details(self, &f);
  else describe_screen(&f, S("logged-out"), S("Signed out"));
  return ack_give(&f, out);
}

static ack_status perform(
    ack_instance *self, const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(action->name, S("open"))) {
    ack_builder f = {0};
    describe_details(self, &f);
    return ack_show(reply, "present", &f);
  }
  if (equal(action->name, S("again"))) self->count++;
  ack_str screen = equal(action->name, S("all")) ? S("") : equal(action->name, S("again")) ? S("details") : action->name;
  self->host->invalidate(self->host, screen);
  return ack_message(reply, ACK_LEVEL_INFO, "done");
}

PROVIDER("com.example.refreshing", "Refreshing", .perform = perform)
