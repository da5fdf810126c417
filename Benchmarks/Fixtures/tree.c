/* tree.c - the trees of Sources/Trees in plain C: logged in one of as many nodes as the session's subject says, logged
 * out one as large as the last that was logged in, and of fifty nodes before. Eight children to a node, two properties
 * at each. */
#include "appcontroller_provider.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

enum { MOST = 10000, CYCLE = 50 };

struct ack_instance {
  uint32_t count; /* of the last tree that was logged in */
};

/* The ids are made beforehand: what is measured is describing, not the making of texts. */
static char ids[MOST][8];
static unsigned char lengths[MOST];

/* A failure poisons the builder, so only the last status is looked at. */
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

static uint32_t number(ack_str text) {
  uint32_t value = 0;
  for (uint64_t i = 0; i < text.len && value <= MOST; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return CYCLE;
    value = 10 * value + (uint32_t)(text.ptr[i] - '0');
  }
  return value == 0 || value > MOST ? CYCLE : value;
}

static ack_status create(const ack_host *host, ack_instance **out) {
  (void)host;
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
  builder->set_str(builder, S("id"), is_logged_in ? S("logged-in") : S("logged-out"));
  if (is_logged_in) instance->count = context->session ? number(context->session->subject) : CYCLE;
  return describe_node(builder, 0, instance->count);
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
