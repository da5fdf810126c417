/* tree.c - the trees of Sources/Trees in plain C. The number of nodes of the logged-in tree is the subject of the
 * session. The logged-out tree has the size of the last logged-in one, or fifty nodes before the first login. Each node
 * has eight children and two properties. */
#include "appcontroller_builder.h"

enum { MOST = 10000, CYCLE = 50 };

struct ack_instance {
  uint32_t count; /* of the last logged-in tree */
};

/* The ids are made beforehand, because describing is measured, not the making of texts. */
static char ids[MOST][8];
static unsigned char lengths[MOST];

static void describe_node(ack_builder *b, uint32_t index, uint32_t count) {
  uint32_t child = 8 * index + 1;
  if (index == 0) {
    ack_begin(b, ACK_KIND_SCREEN, "tree");
    ack_set_text(b, ACK_NAME_HINT, "Eight to a branch");
    ack_set_text(b, ACK_NAME_LABEL, "A tree of many nodes");
  } else if (child < count) {
    ack_begin(b, ACK_KIND_GROUP, NULL);
    ack_set_text(b, ACK_NAME_LABEL, "A part of the tree");
    ack_set_text(b, ACK_NAME_STYLE, "form");
  } else if (index % 2 == 0) {
    ack_begin(b, ACK_KIND_TEXT, NULL);
    ack_set_text(b, ACK_NAME_STYLE, "caption");
    ack_set_text(b, ACK_NAME_TEXT, "Something that somebody may want to read");
  } else {
    ack_begin_str(b, ACK_KIND_LINK, (ack_str){ids[index], lengths[index]});
    ack_set_text(b, ACK_NAME_LABEL, "A link to more of it");
    ack_set_text(b, ACK_NAME_URL, "https://example.com/help");
  }
  for (uint32_t last = child + 8; child < last && child < count; child++) describe_node(b, child, count);
  ack_end(b);
}

static uint32_t number(ack_str text) {
  uint32_t value = 0;
  for (uint64_t i = 0; i < text.len && value <= MOST; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return CYCLE;
    value = 10 * value + (uint32_t)(text.ptr[i] - '0');
  }
  return value == 0 || value > MOST ? CYCLE : value;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  *out = malloc(sizeof **out);
  if (!*out) return ACK_FAILED;
  (*out)->count = CYCLE;
  for (uint32_t i = 0; i < MOST; i++) lengths[i] = (unsigned char)snprintf(ids[i], sizeof ids[i], "n%u", i);
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status configuration(ack_instance *instance, const ack_context *context, ack_configuration *inout) {
  (void)instance;
  const ack_status said = ACK_HAS(inout, ack_configuration, delay) ? ack_check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  inout->duration = 0;
  inout->style = ACK_STYLE_NONE;
  return ACK_OK;
}

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  const ack_status said = ACK_HAS(out, ack_description, give) ? ack_check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  int is_logged_in = context->target == ACK_LOGGED_IN;
  if (context->target == ACK_LAUNCHING) return ACK_UNSUPPORTED;
  if (!is_logged_in && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  if (is_logged_in) instance->count = context->session ? number(context->session->subject) : CYCLE;
  ack_builder b = {0};
  ack_set_text(&b, ACK_NAME_ID, is_logged_in ? "logged-in" : "logged-out");
  describe_node(&b, 0, instance->count);
  return ack_give(&b, out);
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
  return ack_answer_query(query, answer, ack_text("com.example.tree-c"), ack_text("1.0.0"), &provider);
}
