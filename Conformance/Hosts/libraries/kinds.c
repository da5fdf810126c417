/* kinds.c - describes with kinds, properties and words that no host knows. */
#include "library.h"

static void begin_unknown(ack_builder *b, const char *kind) { ack_begin_named(b, ack_text(kind), ack_text(NULL)); }
static void open_fallback(ack_builder *b) { ack_open_map(b, ACK_NAME_FALLBACK); }

static void describe_unknown(ack_builder *b) {
  begin_unknown(b, "com.example.hologram");
  ack_set_text(b, ACK_NAME_LABEL, "Hidden label one");
  if (IS("fallback")) {
    open_fallback(b);
    add_text(b, "Instead of it");
    ack_close(b);
  }
  if (IS("drop")) ack_set_text(b, ACK_NAME_FALLBACK, "drop");
  if (IS("children") || IS("fallback")) add_text(b, "A child");
  ack_end(b);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check_question(context) != ACK_OK) return check_question(context);
  ack_builder b = {0};
  if (IS("requires")) {
    ack_set_text(&b, ACK_NAME_FALLBACK_TEXT, "Please update");
    ack_open_map(&b, ACK_NAME_REQUIRES);
    ack_key(&b, "com.example.hologram"), ack_add_int(&b, 1);
    ack_close(&b);
  }
  if (IS("requires-revision")) {
    ack_set_text(&b, ACK_NAME_FALLBACK_TEXT, "Please update");
    ack_open_map(&b, ACK_NAME_REQUIRES);
    ack_key(&b, "table"), ack_add_int(&b, 1000);
    ack_close(&b);
  }
  if (IS("requires-silently")) {
    ack_open_map(&b, ACK_NAME_REQUIRES);
    ack_key(&b, "com.example.hologram"), ack_add_int(&b, 1);
    ack_close(&b);
  }
  if (IS("schema")) {
    ack_set_text(&b, ACK_NAME_FALLBACK_TEXT, "Please update");
    ack_set_int(&b, ACK_NAME_SCHEMA, 2);
  }
  begin_screen(&b, "Kinds");
  if (IS("properties")) {
    ack_key(&b, "com.example.spin"), ack_add_map(&b);
    ack_open_list(&b, ACK_NAME_AXIS), ack_add_int(&b, 1), ack_add_bool(&b, 1), ack_add_text(&b, "x"), ack_close(&b);
    ack_close(&b);
  }
  add_text(&b, "Before");
  if (IS("around")) { /* nothing of the inner one can be shown, so the fallback of the group is */
    ack_begin(&b, ACK_KIND_GROUP, NULL);
    ack_set_text(&b, ACK_NAME_LABEL, "Outer");
    open_fallback(&b);
    add_text(&b, "Instead of the group");
    ack_close(&b);
    add_text(&b, "In the group");
    begin_unknown(&b, "com.example.blank");
    ack_end(&b);
    ack_end(&b);
  } else if (!IS("properties")) {
    describe_unknown(&b);
  }
  if (IS("properties")) {
    ack_begin(&b, ACK_KIND_TEXT, NULL);
    ack_set_text(&b, ACK_NAME_TEXT, "Styled");
    ack_set_text(&b, ACK_NAME_STYLE, "com.example.neon");
    ack_end(&b);
  }
  add_text(&b, "After");
  ack_end(&b);
  return ack_give(&b, out);
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = make_instance, .destroy = free_instance, .describe = describe};

ACK_PROVIDER_NOTE(ID, "Kinds", VERSION, "Example Ltd.");
ENTRY(table)
