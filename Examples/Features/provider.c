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

static ack_status describe_logged_out(const ack_builder *b) {
  begin_root(b, S("logged-out"), ACK_KIND(SCREEN), S("welcome"), S(NAME));
  b->set_str(b, ACK_NAME(PRIMARY_ACTION), S("enter"));
  add_field(b, S("name"), S("Your name"), S("username"), S("Enter your name"));
  begin_button(b, S("enter"), S("Enter"), S("primary"));
  add_name(b, ACK_NAME(SENDS), S("name"));
  b->close(b);
  b->open_map(b, ACK_NAME(ENABLED));
  add_name(b, ACK_NAME(FILLED), S("name"));
  end_button(b);
  return b->end(b);
}

static ack_status describe_logged_in(const ack_builder *b, const ack_session *session) {
  const ack_str name = session != NULL ? session->subject : S("friend");
  char text[600]; /* a subject has at most 512 bytes */
  snprintf(text, sizeof text, "Hello, %.*s!", (int)name.len, name.ptr);
  begin_root(b, S("logged-in"), ACK_KIND(SCREEN), S("home"), S(NAME));
  add_text(b, str(text));
  begin_button(b, S("leave"), S("Leave"), S("destructive"));
  end_button(b);
  return b->end(b);
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  if (!ACK_HAS(host, ack_host, fail)) return ACK_MISUSE;
  *out = malloc(sizeof **out);
  if (*out == NULL) {
    host->fail(host, S("no instance was made"), S("the memory is used up"), S("end other programs"));
    return ACK_FAILED;
  }
  (*out)->host = host;
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_builder *builder) {
  (void)instance;
  if (!can_describe(context, builder)) return ACK_MISUSE;
  switch (context->target) {
    case ACK_LOGGED_OUT: return describe_logged_out(builder);
    case ACK_LOGGED_IN: return describe_logged_in(builder, context->session);
    default: return ACK_UNSUPPORTED; /* the host has a splash of its own */
  }
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)instance;
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  if (equal(action->name, S("enter"))) {
    ack_session session = {.struct_size = sizeof session};
    session.subject = value_of(action->values, action->value_count, S("name"));
    return reply->login(reply, &session);
  }
  if (equal(action->name, S("leave"))) return reply->logout(reply);
  return ACK_UNSUPPORTED;
}

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .describe = describe,
    .perform = perform,
};
