/* table.c - a provider with a table: columns, rows of cells, and an action of each row. */
#define ID "com.example.table"
#define NAME "Table"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

static const struct {
  const char *id, *name, *price;
} teas[] = {{"assam", "Assam", "3.20"}, {"darjeeling", "Darjeeling", "11.80"}, {"sencha", "Sencha", "4.50"}};
static const size_t tea_count = sizeof teas / sizeof teas[0];

static void add_column(const ack_builder *b, ack_str label, ack_str align) {
  b->open_map(b, S(""));
  b->set_str(b, ACK_NAME(LABEL), label);
  b->set_str(b, ACK_NAME(ALIGN), align);
  b->close(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_builder *b) {
  (void)self;
  if (!can_describe(context, b)) return ACK_MISUSE;
  if (!is_of_state(context)) return ACK_UNSUPPORTED;
  begin_root(b, S("table"), ACK_KIND(SCREEN), S("shop"), S("Shop"));
  b->begin(b, ACK_KIND(TABLE), S(""));
  b->set_str(b, ACK_NAME(LABEL), S("Prices"));
  b->open_list(b, ACK_NAME(COLUMNS));
  add_column(b, S("Tea"), S("start"));
  add_column(b, S("Price"), S("end"));
  b->close(b);
  for (size_t i = 0; i < tea_count; i++) {
    b->begin(b, ACK_KIND(ROW), str(teas[i].id));
    b->set_str(b, ACK_NAME(LABEL), str(teas[i].name)); /* with an action, a row has an id and a label */
    b->open_map(b, ACK_NAME(ACTION));
    b->set_str(b, ACK_NAME(NAME), S("buy"));
    b->open_map(b, ACK_NAME(PAYLOAD));
    b->set_str(b, S("tea"), str(teas[i].id));
    b->close(b);
    b->close(b);
    add_text(b, str(teas[i].name)); /* one cell for each column */
    add_text(b, str(teas[i].price));
    b->end(b);
  }
  b->end(b);
  return b->end(b);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  if (!equal(action->name, S("buy"))) return ACK_UNSUPPORTED;
  const ack_str wanted = value_of(action->payload, action->payload_count, S("tea"));
  for (size_t i = 0; i < tea_count; i++) {
    if (!equal(wanted, str(teas[i].id))) continue;
    char text[64];
    snprintf(text, sizeof text, "%s, for %s", teas[i].name, teas[i].price);
    return reply->message(reply, ACK_LEVEL_SUCCESS, str(text));
  }
  return reply->message(reply, ACK_LEVEL_ERROR, S("There is no such tea"));
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform,
};
