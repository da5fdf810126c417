/* push.c - a provider with a list, whose items push a screen, from which an answer leads back. */
#define ID "com.example.push"
#define NAME "Push"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

static const struct {
  const char *id, *name, *minutes;
} teas[] = {{"assam", "Assam", "4 minutes"}, {"sencha", "Sencha", "2 minutes"}};
static const size_t tea_count = sizeof teas / sizeof teas[0];

/* A screen is pushed onto the navigation that the action came from, so the root is one. */
static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self;
  if (!can_describe(context, b)) return ACK_MISUSE;
  if (!is_of_state(context)) return ACK_UNSUPPORTED;
  begin_root(b, S("menu"), ACK_KIND(NAVIGATION), S("stack"), S("Menu"));
  b->begin(b, ACK_KIND(SCREEN), S("menu-screen"));
  b->set_str(b, ACK_NAME(LABEL), S("Menu"));
  b->begin(b, ACK_KIND(LIST), S(""));
  b->set_str(b, ACK_NAME(LABEL), S("Teas"));
  for (size_t i = 0; i < tea_count; i++) {
    b->begin(b, ACK_KIND(ITEM), str(teas[i].id));
    b->set_str(b, ACK_NAME(LABEL), str(teas[i].name));
    b->open_map(b, ACK_NAME(ACTION));
    b->set_str(b, ACK_NAME(NAME), S("open"));
    b->open_map(b, ACK_NAME(PAYLOAD));
    b->set_str(b, S("tea"), str(teas[i].id));
    b->close(b);
    b->close(b);
    b->end(b);
  }
  b->end(b);
  b->end(b);
  return b->end(b);
}

static ack_status push(size_t tea, const ack_reply *reply) {
  const ack_builder *b = reply->show(reply, S("push"));
  if (b == NULL) return ACK_MISUSE; /* the host has refused it, and knows why */
  begin_root(b, str(teas[tea].id), ACK_KIND(SCREEN), S("tea-screen"), str(teas[tea].name));
  add_text(b, str(teas[tea].minutes));
  begin_button(b, S("order"), S("Order"), S("primary"));
  end_button(b);
  return b->end(b);
}

/* The effects of an answer are applied in order, all or none: the screen goes, and the one below has the message. */
static ack_status pop(const ack_reply *reply) {
  reply->leave(reply, S("pop"));
  return reply->message(reply, ACK_LEVEL_SUCCESS, S("It is on its way"));
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  if (equal(action->name, S("order"))) return pop(reply);
  if (!equal(action->name, S("open"))) return ACK_UNSUPPORTED;
  const ack_str wanted = value_of(action->payload, action->payload_count, S("tea"));
  for (size_t i = 0; i < tea_count; i++) {
    if (equal(wanted, str(teas[i].id))) return push(i, reply);
  }
  return reply->message(reply, ACK_LEVEL_ERROR, S("There is no such tea"));
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform,
};
