/* gmodule.c - GLib's loader. */
#include "orders.h"

#include <gmodule.h>

static void load(const char *path) {
  gpointer entry;
  GModule *module = g_module_open(path, G_MODULE_BIND_LOCAL);
  if (!module || !g_module_symbol(module, ENTRY, &entry)) fail(path, g_module_error());
}

int main(void) { return serve(load, NULL); }
