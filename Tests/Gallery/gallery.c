/* gallery.c - the interfaces of the gallery, described in C.
 *
 *   cc -std=c11 -shared -fPIC -fvisibility=hidden -I Sources/CProviderABI/include -o gallery.so gallery.c
 *
 * Each describes the same as its twins in gallery.json and InterfaceGallery. As a provider it lists them while nobody
 * is signed in, and choosing one shows it. describing.h explains the blocks. */
#include "describing.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The way in ---- */

static void describe_splash(ack_builder *b) {
  DOCUMENT("splash");
  SCREEN("splash-screen", "Kitty") {
    YES(BUSY);
    NODE(STACK, "") {
      STYLED_TEXT("title", "🐱 Kitty");
      LABELLED(PROGRESS, "", "Starting"); /* without a progress map: nobody knows how long */
    }
  }
}

static void describe_login(ack_builder *b) {
  DOCUMENT("login");
  SET(FALLBACK_TEXT, "This version of Kitty is too old to sign in. Please update it.");
  SCREEN("login-screen", "Welcome to Kitty") {
    SET(INITIAL_FOCUS, "email");
    SET(PRIMARY_ACTION, "sign-in");
    NODE(BANNER, "") {
      SET(SEVERITY, "error");
      SET(TEXT, "The email address or the password is not right.");
      YES(HIDDEN);
    }
    FORM("Sign in") {
      LABELLED(FIELD, "email", "Email") INPUT("email") {
        SET(CONTENT, "email");
        SET(PLACEHOLDER, "kitty@example.com");
        LIST(RULES) {
          RULE("required", "Enter your email address");
          RULE("email", "This is not an email address");
        }
      }
      LABELLED(FIELD, "password", "Password") INPUT("password") {
        SET(CONTENT, "password");
        LIST(RULES) RULE("required", "Enter your password");
      }
      BUTTON("sign-in", "Sign in", "primary") {
        ACTION("sign-in") LIST(SENDS) ADD("email"), ADD("password");
        MAP(ENABLED) LIST(FILLED) ADD("email"), ADD("password");
      }
    }
    LABELLED(BUTTON, "forgot-password", "Forgot password?") ACTION("forgot-password") {
      LIST(SENDS) ADD("email");
      NO(VALIDATES);
    }
  }
}

static void describe_device_code(ack_builder *b) {
  DOCUMENT("device-code");
  SCREEN("device-code-screen", "Sign in on another device") {
    TEXT("On your phone or computer, open this page:");
    LABELLED(LINK, "verification-page", "example.com/device") SET(URL, "https://example.com/device");
    TEXT("Then enter this code:");
    LABELLED(CODE, "", "Code") {
      SET(TEXT, "WDJB-MJHT");
      SET(QR, "https://example.com/device?code=WDJB-MJHT");
    }
    LABELLED(BUTTON, "copy-code", "Copy code") HOST_ACTION("copy") MAP(PAYLOAD) PAY("text", "WDJB-MJHT");
    LABELLED(PROGRESS, "", "Waiting for you to sign in there") {
      SET(LIVE, "polite");
      MAP(PROGRESS) SET_NUMBER(DEADLINE, 900);
    }
    BUTTON("cancel", "Cancel", "cancel") ACTION("cancel") NO(VALIDATES);
  }
}

static void describe_one_time_code(ack_builder *b) {
  DOCUMENT("one-time-code");
  SCREEN("one-time-code-screen", "Confirm that it is you") {
    SET(INITIAL_FOCUS, "code");
    SET(PRIMARY_ACTION, "verify");
    TEXT("We sent a code to the phone number that ends in 42.");
    FORM("Code") {
      LABELLED(FIELD, "code", "Code") {
        SET(HINT, "6 to 8 digits. You can paste it.");
        INPUT("code") {
          SET(CONTENT, "oneTimeCode");
          LIST(RULES) {
            RULE("required", "Enter the code from the message");
            RULE("digits", "A code has digits only");
            LENGTH_RULE("A code has 6 to 8 digits") SET_NUMBER(MIN, 6), SET_NUMBER(MAX, 8);
          }
        }
      }
      BUTTON("verify", "Verify", "primary") {
        ACTION("verify") LIST(SENDS) ADD("code");
        MAP(ENABLED) LIST(FILLED) ADD("code");
      }
    }
    LABELLED(PROGRESS, "", "Until the code expires") MAP(PROGRESS) SET_NUMBER(DEADLINE, 300);
    LABELLED(BUTTON, "resend", "Send another code") ACTION("resend") {
      NO(VALIDATES);
      SET_NUMBER(DEADLINE, 60);
    }
  }
}

static void describe_form_error(ack_builder *b) {
  DOCUMENT("form-error");
  SCREEN("sign-up-screen", "Create an account") {
    SET(INITIAL_FOCUS, "email");
    SET(PRIMARY_ACTION, "create");
    NODE(BANNER, "") {
      SET(SEVERITY, "error");
      SET(LIVE, "assertive");
      SET(TEXT, "The account was not created. Please look at the email address and the password again.");
    }
    FORM("Your account") {
      LABELLED(FIELD, "name", "Name") INPUT("name") {
        SET(VALUE, "Ada Kowalska");
        LIST(RULES) RULE("required", "Enter your name");
      }
      LABELLED(FIELD, "email", "Email") {
        SET(HINT, "Mail to this address came back. Did you mean ada@example.com?");
        INPUT("email") {
          SET(CONTENT, "email");
          SET(VALUE, "ada@example");
          LIST(RULES) {
            RULE("required", "Enter your email address");
            ENTRY SET(RULE, "email"); /* without a message the host says what is wrong */
          }
        }
      }
      LABELLED(FIELD, "new-password", "New password") {
        SET(HINT, "The last one was found in a list of stolen passwords. Choose another.");
        INPUT("new-password") {
          SET(CONTENT, "newPassword");
          LIST(RULES) {
            RULE("required", "Choose a password");
            LENGTH_RULE("Use at least 12 characters") SET_NUMBER(MIN, 12);
          }
        }
      }
      LABELLED(FIELD, "repeat", "Repeat the password") INPUT("repeat") {
        SET(CONTENT, "newPassword");
        LIST(RULES) SAME_AS_RULE("new-password", "The two passwords differ");
      }
      LABELLED(TOGGLE, "terms", "I accept the terms of use") INPUT("terms") {
        YES(VALUE);
        LIST(RULES) RULE("required", "Accept the terms to go on");
      }
      BUTTON("create", "Create account", "primary") {
        ACTION("create") LIST(SENDS) ADD("name"), ADD("email"), ADD("new-password"), ADD("repeat"), ADD("terms");
        MAP(ENABLED) LIST(ALL) {
          ENTRY LIST(FILLED) ADD("name"), ADD("email"), ADD("new-password"), ADD("repeat");
          ENTRY SET(CHECKED, "terms");
        }
      }
    }
  }
}

/* ---- A greeter ----
 *
 * What PAM says in one round: the texts verbatim, in their order, one field for each prompt. An empty answer is an
 * answer, so no field is required and the button never waits. */

typedef enum message_style { STYLE_INFO, STYLE_ERROR, STYLE_VISIBLE_PROMPT, STYLE_SECRET_PROMPT } message_style;

static message_style style_of(int number) {
  switch (number) {
    case 9: case 21: return STYLE_ERROR;
    case 16: case 31: return STYLE_VISIBLE_PROMPT;
    case 24: case 32: return STYLE_SECRET_PROMPT;
    default: return STYLE_INFO;
  }
}

static const char policy[] =
    "This computer belongs to the Example Observatory. Use it for your work, and follow the rules that you have signed."
    " What is done on it is recorded, and the people who keep the network safe may read the records. Tell nobody your"
    " password, not even those who keep the network safe: they will never ask you for it. Lock the screen when you"
    " leave the room. When you lose your token, or when something looks wrong, call the service desk at once, day or"
    " night. It is better to call once too often. If you may not use this computer, stop here.";

/* Writes a message, which is cut at 512 bytes, as PAM cuts it. */
static const char *message(char buffer[513], int number) {
  static const char *const beginnings[] = {"Notice", "Error", "Question", "Secret question"};
  int used = snprintf(buffer, 64, "%s %d of 32. ", beginnings[style_of(number)], number);
  memcpy(buffer + used, policy, 512 - (size_t)used);
  buffer[512] = '\0';
  return buffer;
}

static void describe_prompt(ack_builder *b, int number, const char *label, bool is_secret) {
  char id[16];
  snprintf(id, sizeof id, "answer-%d", number);
  NODE(FIELD, id) {
    SET(LABEL, label);
    MAP(INPUT) {
      SET(NAME, id);
      if (is_secret) SET(CONTENT, "password");
    }
  }
}

static void describe_greeter(ack_builder *b) {
  DOCUMENT("greeter");
  SCREEN("greeter-screen", "Sign in to atlas") {
    SET(INITIAL_FOCUS, "answer-16");
    SET(PRIMARY_ACTION, "continue");
    for (int number = 1; number <= 32; number++) {
      char buffer[513];
      const char *text = message(buffer, number);
      switch (style_of(number)) {
        case STYLE_INFO: NODE(BANNER, "") SET(TEXT, text); break;
        case STYLE_ERROR: NODE(BANNER, "") SET(SEVERITY, "error"), SET(TEXT, text); break;
        case STYLE_VISIBLE_PROMPT: describe_prompt(b, number, text, false); break;
        case STYLE_SECRET_PROMPT: describe_prompt(b, number, text, true); break;
      }
    }
    BUTTON("continue", "Continue", "primary") ACTION("continue") LIST(SENDS) {
      ADD("answer-16"), ADD("answer-24"), ADD("answer-31"), ADD("answer-32");
    }
    BUTTON("cancel", "Cancel", "cancel") ACTION("cancel") NO(VALIDATES);
  }
}

/* ---- Inside ---- */

static void describe_kitten(ack_builder *b, const char *name, const char *label, const char *alt, bool is_busy) {
  char source[64];
  snprintf(source, sizeof source, "https://example.com/kittens/%s.jpg", name);
  NODE(ITEM, name) {
    SET(LABEL, label);
    if (is_busy) YES(BUSY);
    ACTION("kitten.open") MAP(PAYLOAD) PAY("kittenId", name);
    NODE(IMAGE, "") MAP(MEDIA) SET(SOURCE, source), SET(ALT, alt);
  }
}

static void describe_feed(ack_builder *b) {
  DOCUMENT("feed");
  LABELLED(TABS, "kitty", "Kitty") {
    SET(SELECTED, "feed-tab");
    LABELLED(ITEM, "feed-tab", "Feed") NODE(NAVIGATION, "") SCREEN("feed-screen", "Feed") {
      NODE(GRID, "") {
        SET_NUMBER(COLUMNS, 2);
        describe_kitten(b, "mittens", "Mittens", "A grey tabby asleep in a shoe box", false);
        describe_kitten(b, "biscuit", "Biscuit", "A ginger kitten with one white paw", false);
        describe_kitten(b, "pepper", "Pepper", "A black kitten on a red cushion", false);
        describe_kitten(b, "clover", "Clover", "A calico kitten in tall grass", true);
      }
    }
    LABELLED(ITEM, "favourites-tab", "Favourites") NODE(NAVIGATION, "") {
      SCREEN("favourites-screen", "Favourites") TEXT("Choose a kitten in the feed to keep it here.");
    }
  }
}

static void describe_profile(ack_builder *b) {
  DOCUMENT("profile");
  SCREEN("profile-screen", "Profile") {
    IMAGE("https://example.com/people/ada.jpg", "Ada Kowalska, laughing, with a kitten on her shoulder");
    STYLED_TEXT("heading", "Ada Kowalska");
    STYLED_TEXT("caption", "ada@example.com");
    NODE(DIVIDER, "");
    LABELLED(BUTTON, "edit", "Edit profile") ACTION("profile.edit");
    NODE(SPACER, "");
    BUTTON("log-out", "Log out", "destructive") HOST_ACTION("logout");
  }
}

static void describe_toy(ack_builder *b, const char *id, const char *toy, const char *name, const char *price,
                         const char *badge) {
  NODE(ITEM, id) {
    SET(LABEL, name);
    SET(TEXT, price);
    if (badge[0] != 0) SET(BADGE, badge);
    ACTION("product.open") MAP(PAYLOAD) PAY("productId", toy);
  }
}

static void describe_products(ack_builder *b) {
  DOCUMENT("products");
  NODE(NAVIGATION, "shop") SCREEN("products-screen", "Products") {
    LABELLED(LIST, "", "Toys") {
      describe_toy(b, "item-42", "42", "Feather wand", "€6.50", "");
      describe_toy(b, "item-43", "43", "Cardboard castle", "€24.00", "new");
      describe_toy(b, "item-44", "44", "Catnip mouse", "€4.20", "");
    }
  }
}

static void describe_product(ack_builder *b) {
  DOCUMENT("product");
  SCREEN("product-42", "Feather wand") {
    SET(PRIMARY_ACTION, "add");
    NODE(IMAGE, "") MAP(MEDIA) {
      SET(ASSET, "feather-wand");
      SET(ALT, "A kitten leaping at three feathers on a rod");
    }
    STYLED_TEXT("heading", "€6.50");
    TEXT("Three feathers on a springy rod, for a kitten that likes to leap.\nThe feathers can be replaced.");
    BUTTON("add", "Add to basket", "primary") ACTION("basket.add") MAP(PAYLOAD) PAY("productId", "42");
  }
}

static void describe_letter(ack_builder *b, const char *id, const char *mail, const char *from, const char *about,
                            bool is_new) {
  NODE(ITEM, id) {
    SET(LABEL, from);
    SET(TEXT, about);
    if (is_new) SET(BADGE, "new");
    ACTION("letter.open") MAP(PAYLOAD) PAY("letterId", mail);
  }
}

static void describe_order(ack_builder *b, const char *id, const char *label, const char *number,
                           const char *const cells[3]) {
  NODE(ROW, id) {
    SET(LABEL, label);
    ACTION("order.open") MAP(PAYLOAD) PAY("orderId", number);
    for (size_t i = 0; i < 3; i++) NODE(TEXT, "") SET(TEXT, cells[i]);
  }
}

static void describe_orders(ack_builder *b) {
  DOCUMENT("orders");
  SCREEN("orders-screen", "Orders") {
    LABELLED(TABLE, "", "Your orders") {
      LIST(COLUMNS) {
        ENTRY SET(LABEL, "Order");
        ENTRY SET(LABEL, "Toy"), SET_NUMBER(WEIGHT, 1);
        ENTRY SET(LABEL, "Price"), SET(ALIGN, "end");
      }
      describe_order(b, "order-1042", "Order 1042, Feather wand", "1042",
                     (const char *const[]){"#1042", "Feather wand", "€6.50"});
      describe_order(b, "order-0988", "Order 0988, Cardboard castle", "0988",
                     (const char *const[]){"#0988", "Cardboard castle", "€24.00"});
      describe_order(b, "order-0731", "Order 0731, Catnip mouse", "0731",
                     (const char *const[]){"#0731", "Catnip mouse", "€4.20"});
    }
    LABELLED(CHART, "", "Orders a month: 2 to 11, now 3") {
      SET(STYLE, "line");
      LIST(VALUES) ADD_NUMBER(2), ADD_NUMBER(4), ADD_NUMBER(7), ADD_NUMBER(11), ADD_NUMBER(3);
    }
    LABELLED(CHART, "", "Spent since May") {
      SET(UNIT, "€");
      LIST(LABELS) ADD("May"), ADD("June"), ADD("July");
      LIST(VALUES) ADD_NUMBER(6.5), ADD_NUMBER(24), ADD_NUMBER(4.2);
    }
  }
}

static void describe_recovery(ack_builder *b) {
  DOCUMENT("recovery");
  SCREEN("recovery-screen", "Your recovery code") {
    TEXT("It opens your account when your phone is lost. Keep it where only you find it.");
    LABELLED(SECRET, "recovery-code", "Recovery code") {
      SET(HINT, "We cannot show it again.");
      MAP(SECRET) SET(VALUE, "k3v9-27mq-x8td");
    }
    BUTTON("kept", "I have kept it", "primary") ACTION("recovery.kept");
  }
}

static void describe_tab_bar(ack_builder *b) {
  DOCUMENT("tab-bar");
  LABELLED(TABS, "mail", "Mail") {
    SET(SELECTED, "inbox");
    LABELLED(ITEM, "inbox", "Inbox") {
      SET(BADGE, "2");
      NODE(NAVIGATION, "inbox-stack") SCREEN("inbox-screen", "Inbox") {
        LABELLED(LIST, "", "Messages") {
          describe_letter(b, "letter-1", "1", "Grace", "Lunch on Friday?", true);
          describe_letter(b, "letter-2", "2", "The library", "Two books are due", true);
          describe_letter(b, "letter-3", "3", "Edsger", "Notes from the meeting", false);
        }
      }
    }
    LABELLED(ITEM, "settings", "Settings") NODE(NAVIGATION, "settings-stack") {
      SCREEN("settings-screen", "Settings") {
        LABELLED(TOGGLE, "notify", "Tell me about new mail") INPUT("notify") YES(VALUE);
        BUTTON("save", "Save", "primary") ACTION("settings.save") LIST(SENDS) ADD("notify");
        LABELLED(LINK, "help", "Help") SET(URL, "https://example.com/help/mail");
      }
    }
  }
}

/* ---- In between ---- */

static void describe_loading(ack_builder *b) {
  DOCUMENT("loading");
  SCREEN("edit-screen", "Edit profile") {
    YES(BUSY);
    LABELLED(PROGRESS, "", "Saving your profile") SET(LIVE, "polite");
    FORM("Profile") {
      LABELLED(FIELD, "name", "Name") INPUT("name") {
        SET(VALUE, "Ada Kowalska");
        LIST(RULES) RULE("required", "Enter your name");
      }
      LABELLED(CHOICE, "language", "Language") INPUT("language") {
        SET(VALUE, "pl");
        LIST(OPTIONS) {
          ENTRY SET(VALUE, "en"), SET(LABEL, "English");
          ENTRY SET(VALUE, "pl"), SET(LABEL, "Polski");
          ENTRY SET(VALUE, "ar"), SET(LABEL, "العربية");
        }
      }
      LABELLED(TOGGLE, "newsletter", "Send me the newsletter") INPUT("newsletter") YES(VALUE);
      BUTTON("save", "Save", "primary") {
        NO(ENABLED);
        ACTION("profile.save") {
          LIST(SENDS) ADD("name"), ADD("language"), ADD("newsletter");
          SET_NUMBER(DEADLINE, 120);
        }
      }
    }
    BUTTON("cancel", "Cancel", "cancel") ACTION("profile.cancel") NO(VALIDATES);
  }
}

static void describe_sheet(ack_builder *b) {
  DOCUMENT("sheet");
  SCREEN("photo-screen", "Mittens") {
    IMAGE("https://example.com/kittens/mittens.jpg", "A grey tabby asleep in a shoe box");
    BUTTON("delete", "Delete photo", "destructive") ACTION("photo.delete");
    NODE(PRESENTED, "") SCREEN("delete-sheet", "Delete this photo?") {
      SET(INITIAL_FOCUS, "keep");
      TEXT("It is removed from all of your devices. This cannot be undone.");
      BUTTON("confirm", "Delete", "destructive") {
        ACTION("photo.delete.confirm") MAP(PAYLOAD) PAY("photoId", "mittens");
      }
      BUTTON("keep", "Keep", "cancel") HOST_ACTION("dismiss");
    }
  }
}

/* ---- Asking for more than words ---- */

#define RANGE(min, max) ENTRY SET(RULE, "range"), SET(MIN, min), SET(MAX, max)

static void describe_booking(ack_builder *b) {
  DOCUMENT("booking");
  MAP(REQUIRES) NEED(BUTTON, 2), NEED(FIELD, 2);
  SCREEN("booking-screen", "Book a table") {
    SET(INITIAL_FOCUS, "day");
    SET(PRIMARY_ACTION, "book");
    NODE(STACK, "") {
      SET(AXIS, "horizontal");
      LABELLED(FIELD, "day", "Day") {
        SET_NUMBER(WEIGHT, 3);
        INPUT("day") {
          SET(CONTENT, "date");
          SET(VALUE, "2026-05-12");
          LIST(RULES) {
            RANGE("2026-05-01", "2026-12-31"), SET(MESSAGE, "We take bookings until December");
            ENTRY SET(RULE, "required");
          }
        }
      }
      LABELLED(FIELD, "hour", "Time") {
        SET_NUMBER(WEIGHT, 2);
        INPUT("hour") {
          SET(CONTENT, "time");
          SET(VALUE, "19:30");
          LIST(RULES) RANGE("17:00", "22:00");
        }
      }
    }
    LABELLED(FIELD, "guests", "Guests") INPUT("guests") {
      SET(CONTENT, "number");
      SET(VALUE, "2");
      LIST(RULES) RANGE("1", "9"), SET(STEP, "1");
    }
    LABELLED(CHOICE, "seat", "Where") {
      YES(LABEL_HIDDEN);
      INPUT("seat") {
        SET(VALUE, "inside");
        LIST(OPTIONS) {
          ENTRY SET(VALUE, "inside"), SET(LABEL, "Inside");
          ENTRY SET(VALUE, "garden"), SET(LABEL, "In the garden");
        }
      }
    }
    LABELLED(TOGGLE, "allergic", "Somebody has an allergy") INPUT("allergic") {}
    LABELLED(FIELD, "allergies", "Allergies") {
      MAP(VISIBLE) SET(CHECKED, "allergic");
      INPUT("allergies") SET_NUMBER(LINES, 3), SET(VALUE, "Nuts\nMilk");
    }
    LABELLED(GROUP, "more", "More about you") {
      YES(COLLAPSED);
      LABELLED(FIELD, "called", "Name for the table") INPUT("called") {}
      NODE(TEXT, "") {
        SET(STYLE, "caption");
        SET(ICON, "lock");
        SET(TEXT, "We keep it until the evening is over.");
      }
    }
    BUTTON("book", "Book", "primary") {
      SET(ICON, "calendar");
      ACTION("book") LIST(SENDS) {
        ADD("day"), ADD("hour"), ADD("guests"), ADD("seat"), ADD("allergic"), ADD("allergies"), ADD("called");
      }
    }
    BUTTON("cancel", "Cancel the booking", "destructive") {
      SET(ICON, "delete");
      ACTION("booking.cancel") MAP(CONFIRM) {
        SET(TITLE, "Cancel the booking?");
        SET(TEXT, "Your table goes to somebody else.");
        SET(LABEL, "Cancel it");
      }
    }
  }
}

/* ---- The provider ---- */

/* What this provider keeps for one controller: whom to tell what went wrong. */
struct ack_instance {
  const ack_host *host;
};

/* A screen is pushed; tabs and navigation stacks are presented. */
static const struct {
  const char *name, *title, *how;
  void (*describe)(ack_builder *b);
} screens[] = {
    {"splash", "Splash", "push", describe_splash},
    {"login", "Login", "push", describe_login},
    {"feed", "Kitty feed", "present", describe_feed},
    {"profile", "Profile", "push", describe_profile},
    {"products", "Products", "present", describe_products},
    {"product", "Product", "push", describe_product},
    {"orders", "Orders", "push", describe_orders},
    {"recovery", "Recovery code", "push", describe_recovery},
    {"tab-bar", "Tab bar", "present", describe_tab_bar},
    {"greeter", "Greeter", "push", describe_greeter},
    {"device-code", "Device code", "push", describe_device_code},
    {"one-time-code", "One-time code", "push", describe_one_time_code},
    {"form-error", "Form with errors", "push", describe_form_error},
    {"loading", "Loading", "push", describe_loading},
    {"sheet", "Sheet", "push", describe_sheet},
    {"booking", "Booking", "push", describe_booking},
};

static void describe_index(ack_builder *b) {
  DOCUMENT("index");
  NODE(NAVIGATION, "gallery") SCREEN("index-screen", "Gallery") {
    LABELLED(LIST, "", "Interfaces") {
      for (size_t i = 0; i < COUNT(screens); i++) {
        NODE(ITEM, screens[i].name) {
          SET(LABEL, screens[i].title);
          ACTION("open") MAP(PAYLOAD) PAY("screen", screens[i].name);
        }
      }
    }
  }
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  if (!ACK_HAS(creation, ack_creation, granted_count)) return ACK_MISUSE;
  const ack_host *host = creation->host;
  if (!ACK_HAS(host, ack_host, fail)) return ACK_MISUSE;
  if (creation->flags != 0) return ACK_UNSUPPORTED;
  ack_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) return ACK_FAILED;
  instance->host = host;
  *out = instance;
  return ACK_OK;
}

static void destroy(ack_instance *instance) { free(instance); }

static ack_status describe(ack_instance *instance, const ack_context *context, const ack_description *out) {
  (void)instance;
  const ack_status said = ACK_HAS(out, ack_description, give) ? ack_check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (context->target == ACK_LOGGED_OUT && context->purpose != ACK_PURPOSE_SIGN_IN) return ACK_UNSUPPORTED;
  ack_builder builder = {0};
  switch (context->target) {
    case ACK_LAUNCHING: describe_splash(&builder); break;
    case ACK_LOGGED_OUT: describe_index(&builder); break;
    default: describe_profile(&builder);
  }
  return ack_give(&builder, out);
}

static ack_str payload(const ack_action *action, const char *name) {
  for (uint64_t i = 0; i < action->payload_count; i++) {
    if (ack_equal(action->payload[i].name, name)) return action->payload[i].value;
  }
  return ack_text(NULL);
}

static ack_status show(const ack_host *host, const ack_reply *reply, ack_str name) {
  for (size_t i = 0; i < COUNT(screens); i++) {
    if (!ack_equal(name, screens[i].name)) continue;
    ack_builder builder = {0};
    screens[i].describe(&builder);
    return ack_show(reply, screens[i].how, &builder);
  }
  return ack_failed(host, ACK_FAILURE_INPUT, "The interface could not be shown", "the gallery has none with this name",
                    "choose one from the list");
}

static ack_status perform(ack_instance *instance, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  if (!ACK_HAS(action, ack_action, payload_count) || !ACK_HAS(reply, ack_reply, add)) return ACK_MISUSE;
  const ack_status said = ack_check_context(context);
  if (said != ACK_OK) return said;
  if (ack_equal(action->name, "open")) return show(instance->host, reply, payload(action, "screen"));
  if (ack_equal(action->name, "product.open") && ack_equal(payload(action, "productId"), "42")) {
    return show(instance->host, reply, ack_text("product"));
  }
  return ack_message(reply, ACK_LEVEL_INFO, "This is a gallery: there is nothing behind it");
}

/* The picture of the product: a PNG of 32 by 32 pixels. */
static const unsigned char feather_wand[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x20, 0x00, 0x00, 0x00, 0x20, 0x04, 0x03, 0x00, 0x00, 0x00, 0x81, 0x54, 0x67, 0xc7, 0x00, 0x00, 0x00,
    0x0f, 0x50, 0x4c, 0x54, 0x45, 0x00, 0x00, 0x00, 0x8b, 0x5e, 0x34, 0xd6, 0x40, 0x45, 0xf2, 0xb2, 0x33, 0x2e,
    0x86, 0xab, 0x83, 0xf5, 0xc2, 0xed, 0x00, 0x00, 0x00, 0x01, 0x74, 0x52, 0x4e, 0x53, 0x00, 0x40, 0xe6, 0xd8,
    0x66, 0x00, 0x00, 0x00, 0x45, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60, 0x20, 0x09, 0x38, 0xa0, 0xf1,
    0x59, 0x1c, 0x18, 0x98, 0x0d, 0x90, 0x05, 0x5c, 0x5c, 0x8c, 0x8d, 0x91, 0x05, 0x58, 0x40, 0x02, 0x0c, 0x24,
    0x0b, 0x18, 0xa1, 0x0a, 0x38, 0x1b, 0x2b, 0x29, 0xa1, 0xd8, 0x62, 0x6c, 0xa4, 0xa4, 0x80, 0xc4, 0x67, 0x74,
    0x56, 0x42, 0x55, 0x20, 0xc8, 0xa0, 0x84, 0xaa, 0x40, 0x00, 0xcd, 0xe1, 0x82, 0x68, 0xfc, 0x51, 0x05, 0xd8,
    0x01, 0x00, 0xa3, 0xbb, 0x09, 0xdb, 0x92, 0xcf, 0xd3, 0xda, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44,
    0xae, 0x42, 0x60, 0x82,
};

static ack_status asset(ack_instance *self, const ack_context *context, ack_str name, const ack_asset *out) {
  (void)self;
  const ack_status said = ACK_HAS(out, ack_asset, give) ? ack_check_context(context) : ACK_MISUSE;
  if (said != ACK_OK) return said;
  if (!ack_equal(name, "feather-wand")) return ACK_UNSUPPORTED;
  return out->give(out, feather_wand, sizeof feather_wand);
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
    .asset = asset,
};

ACK_PROVIDER_NOTE("com.example.gallery", "Gallery", "1.0.0", "Example Ltd.");

ack_status ack_provider_query(const ack_query *query, ack_answer *answer) {
  return ack_answer_query(query, answer, ack_text("com.example.gallery"), ack_text("1.0.0"), &provider);
}
