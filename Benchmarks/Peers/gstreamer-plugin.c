/* gstreamer-plugin.c - a plugin of GStreamer that offers nothing. The name of its symbol does not depend on the name of
 * the file, so that copies are plugins too. */
#include <gst/gst.h>

static gboolean begin(GstPlugin *plugin) {
  (void)plugin;
  return TRUE;
}

GST_PLUGIN_EXPORT const GstPluginDesc gst_plugin_desc = {
    .major_version = GST_VERSION_MAJOR,
    .minor_version = GST_VERSION_MINOR,
    .name = "peer",
    .description = "Offers nothing",
    .plugin_init = begin,
    .version = "1.0.0",
    .license = "MIT/X11",
    .source = "peer",
    .package = "Peer",
    .origin = "https://example.com",
};
