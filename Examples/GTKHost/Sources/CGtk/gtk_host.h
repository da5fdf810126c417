/* gtk_host.h - GTK, and what Swift cannot call of it: variadic functions and macros. */
#ifndef GTK_HOST_H
#define GTK_HOST_H

#include <gtk/gtk.h>

/* ---- Objects ---- */

/* A role can be given when a widget is made, and not later; -1 is the widget's own. */
static inline GtkWidget *host_new(GType type, int role) {
  return role < 0 ? g_object_new(type, NULL) : g_object_new(type, "accessible-role", role, NULL);
}

static inline void host_set_text(gpointer object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}
static inline void host_set_number(gpointer object, const char *name, int value) {
  g_object_set(object, name, value, NULL);
}
static inline void host_set_real(gpointer object, const char *name, double value) {
  g_object_set(object, name, value, NULL);
}
static inline void host_set_object(gpointer object, const char *name, gpointer value) {
  g_object_set(object, name, value, NULL);
}
static inline int host_number(gpointer object, const char *name) {
  int value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

/* ---- Signals: one handler for all of them, whatever their arguments are ---- */

typedef gboolean (*host_handler)(gpointer data, const GValue *arguments);

static inline void host_marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint,
                                gpointer handler) {
  (void)count, (void)hint;
  gboolean handled = ((host_handler)handler)(closure->data, arguments);
  if (result != NULL && G_VALUE_HOLDS_BOOLEAN(result)) g_value_set_boolean(result, handled);
}

static inline void host_connect(gpointer object, const char *signal, host_handler handler, gpointer data,
                                GClosureNotify destroy) {
  GClosure *closure = g_closure_new_simple(sizeof(GClosure), data);
  g_closure_add_finalize_notifier(closure, data, destroy);
  g_closure_set_meta_marshal(closure, (gpointer)handler, host_marshal);
  g_signal_connect_closure(object, signal, closure, FALSE);
}

/* ---- What a screen reader hears ---- */

static inline void host_name(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}
static inline void host_describe(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
static inline void host_require(GtkWidget *widget, gboolean is) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_REQUIRED, is, -1);
}
static inline void host_label_by(GtkWidget *widget, GtkWidget *label) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}
/* A state that is true or false, such as busy or disabled. */
static inline void host_state(GtkWidget *widget, GtkAccessibleState state, gboolean is) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, is, -1);
}

#endif
