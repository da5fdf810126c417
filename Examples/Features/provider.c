/* provider.c - come in with a name, and leave. Read it from the end: `provider` is the table of the functions that a
 * host calls, of which describe() describes an interface, and perform() answers what the user does in it. */
#define ID "com.example.skeleton"
#define NAME "Skeleton"
#define VERSION "0.1.0"
#define VENDOR "Unknown"
#include "provider.h"

/* What a host reads before it runs anything here. */
ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

/* What is kept for one controller. Many may live at once, so none of it is global. */
struct ack_instance {
  const ack_host *host;
};

static void describe_logged_out(ack_builder *b) {
  begin_root(b, "logged-out", ACK_KIND_SCREEN, "welcome", NAME);
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "enter");
  add_field(b, "name", "Your name", ACK_WORD_USERNAME, "Enter your name");
  begin_button(b, "enter", "Enter", ACK_WORD_PRIMARY);
  add_name(b, ACK_NAME_SENDS, "name");
  ack_close(b);
  ack_open_map(b, ACK_NAME_ENABLED);
  add_name(b, ACK_NAME_FILLED, "name");
  end_button(b);
  ack_end(b);
}

static void describe_logged_in(ack_builder *b, const ack_session *session) {
  const ack_str name = session != NULL ? session->subject : S("friend");
  char text[600]; /* a subject has at most 512 bytes */
  snprintf(text, sizeof text, "Hello, %.*s!", (int)name.len, name.ptr);
  begin_root(b, "logged-in", ACK_KIND_SCREEN, "home", NAME);
  add_text(b, text);
  begin_button(b, "leave", "Leave", ACK_WORD_DESTRUCTIVE);
  end_button(b);
  ack_end(b);
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  const ack_host *host = creation->host;
  *out = malloc(sizeof **out);
  if (*out == NULL) {
    return ack_failed(host, ACK_FAILURE_LATER, "no instance was made", "the memory is used up", "end other programs");
  }
  (*out)->host = host;
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  (void)instance;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  if (context->target == ACK_LOGGED_IN) describe_logged_in(&f, context->session);
  else describe_logged_out(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)instance;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "enter")) {
    ack_session session = {.struct_size = sizeof session};
    session.subject = value_of(action->values, action->value_count, "name");
    return ack_login(reply, &session);
  }
  if (ack_equal(action->name, "leave")) return ack_logout(reply);
  return ACK_UNSUPPORTED;
}

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
};
