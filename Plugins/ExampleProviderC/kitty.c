/* kitty.c - a complete provider in plain C: sign in, look at kittens, shop for them, sign out.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o kitty.so kitty.c
 *
 * It needs nothing but the ABI's header and the C library. Read it from the end: ack_provider_query() hands out the
 * table of functions, describe() describes an interface, and perform() answers what the user does in it. */
#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>
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

static inline ack_str str(const char *text) { return (ack_str){text, strlen(text)}; }

static inline bool equal(ack_str a, ack_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The value of the first pair with this name: an input, an entry of a payload, a setting. Empty when there is none. */
static inline ack_str value_of(const ack_pair *pairs, uint64_t count, ack_str name) {
  for (uint64_t i = 0; i < count; i++) {
    if (equal(pairs[i].name, name)) return pairs[i].value;
  }
  return S("");
}

/* ---- Longer texts ---- */

typedef struct text_buffer {
  char bytes[16 * 1024]; /* the host's limit of one text */
} text_buffer;

/* Joins three texts. When they do not fit, it returns only the middle one, because a cut might split a character. */
static ack_str join(text_buffer *buffer, ack_str before, ack_str middle, ack_str after) {
  const ack_str parts[] = {before, middle, after};
  uint64_t used = 0;
  for (size_t i = 0; i < COUNT(parts); i++) {
    if (parts[i].len > sizeof buffer->bytes - used) return middle;
    if (parts[i].len > 0) memcpy(buffer->bytes + used, parts[i].ptr, parts[i].len);
    used += parts[i].len;
  }
  return (ack_str){buffer->bytes, used};
}

static ack_str join_number(text_buffer *buffer, ack_str before, size_t number, ack_str after) {
  char digits[24];
  snprintf(digits, sizeof digits, "%zu", number);
  return join(buffer, before, str(digits), after);
}

/* ---- Describing ----
 *
 * After a failure, every later call of the builder returns the same status. So these helpers ignore the status, and
 * each description returns the status of its last end(). */

static void begin(const ack_builder *b, ack_str kind, ack_str id) { b->begin(b, kind, id); }
static ack_status end(const ack_builder *b) { return b->end(b); }
static void set(const ack_builder *b, ack_str key, ack_str value) { b->set_str(b, key, value); }
static void open_map(const ack_builder *b, ack_str key) { b->open_map(b, key); }
static void open_list(const ack_builder *b, ack_str key) { b->open_list(b, key); }
static void close(const ack_builder *b) { b->close(b); }

/* The document's own properties, which come before its root. */
static void document(const ack_builder *b, ack_str id) {
  set(b, ACK_NAME(ID), id);
  set(b, ACK_NAME(LANG), S("en"));
}

/* An action that the provider will be asked to perform. The caller closes the map. */
static void open_action(const ack_builder *b, ack_str name) {
  open_map(b, ACK_NAME(ACTION));
  set(b, ACK_NAME(NAME), name);
}

/* Begins a node with a label. The caller ends it. */
static void begin_labelled(const ack_builder *b, ack_str kind, ack_str id, ack_str label) {
  begin(b, kind, id);
  set(b, ACK_NAME(LABEL), label);
}

static void text(const ack_builder *b, ack_str style, ack_str content) {
  begin(b, ACK_KIND(TEXT), S(""));
  if (style.len > 0) set(b, ACK_NAME(STYLE), style);
  set(b, ACK_NAME(TEXT), content);
  end(b);
}

/* The names of the sign-in form's inputs: inside a list, keys are empty. */
static void list_of_inputs(const ack_builder *b, ack_str key) {
  open_list(b, key);
  set(b, S(""), S("email"));
  set(b, S(""), S("password"));
  close(b);
}

/* A required input. Its name is its content type too. The caller closes the map and ends the field. */
static void begin_field(const ack_builder *b, ack_str name, ack_str label, ack_str missing) {
  begin_labelled(b, ACK_KIND(FIELD), name, label);
  open_map(b, ACK_NAME(INPUT));
  set(b, ACK_NAME(NAME), name);
  set(b, ACK_NAME(CONTENT), name);
  open_list(b, ACK_NAME(RULES));
  open_map(b, S(""));
  set(b, ACK_NAME(RULE), S("required"));
  set(b, ACK_NAME(MESSAGE), missing);
  close(b);
  close(b);
}

static ack_status describe_launching(const ack_builder *b) {
  document(b, S("launching"));
  begin_labelled(b, ACK_KIND(SCREEN), S("splash"), S("Kitty"));
  b->set_bool(b, ACK_NAME(BUSY), 1);
  text(b, S("title"), S("🐱 Kitty"));
  begin_labelled(b, ACK_KIND(PROGRESS), S(""), S("Starting")); /* without a progress map: the duration is unknown */
  end(b);
  return end(b);
}

static ack_status describe_logged_out(const ack_builder *b) {
  document(b, S("logged-out"));
  begin_labelled(b, ACK_KIND(SCREEN), S("sign-in-screen"), S("Welcome to Kitty"));
  set(b, ACK_NAME(INITIAL_FOCUS), S("email"));
  set(b, ACK_NAME(PRIMARY_ACTION), S("sign-in"));
  text(b, S("title"), S("🐱 Kitty"));

  begin_labelled(b, ACK_KIND(GROUP), S(""), S("Sign in"));
  set(b, ACK_NAME(STYLE), S("form"));

  begin_field(b, S("email"), S("Email"), S("Enter your email address"));
  set(b, ACK_NAME(PLACEHOLDER), S("kitty@example.com"));
  close(b);
  end(b);

  begin_field(b, S("password"), S("Password"), S("Enter your password"));
  close(b);
  set(b, ACK_NAME(HINT), S("At least four characters"));
  end(b);

  begin_labelled(b, ACK_KIND(BUTTON), S("sign-in"), S("Log In"));
  set(b, ACK_NAME(STYLE), S("primary"));
  open_map(b, ACK_NAME(ENABLED));
  list_of_inputs(b, ACK_NAME(FILLED));
  close(b);
  open_action(b, S("sign-in"));
  list_of_inputs(b, ACK_NAME(SENDS));
  close(b);
  end(b);

  end(b); /* group */
  return end(b);
}

/* A tab with a list, onto which screens can be pushed. */
static void begin_list_tab(const ack_builder *b, ack_str id, ack_str label, ack_str screen_id, ack_str list_label) {
  begin_labelled(b, ACK_KIND(ITEM), id, label);
  begin(b, ACK_KIND(NAVIGATION), S(""));
  begin_labelled(b, ACK_KIND(SCREEN), screen_id, label);
  begin_labelled(b, ACK_KIND(LIST), S(""), list_label);
}

static void end_list_tab(const ack_builder *b) {
  for (int node = 0; node < 4; node++) end(b);
}

static void describe_feed(const ack_builder *b) {
  text_buffer buffer;
  begin_list_tab(b, S("feed"), S("Feed"), S("feed-screen"), S("Kittens"));
  for (size_t i = 0; i < COUNT(kittens); i++) {
    begin_labelled(b, ACK_KIND(ITEM), join_number(&buffer, S("kitten-"), i + 1, S("")), str(kittens[i].name));
    begin(b, ACK_KIND(IMAGE), S(""));
    open_map(b, ACK_NAME(MEDIA));
    set(b, ACK_NAME(SOURCE), join_number(&buffer, S("https://example.com/kittens/"), i + 1, S(".jpg")));
    set(b, ACK_NAME(ALT), str(kittens[i].alt));
    close(b);
    end(b);
    end(b);
  }
  end_list_tab(b);
}

static void describe_products(const ack_builder *b) {
  text_buffer buffer;
  begin_list_tab(b, S("products"), S("Products"), S("products-screen"), S("Products"));
  for (size_t i = 0; i < COUNT(products); i++) {
    begin_labelled(b, ACK_KIND(ITEM), join_number(&buffer, S("product-"), i + 1, S("")), str(products[i].name));
    set(b, ACK_NAME(TEXT), str(products[i].price));
    open_action(b, S("product.open"));
    open_map(b, ACK_NAME(PAYLOAD));
    set(b, S("product"), join_number(&buffer, S(""), i + 1, S("")));
    close(b);
    close(b);
    end(b);
  }
  end_list_tab(b);
}

static void describe_profile(const ack_builder *b, const ack_session *session) {
  text_buffer buffer;
  ack_str name = S("friend");
  if (session != NULL) name = session->display_name.len > 0 ? session->display_name : session->subject;
  begin_labelled(b, ACK_KIND(ITEM), S("profile"), S("Profile"));
  begin_labelled(b, ACK_KIND(SCREEN), S("profile-screen"), S("Profile"));
  text(b, S("heading"), join(&buffer, S("Hello, "), name, S("!")));
  if (session != NULL) text(b, S(""), join(&buffer, S("Signed in as "), session->subject, S("")));
  begin_labelled(b, ACK_KIND(BUTTON), S("sign-out"), S("Log Out"));
  set(b, ACK_NAME(STYLE), S("destructive"));
  open_action(b, S("sign-out"));
  close(b);
  end(b);
  end(b); /* screen */
  end(b); /* item */
}

static ack_status describe_logged_in(const ack_builder *b, const ack_session *session) {
  document(b, S("logged-in"));
  begin_labelled(b, ACK_KIND(TABS), S("main"), S("Kitty"));
  set(b, ACK_NAME(SELECTED), S("feed"));
  describe_feed(b);
  describe_products(b);
  describe_profile(b, session);
  return end(b);
}

static ack_status describe_product(const ack_builder *b, size_t number) {
  text_buffer buffer;
  ack_str name = str(products[number - 1].name);
  document(b, join_number(&buffer, S("product-"), number, S("")));
  begin_labelled(b, ACK_KIND(SCREEN), join_number(&buffer, S("product-"), number, S("-screen")), name);
  text(b, S("heading"), name);
  text(b, S(""), str(products[number - 1].price));
  text(b, S(""), str(products[number - 1].description));
  return end(b);
}

/* ---- Answering actions ---- */

static ack_status sign_in(const ack_action *action, const ack_reply *reply) {
  static unsigned tokens = 0; /* the host makes one call into a library at a time, so it needs no lock */
  ack_str email = value_of(action->values, action->value_count, S("email"));
  ack_str password = value_of(action->values, action->value_count, S("password"));
  const char *at = email.len > 0 ? memchr(email.ptr, '@', email.len) : NULL;
  bool is_address = at != NULL && at != email.ptr && email.ptr[email.len - 1] != '@';

  /* All errors are reported at once. Rejecting an input is an answer, not a failure. */
  ack_status status = ACK_OK;
  if (!is_address) {
    status = reply->field_error(reply, S("email"), S("Enter an email address such as kitty@example.com"));
  }
  if (password.len < 4) {
    status = reply->field_error(reply, S("password"), S("Use at least four characters"));
  }
  if (!is_address || password.len < 4) return status;

  text_buffer buffer; /* the session is lent only until login() returns, so it can be on the stack */
  ack_session session = {.struct_size = sizeof session, .subject = email};
  session.display_name = (ack_str){email.ptr, (uint64_t)(at - email.ptr)};
  session.secret = join_number(&buffer, S("kitty-token-"), ++tokens, S(""));
  return reply->login(reply, &session);
}

static ack_status open_product(const ack_host *host, const ack_action *action, const ack_reply *reply) {
  text_buffer buffer;
  ack_str wanted = value_of(action->payload, action->payload_count, S("product"));
  for (size_t number = 1; number <= COUNT(products); number++) {
    if (!equal(wanted, join_number(&buffer, S(""), number, S("")))) continue;
    const ack_builder *b = reply->show(reply, S("push"));
    return b != NULL ? describe_product(b, number) : ACK_MISUSE;
  }
  host->fail(host, S("The product could not be opened"), S("no product has this number"),
             S("choose a product from the list"));
  return ACK_FAILED;
}

/* ---- What a host passes ----
 *
 * A struct may be larger than this header knows, and never smaller than what is read of it. */

static inline bool is_whole(const ack_context *context) {
  if (!ACK_HAS(context, ack_context, session)) return false;
  return context->session == NULL || ACK_HAS(context->session, ack_session, attribute_count);
}

static inline bool can_describe(const ack_context *context, const ack_builder *builder) {
  return is_whole(context) && ACK_HAS(builder, ack_builder, end);
}

static inline bool can_answer(const ack_context *context, const ack_action *action, const ack_reply *reply) {
  return is_whole(context) && ACK_HAS(action, ack_action, payload_count) && ACK_HAS(reply, ack_reply, message);
}

/* ---- The provider's functions ---- */

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  if (!ACK_HAS(host, ack_host, fail)) return ACK_MISUSE;
  ack_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) {
    host->fail(host, S("Kitty could not start"), S("there is no memory left"), S("close other programs and try again"));
    return ACK_FAILED;
  }
  instance->host = host;
  *out = instance;
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status configuration(ack_instance *instance, const ack_context *context, ack_configuration *inout) {
  (void)instance, (void)context; /* every transition has the same style; the duration and the delay stay the host's */
  if (!ACK_HAS(inout, ack_configuration, style)) return ACK_MISUSE;
  inout->style = ACK_STYLE_CROSS_DISSOLVE;
  return ACK_OK;
}

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_builder *builder) {
  (void)instance;
  if (!can_describe(context, builder)) return ACK_MISUSE;
  switch (context->target) {
    case ACK_LAUNCHING: return describe_launching(builder);
    case ACK_LOGGED_OUT: return describe_logged_out(builder);
    case ACK_LOGGED_IN: return describe_logged_in(builder, context->session);
    default: return ACK_UNSUPPORTED;
  }
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  if (!can_answer(context, action, reply)) return ACK_MISUSE;
  if (equal(action->name, S("sign-in"))) return sign_in(action, reply);
  if (equal(action->name, S("sign-out"))) return reply->logout(reply);
  if (equal(action->name, S("product.open"))) return open_product(instance->host, action, reply);
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

/* The one exported symbol. A refusal says which version is spoken here, so that the host can explain itself. */
ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  if (!ACK_HAS(answer, ack_answer, provider) || !ACK_HAS(query, ack_query, host_version)) return ACK_MISUSE;
  if (query->magic != ACK_MAGIC) return ACK_MISUSE;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = ACK_ABI_MINOR;
  if (query->abi_major_min > ACK_ABI_MAJOR || query->abi_major_max < ACK_ABI_MAJOR) return ACK_UNSUPPORTED;
  answer->id = S(ID);
  answer->version = S(VERSION);
  answer->provider = &provider;
  return ACK_OK;
}
