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
static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  begin_root(&f, "menu", ACK_KIND_NAVIGATION, "stack", "Menu");
  ack_begin(&f, ACK_KIND_SCREEN, "menu-screen");
  ack_set_text(&f, ACK_NAME_LABEL, "Menu");
  ack_begin(&f, ACK_KIND_LIST, NULL);
  ack_set_text(&f, ACK_NAME_LABEL, "Teas");
  for (size_t i = 0; i < tea_count; i++) {
    ack_begin(&f, ACK_KIND_ITEM, teas[i].id);
    ack_set_text(&f, ACK_NAME_LABEL, teas[i].name);
    ack_open_map(&f, ACK_NAME_ACTION);
    ack_set_text(&f, ACK_NAME_NAME, "open");
    ack_open_map(&f, ACK_NAME_PAYLOAD);
    ack_key(&f, "tea"), ack_add_text(&f, teas[i].id);
    ack_close(&f);
    ack_close(&f);
    ack_end(&f);
  }
  ack_end(&f);
  ack_end(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status push(size_t tea, const ack_reply *reply) {
  ack_builder f = {0};
  begin_root(&f, teas[tea].id, ACK_KIND_SCREEN, "tea-screen", teas[tea].name);
  add_text(&f, teas[tea].minutes);
  begin_button(&f, "order", "Order", ACK_WORD_PRIMARY);
  end_button(&f);
  ack_end(&f);
  return ack_show(reply, ACK_WORD_PUSH, &f);
}

/* The effects of an answer are applied in order, all or none: the screen goes, and the one below has the message. */
static ack_status pop(const ack_reply *reply) {
  ack_leave(reply, ACK_WORD_POP);
  return ack_message(reply, ACK_LEVEL_SUCCESS, "It is on its way");
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "order")) return pop(reply);
  if (!ack_equal(action->name, "open")) return ACK_UNSUPPORTED;
  const ack_str wanted = value_of(action->payload, action->payload_count, "tea");
  for (size_t i = 0; i < tea_count; i++) {
    if (ack_equal(wanted, teas[i].id)) return push(i, reply);
  }
  return ack_message(reply, ACK_LEVEL_ERROR, "There is no such tea");
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform,
};
