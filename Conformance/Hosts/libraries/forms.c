/* forms.c - gives a form with one fault, and answers what the host has answered. The builder makes the form right, and then
 * it is damaged.
 *
 * Nodes: 0 screen, 1 text, 2 group, 3 text in it, 4 button "go". The label of the screen is value 0. */
#define _GNU_SOURCE /* memmem */
#include "library.h"

#include <math.h>

static char json[400000];

static void many(ack_builder *b) {
  static char long_text[ACK_MOST_TEXT + 2];
  memset(long_text, 'x', sizeof long_text - 1);
  b->fault.code = 0;
  if (IS("nodes-limit")) {
    b->nodes = realloc(b->nodes, 10001 * sizeof *b->nodes);
    while (b->node_count < 10001)
      b->nodes[b->node_count] =
          (ack_node){
              .kind = ACK_KIND_DIVIDER, .text = b->text_size, .first_value = b->value_count, .end = b->node_count + 1},
      b->node_count++;
    b->nodes[0].end = b->node_count;
  }
  if (IS("depth-limit")) {
    b->nodes = realloc(b->nodes, 80 * sizeof *b->nodes);
    for (; b->node_count < 80; b->node_count++)
      b->nodes[b->node_count] = (ack_node){.kind = ACK_KIND_STACK,
                                           .text = b->text_size,
                                           .first_value = b->value_count,
                                           .end = 80,
                                           .parent = b->node_count == 5 ? 0 : b->node_count - 1};
    b->nodes[0].end = 80;
  }
  if (IS("text-limit") || IS("label-limit")) {
    const uint64_t size = IS("text-limit") ? ACK_MOST_TEXT + 1 : ACK_MOST_LABEL + 1;
    b->nodes = realloc(b->nodes, 6 * sizeof *b->nodes),
    b->values = realloc(b->values, (b->value_count + 1) * sizeof *b->values);
    b->text = realloc(b->text, b->text_size + size);
    b->nodes[5] = (ack_node){.kind = IS("text-limit") ? ACK_KIND_TEXT : ACK_KIND_GROUP,
                             .text = b->text_size,
                             .first_value = b->value_count,
                             .value_count = 1,
                             .end = 6};
    b->values[b->value_count++] = (ack_value){.name = IS("text-limit") ? ACK_NAME_TEXT : ACK_NAME_LABEL,
                                              .tag = ACK_VALUE_TEXT,
                                              .text = b->text_size,
                                              .content = size << 32};
    memcpy(b->text + b->text_size, long_text, size);
    b->text_size += (uint32_t)size, b->node_count = 6, b->nodes[0].end = 6;
  }
}

static void describe_screen(ack_builder *b) {
  begin_screen(b, "Start");
  add_text(b, "Some words");
  ack_begin(b, ACK_KIND_GROUP, "group");
  ack_set_text(b, ACK_NAME_LABEL, "Group");
  if (IS("nan")) ack_key(b, "custom"), ack_add_double(b, 0.5);
  if (IS("boolean-2")) ack_set_bool(b, ACK_NAME_BUSY, 1);
  if (IS("list-name") || IS("names-order")) ack_key(b, "custom"), ack_add_list(b), ack_add_text(b, "x"), ack_close(b);
  if (IS("value-depth-limit")) { /* one more than the builder lets through */
    ack_key(b, "custom"), ack_add_list(b);
    for (int i = 0; i < 15; i++) ack_add_list(b);
    for (int i = 0; i < 16; i++) ack_close(b);
  }
  add_text(b, IS("cut-character") ? "Cut" : "More words");
  ack_end(b);
  ack_begin(b, ACK_KIND_BUTTON, "go");
  ack_set_text(b, ACK_NAME_LABEL, "Go");
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, "go");
  if (IS("sends-missing")) ack_open_list(b, ACK_NAME_SENDS), ack_add_text(b, "nothing"), ack_close(b);
  ack_close(b);
  ack_end(b);
  if (IS("id-twice")) add_button(b, "go");
  if (IS("secret-value") || IS("link-script")) {
    ack_begin(b, IS("link-script") ? ACK_KIND_LINK : ACK_KIND_FIELD, "extra");
    ack_set_text(b, ACK_NAME_LABEL, "Extra");
    if (IS("link-script")) ack_set_text(b, ACK_NAME_URL, "javascript:alert(1)");
    else {
      ack_open_map(b, ACK_NAME_INPUT);
      ack_set_text(b, ACK_NAME_NAME, "extra"), ack_set_text(b, ACK_NAME_CONTENT, "password"),
          ack_set_text(b, ACK_NAME_VALUE, "1234");
      ack_close(b);
    }
    ack_end(b);
  }
  ack_end(b);
}

/* The value of the group's or the screen's own run that has a name. */
static ack_value *value_of(const ack_form *f, uint16_t name) {
  ack_value *value = (ack_value *)f->values;
  while (value->name != name) value++;
  return value;
}

static void damage_nodes(ack_node *n, ack_form *f) {
  if (IS("end-beyond")) n[4].end = 9;
  if (IS("end-huge")) n[2].end = 0xFFFFFFFF;
  if (IS("end-zero")) n[3].end = 0;
  if (IS("ends-overlap")) n[2].end = 5;
  if (IS("child-outlasts-parent")) n[3].end = 5;
  if (IS("parent-self")) n[2].parent = 2;
  if (IS("parents-cyclic")) n[2].parent = 3, n[3].parent = 2;
  if (IS("parent-beyond")) n[3].parent = 4000000000u;
  if (IS("second-root")) n[0].end = 4;
  if (IS("node-flags")) n[1].flags = 2;
  if (IS("fallback-unowned")) n[3].flags = 1;
  if (IS("kind-unknown-number")) n[1].kind = 999;
  if (IS("kind-none")) n[1].kind = 0;
  if (IS("kind-twice")) n[4].kind_size = 1, n[4].id_size = 1;
  if (IS("id-size")) n[4].id_size = 200;
  if (IS("node-text")) n[2].text = 1;
  if (IS("node-text-beyond")) n[4].text = 0xFFFFFFF0;
  if (IS("values-shared")) n[3].first_value = n[1].first_value;
  if (IS("values-beyond")) n[4].first_value = 0xFFFFFFF0;
  if (IS("values-count")) n[4].value_count = 0xFFFF;
  if (IS("root-text")) n[0].kind = ACK_KIND_STACK;
  if (IS("no-root")) f->node_count = 0;
}

static void damage_values(ack_value *v, ack_form *f) {
  ack_value *action = value_of(f, ACK_NAME_ACTION);
  if (IS("text-offset")) v[1].text = 0;
  if (IS("text-offset-beyond")) v[1].text = 0xFFFFFFF0;
  if (IS("text-size")) v[0].content = (uint64_t)0xFFFFFFFF << 32;
  if (IS("text-beyond-end")) v[f->value_count - 1].content += (uint64_t)1 << 32;
  if (IS("text-place-set")) v[0].content |= 1;
  if (IS("map-cyclic")) action->content = (uint64_t)(action - v) | (uint64_t)1 << 32;
  if (IS("map-shared")) action->content = (uint64_t)1 << 32;
  if (IS("map-beyond")) action->content = 0xFFFFFFF0u | (uint64_t)16 << 32;
  if (IS("map-count")) action->content |= (uint64_t)0xFFFFFFFF << 32;
  if (IS("tag-unknown")) v[0].tag = 99;
  if (IS("tag-zero")) v[0].tag = 0;
  if (IS("node-as-value")) v[0].tag = ACK_VALUE_NODE, v[0].content = 1;
  if (IS("name-unknown-number")) v[0].name = 60000;
  if (IS("name-none")) v[0].name = 0;
  if (IS("name-twice")) action[1].name = ACK_NAME_ACTION;
  if (IS("list-name")) value_of(f, 0)->name = ACK_NAME_TEXT;
  if (IS("boolean-2")) value_of(f, ACK_NAME_BUSY)->content = 2;
  if (IS("nan")) memcpy(&value_of(f, 0)->content, &(double){NAN}, 8);
  for (uint32_t i = 0; IS("value-depth-limit") && i < f->value_count; i++)
    if (v[i].tag == ACK_VALUE_LIST && v[i].content >> 32 == 0) v[i].content = (uint64_t)i | (uint64_t)1 << 32;
  if (IS("names-order")) { /* the properties of the button change places, and so do their texts not */
    const ack_value label = action[1];
    action[1] = action[0], action[0] = label;
  }
}

static void damage_text(char *t, ack_form *f) {
  char *words = memmem(t, f->text_size, "Some words", 10), *cut = memmem(t, f->text_size, "Cut", 3);
  if (IS("utf8-stray")) words[4] = (char)0x80;
  if (IS("utf8-overlong")) memcpy(words + 4, "\xC0\xAF", 2);
  if (IS("utf8-surrogate")) memcpy(words + 4, "\xED\xA0\x80", 3);
  if (IS("utf8-beyond")) memcpy(words + 4, "\xF4\x90\x80\x80", 4);
  if (IS("utf8-latin1")) words[4] = (char)0xE4;
  if (IS("cut-character")) cut[2] = (char)0xC3, cut[3] = (char)0xA4; /* its second half is in the next text */
  if (IS("controls")) memcpy(words + 4, "\x1B[2J\x07", 5);
  if (IS("zero-byte")) words[4] = 0;
  if (IS("bidi")) memcpy(words + 4, "\xE2\x80\xAE", 3);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  static const ack_fault fault = {
      .struct_size = sizeof fault, .code = 1104, .path = {"$", 1}, .message = {"it is unfinished", 16}};
  (void)self;
  if (check_question(context) != ACK_OK) return check_question(context);
  if (context->target == ACK_LOGGED_IN && MODE[0] != 0) {
    ack_builder plain = {0};
    build_screen(&plain, "Signed in");
    return ack_give(&plain, out);
  }
  ack_builder b = {0};
  describe_screen(&b);
  many(&b);
  struct {
    ack_form form;
    uint64_t more[8];
  } later = {.form = ack_finish(&b)};
  ack_form *f = &later.form;
  if (f->fault != NULL) BREACH("the case is wrong: %s", b.message);
  damage_nodes((ack_node *)f->nodes, f);
  damage_values((ack_value *)f->values, f);
  damage_text((char *)f->text, f);
  if (IS("count-nodes")) f->node_count = 0xFFFFFFFF;
  if (IS("count-values")) f->value_count = 0xFFFFFFFF;
  if (IS("count-text")) f->text_size = 0xFFFFFFFF;
  if (IS("values-left-over")) ((ack_node *)f->nodes)[4].value_count--;
  if (IS("text-left-over")) ((ack_value *)f->values)[f->value_count - 1].content -= (uint64_t)1 << 32;
  if (IS("document-beyond")) f->document_first = 5, f->document_count = 4000000000u;
  if (IS("null-nodes")) f->nodes = NULL;
  if (IS("null-values")) f->values = NULL;
  if (IS("null-text")) f->text = NULL;
  if (IS("small-form")) f->struct_size = 16;
  if (IS("larger-form")) f->struct_size = sizeof later;
  if (IS("reserved")) f->reserved0 = 1;
  if (IS("encoding-zero")) f->encoding = 0;
  if (IS("encoding-unknown")) f->encoding = 7;
  if (IS("fault-said")) f->fault = &fault;
  if (strncmp(MODE, "json", 4) == 0) {
    snprintf(json, sizeof json,
             "{\"root\": {\"kind\": \"screen\", \"id\": \"s\", \"label\": \"From %s\", \"children\": [%s]}}",
             IS("json-utf8") ? "\xC3\x28" : "\\u004a\\u0053ON \\ud83d\\udc31",
             IS("json-open") ? "{" : "{\"kind\": \"divider\"}");
    if (IS("json-deep")) memset(json, '[', sizeof json - 1);
    ack_form given = {
        .struct_size = sizeof given, .encoding = ACK_FORM_JSON, .text_size = (uint32_t)strlen(json), .text = json};
    if (IS("json-counts")) given.node_count = 1;
    return out->give(out, &given);
  }
  if (IS("null-form")) return out->give(out, NULL);
  if (IS("given-never")) return ACK_OK;
  if (IS("given-twice")) out->give(out, f);
  const ack_status status = out->give(out, f);
  ack_discard(&b);
  return IS("utf8-stray") ? ACK_OK : status; /* a provider that goes on after a refusal */
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  (void)self, (void)context, (void)action;
  return ack_message(reply, ACK_LEVEL_INFO, "gone");
}

static const ack_provider table = {.struct_size = sizeof table,
                                   .create = make_instance,
                                   .destroy = free_instance,
                                   .describe = describe,
                                   .perform = perform};

ACK_PROVIDER_NOTE(ID, "Forms", VERSION, "Example Ltd.");
ENTRY(table)
