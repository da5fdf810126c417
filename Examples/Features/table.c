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

static void add_column(ack_builder *b, const char *label, const char *align) {
  ack_add_map(b);
  ack_set_text(b, ACK_NAME_LABEL, label);
  ack_set_text(b, ACK_NAME_ALIGN, align);
  ack_close(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  begin_root(&f, "table", ACK_KIND_SCREEN, "shop", "Shop");
  ack_begin(&f, ACK_KIND_TABLE, NULL);
  ack_set_text(&f, ACK_NAME_LABEL, "Prices");
  ack_open_list(&f, ACK_NAME_COLUMNS);
  add_column(&f, "Tea", ACK_WORD_START);
  add_column(&f, "Price", ACK_WORD_END);
  ack_close(&f);
  for (size_t i = 0; i < tea_count; i++) {
    ack_begin(&f, ACK_KIND_ROW, teas[i].id);
    ack_set_text(&f, ACK_NAME_LABEL, teas[i].name); /* with an action, a row has an id and a label */
    ack_open_map(&f, ACK_NAME_ACTION);
    ack_set_text(&f, ACK_NAME_NAME, "buy");
    ack_open_map(&f, ACK_NAME_PAYLOAD);
    ack_key(&f, "tea"), ack_add_text(&f, teas[i].id);
    ack_close(&f);
    ack_close(&f);
    add_text(&f, teas[i].name); /* one cell for each column */
    add_text(&f, teas[i].price);
    ack_end(&f);
  }
  ack_end(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self;
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (!ack_equal(action->name, "buy")) return ACK_UNSUPPORTED;
  const ack_str wanted = value_of(action->payload, action->payload_count, "tea");
  for (size_t i = 0; i < tea_count; i++) {
    if (!ack_equal(wanted, teas[i].id)) continue;
    char text[64];
    snprintf(text, sizeof text, "%s, for %s", teas[i].name, teas[i].price);
    return ack_message(reply, ACK_LEVEL_SUCCESS, text);
  }
  return ack_message(reply, ACK_LEVEL_ERROR, "There is no such tea");
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .perform = perform,
};
