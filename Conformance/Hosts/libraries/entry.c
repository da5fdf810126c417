/* entry.c - answers the query, or has a table, in one odd way. */
#include "library.h"

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check_question(context) != ACK_OK) return check_question(context);
  ack_builder b = {0};
  build_screen(&b, "Inside");
  return ack_give(&b, out);
}

static void never(void) { BREACH("a member beyond what is known is called"); }

static struct {
  ack_provider known;
  void (*more[8])(void);
} table = {.known = {.struct_size = sizeof(ack_provider),
                     .create = make_instance,
                     .destroy = free_instance,
                     .describe = describe},
           .more = {never, never, never, never, never, never, never, never}};

ACK_PROVIDER_NOTE(ID, "Entry", VERSION, "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  EXPECT(query->struct_size >= sizeof *query && query->magic == ACK_MAGIC,
         "the query is too small, or has another magic");
  EXPECT(query->abi_major_min <= 1 && query->abi_major_max >= 1, "the host does not speak version 1");
  EXPECT(query->reserved0 == 0 && query->host_name.len > 0, "the query has a reserved member, or no name of the host");
  EXPECT(answer->struct_size >= sizeof *answer && answer->provider == NULL && answer->flags == 0,
         "the answer is too small, or not zeroed");
  if (IS("table-small")) table.known.struct_size = 32;
  if (IS("table-larger")) table.known.struct_size = sizeof table;
  if (IS("table-reserved")) table.known.reserved0 = 1;
  if (IS("table-no-create")) table.known.create = NULL;
  if (IS("table-no-destroy")) table.known.destroy = NULL;
  if (IS("table-no-describe")) table.known.describe = NULL;
  const ack_status status = ack_answer_query(query, answer, S(ID), S(VERSION), &table.known);
  if (IS("magic")) answer->magic = 0x21444142;
  if (IS("size-small")) answer->struct_size = 16;
  if (IS("flags")) answer->flags = 1;
  if (IS("reserved")) answer->reserved0 = 1;
  if (IS("major-9")) answer->abi_major = 9;
  if (IS("table-none")) answer->provider = NULL;
  if (IS("id-other")) answer->id = S("com.example.other");
  if (IS("version-other")) answer->version = S("9.9.9");
  if (IS("refuses")) return answer->abi_major = 2, answer->abi_minor = 3, ACK_UNSUPPORTED;
  return status;
}
