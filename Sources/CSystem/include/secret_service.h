// The functions of libsecret-1.so.0, and of GLib below it, that are used, as function types. Neither is linked, and
// their headers are not needed: the library is opened at run time, if it is installed.

#ifndef CSYSTEM_SECRET_SERVICE_H
#define CSYSTEM_SECRET_SERVICE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// GError. The domain is a GQuark.
struct glib_error {
  uint32_t domain;
  int32_t code;
  char *_Nullable message;
};
typedef struct glib_error *_Nullable *_Nullable glib_error_out;

// GList.
struct glib_list {
  void *_Nullable data;
  struct glib_list *_Nullable next;
  struct glib_list *_Nullable previous;
};

// GLib, GObject and GIO.
typedef unsigned (*glib_hash)(const void *key);
typedef int (*glib_equal)(const void *left, const void *right);
typedef void *_Nonnull (*glib_hash_table_new)(glib_hash hash, glib_equal equal);
typedef int (*glib_hash_table_insert)(void *table, void *key, void *_Nullable value);
typedef void (*glib_release)(void *object);
typedef void (*glib_error_free)(struct glib_error *error);
typedef const char *_Nullable (*glib_quark_to_string)(uint32_t quark);
typedef void *_Nonnull (*glib_cancellable_new)(void);
typedef void *_Nullable (*glib_bus_get_sync)(int type, void *_Nullable cancellable, glib_error_out error);
typedef void (*glib_connection_set_exit_on_close)(void *connection, int exits);

// libsecret.
typedef void *_Nullable (*secret_schema_newv_function)(const char *name, int flags, void *attributes);
typedef unsigned long (*secret_service_get_type_function)(void);
typedef void *_Nullable (*secret_service_open_sync_function)(
    unsigned long type, const char *_Nullable bus_name, int flags, void *_Nullable cancellable, glib_error_out error);
typedef int (*secret_service_store_sync_function)(
    void *service, void *schema, void *attributes, const char *_Nullable collection, const char *label, void *value,
    void *_Nullable cancellable, glib_error_out error);
typedef struct glib_list *_Nullable (*secret_service_search_sync_function)(
    void *service, void *schema, void *attributes, int flags, void *_Nullable cancellable, glib_error_out error);
typedef void *_Nullable (*secret_service_lookup_sync_function)(
    void *service, void *schema, void *attributes, void *_Nullable cancellable, glib_error_out error);
typedef int (*secret_service_clear_sync_function)(
    void *service, void *schema, void *attributes, void *_Nullable cancellable, glib_error_out error);
typedef int (*secret_item_get_locked_function)(void *item);
typedef void *_Nullable (*secret_value_new_function)(const void *bytes, intptr_t size, const char *content_type);
typedef const char *_Nullable (*secret_value_get_function)(void *value, size_t *size);

#pragma clang assume_nonnull end

#endif
