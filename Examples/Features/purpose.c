/* purpose.c - a provider that has the user show that it is them, before something that needs it. The host asks with
 * ACK_PURPOSE_CONFIRM, and lends the session of the user who is logged in: only that user can do it. What this provider
 * has no interface for is ACK_UNSUPPORTED, and the host goes on with signing in, or says so. */
#define ID "com.example.purpose"
#define NAME "Purpose"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

static bool is_confirmation(const ack_context *context) {
  return context->target == ACK_LOGGED_OUT && context->purpose == ACK_PURPOSE_CONFIRM && context->session != NULL;
}

static void add_form(ack_builder *b, const char *name, const char *label, const char *content, const char *missing,
                     const char *action, const char *button) {
  add_field(b, name, label, content, missing);
  begin_button(b, action, button, ACK_WORD_PRIMARY);
  add_name(b, ACK_NAME_SENDS, name);
  end_button(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  ack_status said = ACK_HAS(out, ack_description, give) ? check_context(context) : ACK_MISUSE;
  if (said == ACK_OK && !is_confirmation(context)) said = can_describe(context, out); /* only signing in is left */
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  if (context->target == ACK_LOGGED_IN) {
    begin_root(&f, "house", ACK_KIND_SCREEN, "home", "Tea House");
    add_text(&f, "Welcome");
  } else if (is_confirmation(context)) {
    begin_root(&f, "confirm", ACK_KIND_SCREEN, "is-it-you", "Is it you?");
    add_form(&f, "word", "The word", ACK_WORD_PASSWORD, "Enter the word", "confirm", "Confirm");
  } else {
    begin_root(&f, "door", ACK_KIND_SCREEN, "entrance", "Tea House");
    add_form(&f, "name", "Name", ACK_WORD_USERNAME, "Enter your name", "enter", "Enter");
  }
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "enter")) {
    const ack_session session = {.struct_size = sizeof session,
                                 .subject = value_of(action->values, action->value_count, "name")};
    return ack_login(reply, &session);
  }
  if (ack_equal(action->name, "confirm") && is_confirmation(context)) {
    if (!ack_equal(value_of(action->values, action->value_count, "word"), "leaf")) {
      return ack_field_error(reply, "word", "That is not the word");
    }
    return ack_login(reply, NULL); /* it is them; their session stays as it is */
  }
  return ACK_UNSUPPORTED;
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform,
};
