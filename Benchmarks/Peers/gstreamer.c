/* gstreamer.c - lets GStreamer scan the plugins in a folder: it runs each of them once in a helper, and caches the
 * result in a file beside the folder. */
#include "orders.h"

#include <gst/gst.h>

static int scan(const char *folder) {
  char registry[4096];
  int count = 0;
  snprintf(registry, sizeof registry, "%s.registry", folder);
  setenv("GST_REGISTRY_1_0", registry, 1);
  setenv("GST_PLUGIN_PATH_1_0", folder, 1);
  setenv("GST_PLUGIN_SYSTEM_PATH_1_0", "", 1);
  gst_init(NULL, NULL);
  GList *plugins = gst_registry_get_plugin_list(gst_registry_get());
  for (GList *entry = plugins; entry; entry = entry->next) {
    const char *path = gst_plugin_get_filename(entry->data);
    if (path && strncmp(path, folder, strlen(folder)) == 0) count++;
  }
  gst_plugin_list_free(plugins);
  return count;
}

int main(void) { return serve(NULL, scan); }
