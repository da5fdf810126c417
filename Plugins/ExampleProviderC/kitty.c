/* kitty.c - a complete provider in plain C: sign in, look at kittens, shop for them, sign out.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o kitty.so kitty.c
 *
 * It needs nothing but two headers of the ABI and the C library. Read it from the end: ack_provider_query() hands out
 * the table of functions, describe() describes an interface, and perform() answers what the user does in it. */
#include "appcontroller_builder.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID "com.example.kitty-c"
#define NAME "Kitty in C"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."

/* What a host reads before it runs any code here. */
ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The state of this provider for one controller. Many may exist at once, so none of it is global. */
struct ack_instance {
  const ack_host *host;
};

static const struct {
  const char *name, *alt;
} kittens[] = {
    {"Mittens", "Mittens, a grey tabby asleep in a shoe box"},
    {"Biscuit", "Biscuit, a ginger kitten with one white paw"},
    {"Pepper", "Pepper, a black kitten on a red cushion"},
    {"Clover", "Clover, a calico kitten in tall grass"},
    {"Noodle", "Noodle, a cream kitten stretched across a keyboard"},
    {"Pixel", "Pixel, a spotted kitten watching a screen"},
    {"Waffle", "Waffle, a brown tabby inside a paper bag"},
    {"Marble", "Marble, a silver kitten on a window sill"},
    {"Ziggy", "Ziggy, a striped kitten chasing a string"},
    {"Olive", "Olive, a white kitten with green eyes"},
};

static const struct {
  const char *name, *price, *description;
} products[] = {
    {"Feather Wand", "€6.50", "Three feathers on a springy rod."},
    {"Cardboard Castle", "€24.00", "Four rooms, two doors and a tower to be chewed."},
    {"Catnip Mouse", "€4.20", "Filled with dried catnip, and good for an hour of madness."},
    {"Window Perch", "€39.00", "A hammock on suction cups, for supervising the birds."},
    {"Silent Fountain", "€29.90", "Running water without the noise, 1.5 litres."},
};

/* ---- Texts ---- */

/* A literal as the ABI's text. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

/* The value of the first pair with this name: an input, an entry of a payload, a setting. Empty when there is none. */
static inline ack_str value_of(const ack_pair *pairs, uint64_t count, const char *name) {
  for (uint64_t i = 0; i < count; i++) {
    if (ack_equal(pairs[i].name, name)) return pairs[i].value;
  }
  return S("");
}

/* ---- Longer texts ---- */

/* Room for a name of the user, which has at most 512 bytes, and some words. */
typedef struct text_buffer {
  char bytes[600];
} text_buffer;

__attribute__((format(printf, 2, 3))) static const char *format(text_buffer *buffer, const char *pattern, ...) {
  va_list list;
  va_start(list, pattern);
  vsnprintf(buffer->bytes, sizeof buffer->bytes, pattern, list);
  va_end(list);
  return buffer->bytes;
}

/* ---- Describing ----
 *
 * The first fault stops a builder, and ack_give() tells the host what it was. So no call has to be checked. */

/* The document's own properties, which come before its root. */
static void document(ack_builder *b, const char *id) {
  ack_set_text(b, ACK_NAME_ID, id);
  ack_set_text(b, ACK_NAME_LANG, "en");
}

/* An action that the provider will be asked to perform. The caller closes the map. */
static void open_action(ack_builder *b, const char *name) {
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, name);
}

/* Begins a node with a label. The caller ends it. */
static void begin_labelled(ack_builder *b, ack_kind kind, const char *id, const char *label) {
  ack_begin(b, kind, id);
  ack_set_text(b, ACK_NAME_LABEL, label);
}

static void text(ack_builder *b, const char *style, const char *content) {
  ack_begin(b, ACK_KIND_TEXT, NULL);
  ack_set_text(b, ACK_NAME_STYLE, style);
  ack_set_text(b, ACK_NAME_TEXT, content);
  ack_end(b);
}

/* The names of the sign-in form's inputs. */
static void list_of_inputs(ack_builder *b, ack_name list) {
  ack_open_list(b, list);
  ack_add_text(b, "email");
  ack_add_text(b, "password");
  ack_close(b);
}

/* A required input. Its name is its content type too. The caller closes the map and ends the field. */
static void begin_field(ack_builder *b, const char *name, const char *label, const char *missing) {
  begin_labelled(b, ACK_KIND_FIELD, name, label);
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, name);
  ack_set_text(b, ACK_NAME_CONTENT, name);
  ack_open_list(b, ACK_NAME_RULES);
  ack_add_map(b);
  ack_set_text(b, ACK_NAME_RULE, ACK_WORD_REQUIRED);
  ack_set_text(b, ACK_NAME_MESSAGE, missing);
  ack_close(b);
  ack_close(b);
}

static void describe_launching(ack_builder *b) {
  document(b, "launching");
  begin_labelled(b, ACK_KIND_SCREEN, "splash", "Kitty");
  ack_set_bool(b, ACK_NAME_BUSY, true);
  text(b, ACK_WORD_TITLE, "🐱 Kitty");
  begin_labelled(b, ACK_KIND_PROGRESS, NULL, "Starting"); /* without a progress map: the duration is unknown */
  ack_end(b);
  ack_end(b);
}

static void describe_logged_out(ack_builder *b) {
  document(b, "logged-out");
  begin_labelled(b, ACK_KIND_SCREEN, "sign-in-screen", "Welcome to Kitty");
  ack_set_text(b, ACK_NAME_INITIAL_FOCUS, "email");
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "sign-in");
  text(b, ACK_WORD_TITLE, "🐱 Kitty");

  begin_labelled(b, ACK_KIND_GROUP, NULL, "Sign in");
  ack_set_text(b, ACK_NAME_STYLE, ACK_WORD_FORM);

  begin_field(b, "email", "Email", "Enter your email address");
  ack_set_text(b, ACK_NAME_PLACEHOLDER, "kitty@example.com");
  ack_close(b);
  ack_end(b);

  begin_field(b, "password", "Password", "Enter your password");
  ack_close(b);
  ack_set_text(b, ACK_NAME_HINT, "At least four characters");
  ack_end(b);

  begin_labelled(b, ACK_KIND_BUTTON, "sign-in", "Log In");
  ack_set_text(b, ACK_NAME_STYLE, ACK_WORD_PRIMARY);
  ack_open_map(b, ACK_NAME_ENABLED);
  list_of_inputs(b, ACK_NAME_FILLED);
  ack_close(b);
  open_action(b, "sign-in");
  list_of_inputs(b, ACK_NAME_SENDS);
  ack_close(b);
  ack_end(b);

  ack_end(b); /* group */
  ack_end(b);
}

/* A tab with a list, onto which screens can be pushed. */
static void begin_list_tab(ack_builder *b, const char *id, const char *label, const char *screen, const char *list) {
  begin_labelled(b, ACK_KIND_ITEM, id, label);
  ack_begin(b, ACK_KIND_NAVIGATION, NULL);
  begin_labelled(b, ACK_KIND_SCREEN, screen, label);
  begin_labelled(b, ACK_KIND_LIST, NULL, list);
}

static void end_list_tab(ack_builder *b) {
  for (int node = 0; node < 4; node++) ack_end(b);
}

static void describe_feed(ack_builder *b) {
  text_buffer buffer;
  begin_list_tab(b, "feed", "Feed", "feed-screen", "Kittens");
  for (size_t i = 0; i < COUNT(kittens); i++) {
    begin_labelled(b, ACK_KIND_ITEM, format(&buffer, "kitten-%zu", i + 1), kittens[i].name);
    ack_begin(b, ACK_KIND_IMAGE, NULL);
    ack_open_map(b, ACK_NAME_MEDIA);
    ack_set_text(b, ACK_NAME_SOURCE, format(&buffer, "https://example.com/kittens/%zu.jpg", i + 1));
    ack_set_text(b, ACK_NAME_ALT, kittens[i].alt);
    ack_close(b);
    ack_end(b);
    ack_end(b);
  }
  end_list_tab(b);
}

static void describe_products(ack_builder *b) {
  text_buffer buffer;
  begin_list_tab(b, "products", "Products", "products-screen", "Products");
  for (size_t i = 0; i < COUNT(products); i++) {
    begin_labelled(b, ACK_KIND_ITEM, format(&buffer, "product-%zu", i + 1), products[i].name);
    ack_set_text(b, ACK_NAME_TEXT, products[i].price);
    open_action(b, "product.open");
    ack_open_map(b, ACK_NAME_PAYLOAD);
    ack_key(b, "product"), ack_add_text(b, format(&buffer, "%zu", i + 1));
    ack_close(b);
    ack_close(b);
    ack_end(b);
  }
  end_list_tab(b);
}

static void describe_profile(ack_builder *b, const ack_session *session) {
  text_buffer buffer;
  ack_str name = S("friend");
  if (session != NULL) name = session->display_name.len > 0 ? session->display_name : session->subject;
  begin_labelled(b, ACK_KIND_ITEM, "profile", "Profile");
  begin_labelled(b, ACK_KIND_SCREEN, "profile-screen", "Profile");
  text(b, ACK_WORD_HEADING, format(&buffer, "Hello, %.*s!", (int)name.len, name.ptr));
  if (session != NULL) {
    const ack_str subject = session->subject;
    text(b, ACK_WORD_BODY, format(&buffer, "Signed in as %.*s", (int)subject.len, subject.ptr));
  }
  begin_labelled(b, ACK_KIND_BUTTON, "sign-out", "Log Out");
  ack_set_text(b, ACK_NAME_STYLE, ACK_WORD_DESTRUCTIVE);
  open_action(b, "sign-out");
  ack_close(b);
  ack_end(b);
  ack_end(b); /* screen */
  ack_end(b); /* item */
}

static void describe_logged_in(ack_builder *b, const ack_session *session) {
  document(b, "logged-in");
  begin_labelled(b, ACK_KIND_TABS, "main", "Kitty");
  ack_set_text(b, ACK_NAME_SELECTED, "feed");
  describe_feed(b);
  describe_products(b);
  describe_profile(b, session);
  ack_end(b);
}

static void describe_product(ack_builder *b, size_t number) {
  text_buffer buffer;
  document(b, format(&buffer, "product-%zu", number));
  begin_labelled(b, ACK_KIND_SCREEN, format(&buffer, "product-%zu-screen", number), products[number - 1].name);
  text(b, ACK_WORD_HEADING, products[number - 1].name);
  text(b, ACK_WORD_BODY, products[number - 1].price);
  text(b, ACK_WORD_BODY, products[number - 1].description);
  ack_end(b);
}

/* ---- Answering actions ---- */

static ack_status sign_in(const ack_action *action, const ack_reply *reply) {
  static unsigned tokens = 0; /* the host makes one call into a library at a time, so it needs no lock */
  ack_str email = value_of(action->values, action->value_count, "email");
  ack_str password = value_of(action->values, action->value_count, "password");
  const char *at = email.len > 0 ? memchr(email.ptr, '@', email.len) : NULL;
  bool is_address = at != NULL && at != email.ptr && email.ptr[email.len - 1] != '@';

  /* All errors are reported at once. Rejecting an input is an answer, not a failure. */
  ack_status status = ACK_OK;
  if (!is_address) status = ack_field_error(reply, "email", "Enter an email address such as kitty@example.com");
  if (password.len < 4) status = ack_field_error(reply, "password", "Use at least four characters");
  if (!is_address || password.len < 4) return status;

  text_buffer buffer; /* the session is lent only until ack_login() returns, so it can be on the stack */
  ack_session session = {.struct_size = sizeof session, .subject = email};
  session.display_name = (ack_str){email.ptr, (uint64_t)(at - email.ptr)};
  session.secret = ack_text(format(&buffer, "kitty-token-%u", ++tokens));
  return ack_login(reply, &session);
}

static ack_status open_product(const ack_host *host, const ack_action *action, const ack_reply *reply) {
  text_buffer buffer;
  ack_str wanted = value_of(action->payload, action->payload_count, "product");
  for (size_t number = 1; number <= COUNT(products); number++) {
    if (!ack_equal(wanted, format(&buffer, "%zu", number))) continue;
    ack_builder f = {0};
    describe_product(&f, number);
    return ack_show(reply, ACK_WORD_PUSH, &f);
  }
  return ack_failed(host, ACK_FAILURE_INPUT, "The product could not be opened", "no product has this number",
                    "choose a product from the list");
}

/* ---- What a host passes ----
 *
 * A struct may be larger than this header knows, and never smaller than what is read of it. What is not ACK_OK here is
 * the answer. */

static inline ack_status check_context(const ack_context *context) {
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK || context->session == NULL) return said;
  return ACK_HAS(context->session, ack_session, secret_expires_at) ? ACK_OK : ACK_MISUSE;
}

static inline ack_status can_answer(const ack_context *context, const ack_action *action, const ack_reply *reply) {
  if (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  return check_context(context);
}

static inline ack_status can_create(const ack_creation *creation) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  if (creation->host == NULL || !ACK_HAS(creation->host, ack_host, get_extension)) return ACK_MISUSE;
  return creation->flags == 0 ? ACK_OK : ACK_UNSUPPORTED;
}

/* ---- The provider's functions ---- */

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  ack_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) {
    return ack_failed(creation->host, ACK_FAILURE_LATER, "Kitty could not start", "there is no memory left",
                      "close other programs and try again");
  }
  instance->host = creation->host;
  *out = instance;
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status configuration(ack_instance *instance, const ack_context *context, ack_configuration *inout) {
  (void)instance;
  const ack_status said = ACK_HAS(inout, ack_configuration, style) ? check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  /* Every transition has the same style; the duration and the delay stay the host's. */
  inout->style = ACK_STYLE_CROSS_DISSOLVE;
  return ACK_OK;
}

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  (void)instance;
  const ack_status said = ACK_HAS(out, ack_description, give) ? check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  switch (context->target) {
    case ACK_LAUNCHING: describe_launching(&f); break;
    case ACK_LOGGED_IN: describe_logged_in(&f, context->session); break;
    default:
      /* There is nothing else than signing in here: no way to recover a password, for example. */
      if (context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
      describe_logged_out(&f);
  }
  return ack_give(&f, out);
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "sign-in")) return sign_in(action, reply);
  if (ack_equal(action->name, "sign-out")) return ack_logout(reply);
  if (ack_equal(action->name, "product.open")) return open_product(instance->host, action, reply);
  return ACK_UNSUPPORTED;
}

static const ack_provider provider = {
    .struct_size = sizeof provider,
    .create = create,
    .destroy = destroy,
    .configuration = configuration,
    .describe = describe,
    .perform = perform,
};

/* ---- The entry ---- */

static const ack_provider provider;

/* The one exported symbol. */
ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, S(ID), S(VERSION), &provider);
}
