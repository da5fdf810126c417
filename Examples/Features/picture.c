/* picture.c - a provider with a picture of its own: an image names it, and asset() gives its bytes. */
#define ID "com.example.picture"
#define NAME "Picture"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

/* A PNG of 16 by 16 pixels, black and white. */
static const unsigned char cup[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x10, 0x00, 0x00, 0x00, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x37, 0x88, 0xc2, 0xcc, 0x00, 0x00, 0x00,
    0x29, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xff, 0x9f, 0xe1, 0xed, 0x7e, 0x86, 0xdb, 0xf5, 0x50,
    0x12, 0xc8, 0x6d, 0x60, 0x67, 0x68, 0x60, 0x64, 0x68, 0x60, 0x83, 0x21, 0x46, 0x86, 0x03, 0xfc, 0x0c, 0x0f,
    0xe4, 0x41, 0x52, 0x0c, 0xcc, 0x00, 0xe5, 0x60, 0x10, 0xf3, 0x79, 0xe2, 0xc3, 0x7b, 0x00, 0x00, 0x00, 0x00,
    0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
};

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  begin_root(&f, "picture", ACK_KIND_SCREEN, "gallery", "Gallery");
  ack_begin(&f, ACK_KIND_IMAGE, NULL);
  ack_open_map(&f, ACK_NAME_MEDIA);
  ack_set_text(&f, ACK_NAME_ASSET, "cup");
  ack_set_text(&f, ACK_NAME_ALT, "A cup of tea"); /* for who does not see it, and where there are no pictures */
  ack_close(&f);
  ack_end(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

/* A name is asked for once for each user: a picture that has changed needs another one. */
static ack_status asset(ack_instance *self, const ack_context *context, ack_str name, const ack_asset *out) {
  (void)self;
  const ack_status said = ACK_HAS(out, ack_asset, give) ? check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (!ack_equal(name, "cup")) return ACK_UNSUPPORTED;
  return out->give(out, cup, sizeof cup);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create_nothing, .destroy = destroy_nothing, .describe = describe,
    .asset = asset,
};
