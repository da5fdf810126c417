/* picturing.c - a provider that gives pictures, each in another way.
 *
 *     Tests/Fixtures/picturing.c
 *
 * The screen names one picture for each way. "dot" is given at once, "later" when it is asked for again; the others are
 * refused by the host, or are not there. */
#include "fixture.h"

INSTANCE(uint64_t waiting;)

/* One red pixel. */
static const unsigned char dot[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9,
    0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
};

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  static const char *const names[] = {"dot", "later", "absent", "failing", "nothing", "twice", "large", "null", "text"};
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0}, *b = &f;
  begin_screen(b, S("pictures"), S("Pictures"));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    ack_begin(b, ACK_KIND_IMAGE, NULL);
    ack_open_map(b, ACK_NAME_MEDIA);
    ack_set_text(b, ACK_NAME_ASSET, names[i]);
    ack_set_text(b, ACK_NAME_ALT, names[i]);
    ack_close(b);
    ack_end(b);
  }
  end_screen(b);
  return ack_give(b, out);
}

static ack_status asset(ack_instance *self, const ack_context *context, ack_str name, const ack_asset *out) {
  if (ack_check_context(context) != ACK_OK) return ack_check_context(context);
  if (equal(name, S("later"))) {
    if (self->waiting != context->sequence) {
      self->waiting = context->sequence;
      self->host->wake(self->host, self->waiting);
      return ACK_PENDING;
    }
    return out->give(out, dot, sizeof dot);
  }
  if (equal(name, S("absent"))) return ACK_UNSUPPORTED;
  if (equal(name, S("failing")))
    return ack_failed(self->host, 0, "the picture is lost", "it was lent", "ask for it back");
  if (equal(name, S("nothing"))) return ACK_OK;
  if (equal(name, S("twice"))) {
    out->give(out, dot, sizeof dot);
    out->give(out, dot, sizeof dot);
    return ACK_OK;
  }
  if (equal(name, S("large"))) {
    static unsigned char large[(256 << 10) + 1];
    return out->give(out, large, sizeof large);
  }
  if (equal(name, S("null"))) return out->give(out, NULL, 3);
  if (equal(name, S("text"))) return out->give(out, "Hello", 5);
  return out->give(out, dot, sizeof dot);
}

PROVIDER("com.example.picturing", "Picturing", .asset = asset)
