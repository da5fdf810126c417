/* tree.c - the trees of Sources/Trees in plain C. The number of nodes of the logged-in tree is the subject of the
 * session. The logged-out tree has the size of the last logged-in one, or fifty nodes before the first login. Each node
 * has eight children and two properties. With FORM defined, the trees are given as forms. */
#include "appcontroller_provider.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

enum { MOST = 10000, CYCLE = 50 };

struct ack_instance {
  uint32_t count; /* of the last logged-in tree */
};

/* The ids are made beforehand, because describing is measured, not the making of texts. */
static char ids[MOST][8];
static unsigned char lengths[MOST];

#ifdef FORM

/* The records of section 5.5 of Docs/ProviderABI.md, and how many of them are written. */
typedef struct {
  ack_node *nodes;
  ack_value *values;
  char *text;
  uint32_t node_count, value_count, text_size;
} form_writer;

static void put_text(form_writer *w, ack_str text) {
  memcpy(w->text + w->text_size, text.ptr, text.len);
  w->text_size += (uint32_t)text.len;
}

static void put_node(form_writer *w, uint16_t kind, uint32_t parent, ack_str id) {
  w->nodes[w->node_count++] = (ack_node){.kind = kind,
                                         .id_size = (uint8_t)id.len,
                                         .text = w->text_size,
                                         .first_value = w->value_count,
                                         .value_count = 2,
                                         .parent = parent};
  put_text(w, id);
}

static void put_value(form_writer *w, uint16_t name, ack_str text) {
  w->values[w->value_count++] =
      (ack_value){.name = name, .tag = ACK_VALUE_TEXT, .text = w->text_size, .content = text.len << 32};
  put_text(w, text);
}

static void put_tree(form_writer *w, uint32_t index, uint32_t count, uint32_t parent) {
  uint32_t child = 8 * index + 1, node = w->node_count;
  if (index == 0) {
    put_node(w, ACK_KIND_SCREEN, parent, S("tree"));
    put_value(w, ACK_NAME_HINT, S("Eight to a branch"));
    put_value(w, ACK_NAME_LABEL, S("A tree of many nodes"));
  } else if (child < count) {
    put_node(w, ACK_KIND_GROUP, parent, S(""));
    put_value(w, ACK_NAME_LABEL, S("A part of the tree"));
    put_value(w, ACK_NAME_STYLE, S("form"));
  } else if (index % 2 == 0) {
    put_node(w, ACK_KIND_TEXT, parent, S(""));
    put_value(w, ACK_NAME_STYLE, S("caption"));
    put_value(w, ACK_NAME_TEXT, S("Something that somebody may want to read"));
  } else {
    put_node(w, ACK_KIND_LINK, parent, (ack_str){ids[index], lengths[index]});
    put_value(w, ACK_NAME_LABEL, S("A link to more of it"));
    put_value(w, ACK_NAME_URL, S("https://example.com/help"));
  }
  for (uint32_t last = child + 8; child < last && child < count; child++) put_tree(w, child, count, node);
  w->nodes[node].end = w->node_count;
}

static ack_status describe_tree(const ack_builder *b, ack_str id, uint32_t count) {
  enum { TEXT = 64 }; /* no node has more */
  if (!ACK_HAS(b, ack_builder, give) || !b->give) return ACK_UNSUPPORTED;
  const size_t values = 2 * (size_t)count + 1;
  char *memory = malloc(count * (sizeof(ack_node) + TEXT) + values * sizeof(ack_value) + id.len);
  if (!memory) return ACK_FAILED;
  form_writer w = {.nodes = (ack_node *)memory};
  w.values = (ack_value *)(w.nodes + count);
  w.text = (char *)(w.values + values);
  put_value(&w, ACK_NAME_ID, id);
  put_tree(&w, 0, count, 0);
  const ack_form form = {.struct_size = sizeof form,
                         .encoding = ACK_FORM_RECORDS,
                         .node_count = w.node_count,
                         .value_count = w.value_count,
                         .text_size = w.text_size,
                         .document_count = 1,
                         .nodes = w.nodes,
                         .values = w.values,
                         .text = w.text};
  ack_status status = b->give(b, &form);
  free(memory);
  return status;
}

#else

/* After a failure, every later call returns the same status, so only the last one is checked. */
static ack_status describe_node(const ack_builder *b, uint32_t index, uint32_t count) {
  uint32_t child = 8 * index + 1;
  if (index == 0) {
    b->begin(b, S("screen"), S("tree"));
    b->set_str(b, S("hint"), S("Eight to a branch"));
    b->set_str(b, S("label"), S("A tree of many nodes"));
  } else if (child < count) {
    b->begin(b, S("group"), S(""));
    b->set_str(b, S("label"), S("A part of the tree"));
    b->set_str(b, S("style"), S("form"));
  } else if (index % 2 == 0) {
    b->begin(b, S("text"), S(""));
    b->set_str(b, S("style"), S("caption"));
    b->set_str(b, S("text"), S("Something that somebody may want to read"));
  } else {
    b->begin(b, S("link"), (ack_str){ids[index], lengths[index]});
    b->set_str(b, S("label"), S("A link to more of it"));
    b->set_str(b, S("url"), S("https://example.com/help"));
  }
  for (uint32_t last = child + 8; child < last && child < count; child++) describe_node(b, child, count);
  return b->end(b);
}

static ack_status describe_tree(const ack_builder *b, ack_str id, uint32_t count) {
  b->set_str(b, S("id"), id);
  return describe_node(b, 0, count);
}

#endif

static uint32_t number(ack_str text) {
  uint32_t value = 0;
  for (uint64_t i = 0; i < text.len && value <= MOST; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return CYCLE;
    value = 10 * value + (uint32_t)(text.ptr[i] - '0');
  }
  return value == 0 || value > MOST ? CYCLE : value;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  (void)creation;
  *out = malloc(sizeof **out);
  if (!*out) return ACK_FAILED;
  (*out)->count = CYCLE;
  for (uint32_t i = 0; i < MOST; i++) lengths[i] = (unsigned char)snprintf(ids[i], sizeof ids[i], "n%u", i);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status configuration(ack_instance *instance, const ack_context *context, ack_configuration *inout) {
  (void)instance, (void)context;
  if (!ACK_HAS(inout, ack_configuration, delay)) return ACK_MISUSE;
  inout->duration = 0;
  inout->style = ACK_STYLE_NONE;
  return ACK_OK;
}

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_builder *builder) {
  if (!ACK_HAS(context, ack_context, session) || !ACK_HAS(builder, ack_builder, end)) return ACK_MISUSE;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  int is_logged_in = context->target == ACK_LOGGED_IN;
  if (is_logged_in) instance->count = context->session ? number(context->session->subject) : CYCLE;
  return describe_tree(builder, is_logged_in ? S("logged-in") : S("logged-out"), instance->count);
}

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .configuration = configuration,
    .describe = describe,
};

ACK_PROVIDER_NOTE("com.example.tree-c", "Tree in C", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  if (!ACK_HAS(answer, ack_answer, provider) || !ACK_HAS(query, ack_query, host_version)) return ACK_MISUSE;
  if (query->magic != ACK_MAGIC) return ACK_MISUSE;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  if (query->abi_major_min > ACK_ABI_MAJOR || query->abi_major_max < ACK_ABI_MAJOR) return ACK_UNSUPPORTED;
  answer->id = S("com.example.tree-c");
  answer->version = S("1.0.0");
  answer->provider = &provider;
  return ACK_OK;
}
