/* appcontroller_provider.h - the provider ABI of AppControllerKit, version 1.0 (draft until the first tagged release).
 *
 * A provider is a shared library that describes an app's logged-out and logged-in interfaces and answers what the user
 * does in them. This header is all that it needs; it is plain C11 and C++17 and includes nothing but <stddef.h> and
 * <stdint.h>. The normative text is Docs/ProviderABI.md.
 *
 * Threads.    [serial]      The host never makes two calls into one library at a time; each starts after the one before
 *                           has returned. The operating system's thread may change from call to call.
 *             [any-thread]  May be called from any thread, at any time that the lifetime allows.
 * Ownership.  Nothing that crosses is ever freed by the other side. A pointer that is passed to a function is borrowed
 *             until that function returns, unless its member says otherwise; a side that keeps the data copies it.
 * Text.       UTF-8 with a length, not NUL-terminated. Text that is not valid UTF-8 is refused, never repaired.
 * Unwinding.  No exception, panic or longjmp may cross the boundary in either direction.
 * Zero.       A zeroed struct says nothing and is refused: states, purposes, styles and encodings count from 1. A
 *             boolean is 0 or 1. A member that is named flags or reserved is 0: other flags are answered
 *             ACK_UNSUPPORTED, and a host refuses what a provider makes with another reserved member.
 * Time.       A time is in seconds since 1970-01-01T00:00:00Z, 0 = none; a duration in milliseconds. None is negative.
 * Names.      What others than AppControllerKit add has a dot in its name (com.example.thing); what has none is ours.
 * Growth.     A minor version only appends members. Every struct begins with its size, but for ack_str, ack_pair,
 *             ack_node and ack_value, which never grow: a reader uses no member beyond it. A size below version 1.0's
 *             is an error, a larger one is fine. What says nothing else is of version 1.0; what came later says
 *             "Since 1.N".
 * Platform.   64-bit, little-endian, Linux. A library is never unloaded while the process lives.
 */
#ifndef APPCONTROLLER_PROVIDER_H
#define APPCONTROLLER_PROVIDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The versions that this header describes. */
#define ACK_ABI_MAJOR 1u
#define ACK_ABI_MINOR 0u

/* The minor version that a source is written for: by default this header's. A lower one, defined before the header is
 * included as by -DACK_TARGET_MINOR=0, hides what came later: structs have the sizes that they had, and the entry and
 * the note say that version. What came later stands between #if ACK_TARGET_MINOR >= N and #endif. */
#ifndef ACK_TARGET_MINOR
#define ACK_TARGET_MINOR ACK_ABI_MINOR
#endif
#if ACK_TARGET_MINOR > ACK_ABI_MINOR
#error "ACK_TARGET_MINOR is above the minor version of this header: take a newer header, or define a lower one"
#endif

/* "ACK1", little-endian: the first thing that each side checks of the other's query and answer. */
#define ACK_MAGIC 0x314B4341u

/* Whether the side that filled the struct at p knew a member of it. */
#define ACK_HAS(p, type, member) ((p)->struct_size >= offsetof(type, member) + ACK_SIZE_OF_MEMBER(type, member))
#ifdef __cplusplus
#define ACK_SIZE_OF_MEMBER(type, member) sizeof(type::member)
#else
#define ACK_SIZE_OF_MEMBER(type, member) sizeof(((const type *)0)->member)
#endif

/* Marks the entry function as visible outside the library. */
#define ACK_EXPORT __attribute__((visibility("default")))

/* The outcome of a call. Not an enum: a value that this header does not name is a failure when negative, and a misuse
 * when positive. */
typedef int32_t ack_status;
#define ACK_OK 0            /* done */
#define ACK_PENDING 1       /* not yet: the provider will wake(sequence), and the host asks the same again */
#define ACK_FAILED (-1)     /* it did not work; fail() has said what, why and how to fix it */
#define ACK_UNSUPPORTED (-2) /* the library does not support it */
#define ACK_GONE (-3)       /* the instance was destroyed, or the call is over: nothing happened */
#define ACK_LIMIT (-4)      /* a limit of the host was reached */
#define ACK_MISUSE (-5)     /* called out of turn or with an impossible value */

/* The two states that an interface belongs to, and the splash that is shown until the first of them is known. */
#define ACK_LOGGED_OUT 1
#define ACK_LOGGED_IN 2
#define ACK_LAUNCHING 3

/* What a logged-out interface is for. */
#define ACK_PURPOSE_SIGN_IN 1        /* a session for whoever signs in */
#define ACK_PURPOSE_CONFIRM 2        /* the user of the session shows that it is them, before something that needs it */
#define ACK_PURPOSE_UNLOCK 3         /* the user of the session comes back to it */
#define ACK_PURPOSE_SWITCH_ACCOUNT 4 /* a session for another user than that of the session */
#define ACK_PURPOSE_CHANGE_SECRET 5  /* the user gets another password or key */
#define ACK_PURPOSE_RECOVER 6        /* the user has lost what they sign in with */
#define ACK_PURPOSE_SIGN_UP 7        /* the user has no account yet */

/* Transition styles of ack_configuration.style. */
#define ACK_STYLE_CROSS_DISSOLVE 1
#define ACK_STYLE_NONE 2
#define ACK_STYLE_FADE 3
#define ACK_STYLE_SLIDE_LEADING 4
#define ACK_STYLE_SLIDE_TRAILING 5
#define ACK_STYLE_SLIDE_UP 6
#define ACK_STYLE_SLIDE_DOWN 7

/* Values of ack_traits; 0 always means "unspecified". */
#define ACK_IDIOM_TEXT 1        /* a stream of text: a pipe, a log, a screen reader */
#define ACK_IDIOM_TERMINAL 2    /* an interactive terminal */
#define ACK_IDIOM_PAGE 3        /* a page in a browser */
#define ACK_COLOR_NONE 1
#define ACK_COLOR_LIGHT 2
#define ACK_COLOR_DARK 3
#define ACK_MOTION_FULL 1
#define ACK_MOTION_REDUCED 2
#define ACK_MOTION_NONE 3
#define ACK_DIRECTION_LEFT_TO_RIGHT 1
#define ACK_DIRECTION_RIGHT_TO_LEFT 2
#define ACK_PLACE_LOCAL 1       /* the user is at the machine that the host runs on */
#define ACK_PLACE_REMOTE 2      /* elsewhere: in a browser, or through SSH */

/* What a surface can do: bits of ack_traits.abilities. Choose a way to sign in by them before you describe it. */
#define ACK_CAN_SHOW_PICTURES 1u /* images with an asset */
#define ACK_CAN_SHOW_QR 2u       /* the "qr" of a code, so that it can be scanned */
#define ACK_CAN_OPEN_URL 4u      /* opens a link in a browser */
#define ACK_CAN_COPY 8u          /* copies a code for the user */
#define ACK_CAN_HIDE_SECRETS 16u /* takes a password without showing it */
#define ACK_CAN_UPDATE 32u       /* shows another description without the user's doing anything */

/* Severities of a message, and levels of ack_host.log (which also knows ACK_LEVEL_DEBUG). */
#define ACK_LEVEL_DEBUG 0
#define ACK_LEVEL_INFO 1
#define ACK_LEVEL_SUCCESS 2
#define ACK_LEVEL_WARNING 3
#define ACK_LEVEL_ERROR 4

/* A piece of UTF-8 text. Frozen: it never grows. */
typedef struct ack_str {
  const char *ptr; /* the first byte; NULL only when len is 0 */
  uint64_t len;    /* in bytes */
} ack_str;

/* A name and its value. Frozen: it never grows. */
typedef struct ack_pair {
  ack_str name;
  ack_str value;
} ack_pair;

/* The kinds of nodes, and the names of properties, that this version knows: number, constant, text. The numbers are
 * frozen, and later versions append. */
#define ACK_KINDS(X) \
  X(1, STACK, "stack") X(2, GRID, "grid") X(3, GROUP, "group") X(4, LIST, "list") X(5, ITEM, "item") \
  X(6, DIVIDER, "divider") X(7, SPACER, "spacer") X(8, SCREEN, "screen") X(9, TABS, "tabs") \
  X(10, NAVIGATION, "navigation") X(11, PRESENTED, "presented") X(12, TEXT, "text") X(13, CODE, "code") \
  X(14, IMAGE, "image") X(15, FIELD, "field") X(16, TOGGLE, "toggle") X(17, CHOICE, "choice") \
  X(18, BUTTON, "button") X(19, LINK, "link") X(20, PROGRESS, "progress") X(21, BANNER, "banner") \
  X(22, TABLE, "table") X(23, ROW, "row") X(24, CHART, "chart") X(25, SECRET, "secret")
#define ACK_NAMES(X) \
  X(1, ACTION, "action") X(2, ALIGN, "align") X(3, ALL, "all") X(4, ALT, "alt") X(5, ANY, "any") \
  X(6, ASPECT, "aspect") X(7, ASSET, "asset") X(8, AXIS, "axis") X(9, BADGE, "badge") X(10, BUSY, "busy") \
  X(11, CHECKED, "checked") X(12, COLLAPSED, "collapsed") X(13, COLUMNS, "columns") X(14, CONFIRM, "confirm") \
  X(15, CONTENT, "content") X(16, DEADLINE, "deadline") X(17, DECORATIVE, "decorative") X(18, DIR, "dir") \
  X(19, ENABLED, "enabled") X(20, FALLBACK, "fallback") X(21, FALLBACK_TEXT, "fallbackText") X(22, FILLED, "filled") \
  X(23, HIDDEN, "hidden") X(24, HINT, "hint") X(25, ICON, "icon") X(26, ID, "id") \
  X(27, INITIAL_FOCUS, "initialFocus") X(28, INPUT, "input") X(29, LABEL, "label") X(30, LABEL_HIDDEN, "labelHidden") \
  X(31, LABELS, "labels") X(32, LANG, "lang") X(33, LINES, "lines") X(34, LIVE, "live") X(35, MAX, "max") \
  X(36, MEDIA, "media") X(37, MESSAGE, "message") X(38, MIN, "min") X(39, MIN_COLUMNS, "minColumns") \
  X(40, MULTIPLE, "multiple") X(41, NAME, "name") X(42, NOT, "not") X(43, OPTIONS, "options") \
  X(44, PAYLOAD, "payload") X(45, PLACEHOLDER, "placeholder") X(46, PRIMARY_ACTION, "primaryAction") \
  X(47, PROGRESS, "progress") X(48, QR, "qr") X(49, REQUIRES, "requires") X(50, RULE, "rule") X(51, RULES, "rules") \
  X(52, SCHEMA, "schema") X(53, SCOPE, "scope") X(54, SECRET, "secret") X(55, SELECTED, "selected") \
  X(56, SENDS, "sends") X(57, SEVERITY, "severity") X(58, SOURCE, "source") X(59, STEP, "step") X(60, STYLE, "style") \
  X(61, TEXT, "text") X(62, TITLE, "title") X(63, TOTAL, "total") X(64, UNIT, "unit") X(65, URL, "url") \
  X(66, VALID, "valid") X(67, VALIDATES, "validates") X(68, VALUE, "value") X(69, VALUES, "values") \
  X(70, VISIBLE, "visible") X(71, WEIGHT, "weight")

#define ACK_AS_KIND(number, constant, text) ACK_KIND_##constant = number,
#define ACK_AS_NAME(number, constant, text) ACK_NAME_##constant = number,
#define ACK_AS_TEXT(number, constant, text) {text, sizeof(text) - 1},
/* Types of the functions in headers; no struct and no call of the ABI has an enum, whose size a compiler chooses. */
typedef enum ack_kind { ACK_KINDS(ACK_AS_KIND) ACK_KIND_COUNT } ack_kind;
typedef enum ack_name { ACK_NAMES(ACK_AS_NAME) ACK_NAME_COUNT } ack_name;

/* The words of properties, effects and events: ACK_WORD_PRIMARY is "primary", and a misspelt one does not compile. */
// generated: words

#define ACK_WORDS(X) \
  X(ADD, "add") X(ASSERTIVE, "assertive") X(AUTO, "auto") X(BACK, "back") X(BAR, "bar") X(BODY, "body") \
  X(CALENDAR, "calendar") X(CALL, "call") X(CAMERA, "camera") X(CANCEL, "cancel") X(CAPTION, "caption") \
  X(CART, "cart") X(CHAT, "chat") X(CHECK, "check") X(CLOCK, "clock") X(CLOSE, "close") X(COPY, "copy") \
  X(COVERED, "covered") X(DATE, "date") X(DATE_TIME, "dateTime") X(DELETE, "delete") X(DESTRUCTIVE, "destructive") \
  X(DID_LOGIN, "did-login") X(DID_LOGOUT, "did-logout") X(DID_POP, "did-pop") X(DIGITS, "digits") \
  X(DISMISS, "dismiss") X(DOCUMENT, "document") X(DOWNLOAD, "download") X(DROP, "drop") X(EDIT, "edit") \
  X(EMAIL, "email") X(END, "end") X(ERROR, "error") X(FAVORITE, "favorite") X(FILE, "file") X(FOLDER, "folder") \
  X(FORM, "form") X(FORWARD, "forward") X(HEADING, "heading") X(HELP, "help") X(HOME, "home") \
  X(HORIZONTAL, "horizontal") X(HOST, "host") X(INFO, "info") X(LEFT, "left") X(LENGTH, "length") X(LINE, "line") \
  X(LINK, "link") X(LIST, "list") X(LOCATION, "location") X(LOCK, "lock") X(LOGIN, "login") X(LOGOUT, "logout") \
  X(LTR, "ltr") X(MAIL, "mail") X(MAIN, "main") X(MENU, "menu") X(MONEY, "money") X(MUSIC, "music") \
  X(NEW_PASSWORD, "newPassword") X(NEXT, "next") X(NOTIFICATION, "notification") X(NUMBER, "number") X(OFF, "off") \
  X(ONE_OF, "oneOf") X(ONE_TIME_CODE, "oneTimeCode") X(OPEN_URL, "open-url") X(PASSWORD, "password") X(PAUSE, "pause") \
  X(PERSON, "person") X(PHOTO, "photo") X(PLAIN, "plain") X(PLAY, "play") X(POLITE, "polite") X(POP, "pop") \
  X(POP_TO_ROOT, "pop-to-root") X(PRESENT, "present") X(PREVIOUS, "previous") X(PRIMARY, "primary") \
  X(PROVIDER, "provider") X(PUSH, "push") X(RANGE, "range") X(REPLACE, "replace") X(REQUIRED, "required") \
  X(RTL, "rtl") X(SAME_AS, "sameAs") X(SEARCH, "search") X(SELECT, "select") X(SEND, "send") \
  X(SESSION_EXPIRES, "session-expires") X(SETTINGS, "settings") X(SHOWN, "shown") X(STAR, "star") X(START, "start") \
  X(SUCCESS, "success") X(TEXT, "text") X(TIME, "time") X(TITLE, "title") X(TREND, "trend") X(URL, "url") \
  X(USERNAME, "username") X(VERTICAL, "vertical") X(WARNING, "warning")

// end of what is generated
#define ACK_AS_WORD(constant, text) __attribute__((unused)) static const char ACK_WORD_##constant[] = text;
ACK_WORDS(ACK_AS_WORD)

/* The text of a number; empty for an unknown number. */
static inline ack_str ack_kind_text(ack_kind kind) {
  static const ack_str texts[] = {{"", 0}, ACK_KINDS(ACK_AS_TEXT)};
  const uint64_t number = kind;
  return texts[number < ACK_KIND_COUNT ? number : 0];
}
static inline ack_str ack_name_text(ack_name name) {
  static const ack_str texts[] = {{"", 0}, ACK_NAMES(ACK_AS_TEXT)};
  const uint64_t number = name;
  return texts[number < ACK_NAME_COUNT ? number : 0];
}

/* A provider's own state for one controller. Opaque to the host and owned by the provider. */
typedef struct ack_instance ack_instance;

/* A description as a form: records of a fixed size in the one order that they can have, and their text. All offsets
 * are from the start of their array, and each equals the sum of the sizes before it; so nothing can overlap, be
 * shared or be missing. Docs/ProviderABI.md, 5.5, has every rule, and a form of three nodes byte by byte. */

/* A node; the nodes are in document order. Frozen: it never grows. */
typedef struct ack_node {
  uint16_t kind;        /* ACK_KIND_...; 0: a text names it */
  uint8_t kind_size;    /* bytes of that text; 0 unless kind is 0 */
  uint8_t id_size;      /* bytes of the id, which follows the text of the kind; 0 = none */
  uint32_t text;        /* where these texts are */
  uint32_t first_value; /* its own properties; what is in their maps and lists is before them */
  uint16_t value_count;
  uint16_t flags;       /* 1: it is the fallback of its parent; every other bit is 0 */
  uint32_t end;         /* the index after its last descendant */
  uint32_t parent;      /* the index of its parent; the root's is 0 */
} ack_node;

/* A property, an entry of a map, or an element of a list. Frozen: it never grows. */
typedef struct ack_value {
  uint16_t name;    /* ACK_NAME_...; 0: a text is its name, or it is in a list */
  uint8_t key_size; /* bytes of that text */
  uint8_t tag;      /* ACK_VALUE_... */
  uint32_t text;    /* where the name and then the text of the value are */
  uint64_t content; /* by tag */
} ack_value;

#define ACK_VALUE_BOOL 1   /* content is 0 or 1 */
#define ACK_VALUE_INT 2    /* the bits of an int64_t */
#define ACK_VALUE_DOUBLE 3 /* the bits of a finite double */
#define ACK_VALUE_TEXT 4   /* the number of bytes in the upper 32 bits */
#define ACK_VALUE_MAP 5    /* the index of the first entry in the lower 32 bits, the number of entries in the upper */
#define ACK_VALUE_LIST 6   /* the same, of its elements */
#define ACK_VALUE_NODE 7   /* for ACK_NAME_FALLBACK of a node: the index of the next node, which is its fallback */

/* Why a provider has no form to give, said by what was to make it. Borrowed for the call. */
typedef struct ack_fault {
  uint32_t struct_size;
  uint32_t code;   /* of Docs/Errors.md, 1101 to 1199: 1107 is ACK1107 */
  ack_str path;    /* such as "$.root.children[2].label" */
  ack_str message; /* what is wrong, with both values when two disagree */
} ack_fault;

#define ACK_FORM_RECORDS 1 /* nodes, values and text */
#define ACK_FORM_JSON 2    /* text alone, which is JSON: an object with a "root", as Docs/Interfaces.md has it */

/* A form. Borrowed for the call. */
typedef struct ack_form {
  uint32_t struct_size;
  uint32_t encoding; /* ACK_FORM_...; in JSON all that follows is 0, but text_size and text */
  uint32_t node_count;
  uint32_t value_count;
  uint32_t text_size;
  uint32_t document_first; /* the document's own values: "id", "lang", "dir", "fallbackText", ... */
  uint32_t document_count;
  uint32_t reserved0; /* 0 */
  const ack_node *nodes;
  const ack_value *values; /* NULL only when there are none */
  const char *text;        /* UTF-8, without zero bytes between; NULL only when there is none */
  const ack_fault *fault;  /* NULL, or why the rest is not to be read: the host refuses the description for that */
} ack_form;

/* Receives one description. Owned by the host and valid only during the call that it is passed to. Its memory lives as
 * long as the process: a use after the call is a fault of the provider, but while the host makes no call it does
 * nothing and answers ACK_GONE.
 *
 * Limits, which may rise and never fall within a major: 64 nodes deep, 10 000 nodes, 100 000 property values,
 * property values nested 16 deep, 1 MiB of text in all, 16 KiB for one text, 512 bytes for a label, 64 bytes of
 * [A-Za-z0-9._-] for an id. Beyond a size or a count the status is ACK_LIMIT, for every other fault ACK_MISUSE.
 * Faults that only the whole description shows (duplicate ids, missing labels, actions that send missing inputs) are
 * found after the call, and the description is refused then. */
typedef struct ack_description {
  uint32_t struct_size; /* of this struct, set by the host */
  uint32_t reserved0;   /* 0 */
  void *ctx;            /* the host's own */

  /* [serial] Gives the description, once. What is lent is read during the call, and copied before it is checked. */
  ack_status (*give)(const struct ack_description *self, const ack_form *form);
} ack_description;

/* The session of a signed-in user. Borrowed for the call, in both directions. */
typedef struct ack_session {
  uint32_t struct_size; /* of this struct, set by the side that fills it */
  uint32_t reserved0;   /* 0 */
  ack_str subject;      /* the user: stable, unique within the provider, 1 to 512 bytes */
  ack_str display_name; /* for people, at most 512 bytes; may be empty */
  ack_str secret;       /* a token, at most 16 KiB; may be empty. Never logged, never rendered */
  int64_t expires_at;   /* when it ends; 0 = it does not */
  const ack_pair *attributes; /* pairs with distinct names, each text at most 1 KiB; NULL only when there are none */
  uint64_t attribute_count;   /* at most 64 */
  ack_str refresh_token;      /* what refresh_session needs, at most 8 KiB; may be empty. Only the provider gets it */
  int64_t secret_expires_at;  /* when the secret is not accepted any more; 0 = as good as the session */
} ack_session;

/* The surface that the interface will be shown on. */
typedef struct ack_traits {
  uint32_t struct_size;
  uint32_t columns;  /* character cells; 0 = unbounded */
  uint32_t rows;     /* character cells; 0 = unbounded */
  int32_t idiom;     /* ACK_IDIOM_... */
  int32_t color;     /* ACK_COLOR_... */
  int32_t motion;    /* ACK_MOTION_... */
  int32_t direction; /* ACK_DIRECTION_... */
  int32_t place;     /* ACK_PLACE_... */
  uint32_t abilities; /* ACK_CAN_...; 0 = none, or not known */
  uint32_t reserved0;
  ack_str languages; /* BCP 47 tags, comma-separated, most preferred first */
  ack_str time_zone; /* an IANA name, or empty */
} ack_traits;

/* The context of a question. Borrowed for the call. */
typedef struct ack_context {
  uint32_t struct_size;
  uint32_t flags;             /* 0 */
  int32_t purpose;            /* ACK_PURPOSE_...: what a logged-out interface is for. To describe one that is not known or
                               * not possible is ACK_UNSUPPORTED: the host goes on with signing in, or says so */
  int32_t target;             /* ACK_LOGGED_OUT, ACK_LOGGED_IN: the state asked about or being switched to; in perform,
                               * notify, screen_changed and session_ended the state that is installed, but always
                               * ACK_LOGGED_OUT with a purpose other than ACK_PURPOSE_SIGN_IN; in describe and
                               * is_initially_logged_in also ACK_LAUNCHING */
  uint64_t sequence;          /* of this question; the same when it is asked again after wake() */
  uint64_t revision;          /* of the interface that an action came from; counts up */
  const ack_traits *traits;   /* never NULL */
  const ack_session *session; /* the session of that state, or with another purpose than signing in the session of
                               * the user who is logged in; NULL = none */
  ack_str screen;             /* in describe: the id of a screen that invalidate() named, or whose address the user opened
                               * (ACK_UNSUPPORTED when there is none); empty for the interface of the state; in
                               * screen_changed its id; empty in every other question */
} ack_context;

/* ACK_OK when a provider in C knows all that a context says; otherwise what to answer the question with. Whether it can
 * do what a purpose asks for is its own matter. */
static inline ack_status ack_check_context(const ack_context *context) {
  if (!context || !ACK_HAS(context, ack_context, screen)) return ACK_MISUSE;
  const int is_known = context->target >= ACK_LOGGED_OUT && context->target <= ACK_LAUNCHING &&
                       context->purpose >= ACK_PURPOSE_SIGN_IN && context->purpose <= ACK_PURPOSE_SIGN_UP;
  return context->flags == 0 && is_known ? ACK_OK : ACK_UNSUPPORTED;
}

/* The appearance of a transition. Preset by the host to its defaults: 600 ms, no delay, dismissing, cross-dissolve. */
typedef struct ack_configuration {
  uint32_t struct_size;
  uint32_t dismisses_presented; /* 1: presented layers go with the transition; 0: they stay */
  int32_t style;                /* ACK_STYLE_... */
  uint32_t reserved0;
  int64_t duration;             /* 0 to 60 000 ms; 0 = no animation */
  int64_t delay;                /* 0 to 60 000 ms */
} ack_configuration;

/* An action of the user. Borrowed for the call. */
typedef struct ack_action {
  uint32_t struct_size;
  uint32_t reserved0;
  ack_str name;           /* the action's name, as described */
  ack_str node_id;        /* of the node that it came from */
  const ack_pair *values; /* exactly the inputs that the action names. A toggle is "true" or "false"; a choice with
                           * several values repeats its name */
  uint64_t value_count;
  const ack_pair *payload; /* as described */
  uint64_t payload_count;
} ack_action;

/* What an answer does. Borrowed for the call. A member that a kind does not use is zero. */
typedef struct ack_effect {
  uint32_t struct_size;
  uint32_t severity;          /* of "message": ACK_LEVEL_INFO to ACK_LEVEL_ERROR */
  ack_str kind;               /* ACK_EFFECT_... */
  ack_str target;             /* by kind */
  ack_str text;               /* by kind; at most 16 KiB */
  const ack_session *session; /* of "login" */
  const ack_form *form;       /* of "show" */
} ack_effect;

#define ACK_EFFECT_LOGIN "login"             /* signs in as the session; without one, anonymously */
#define ACK_EFFECT_LOGOUT "logout"           /* signs out */
#define ACK_EFFECT_SHOW "show"               /* shows the form: target is "push", "present" or "replace" */
#define ACK_EFFECT_LEAVE "leave"             /* leaves the top screen: target is "pop", "pop-to-root" or "dismiss" */
#define ACK_EFFECT_SELECT "select"           /* selects an item of tabs: target is the tabs' id, text the item's */
#define ACK_EFFECT_FIELD_ERROR "field-error" /* reports the error of an input: target is its "name", text the error */
#define ACK_EFFECT_MESSAGE "message"         /* tells the user the text */

/* Receives the answer to an action: at most 256 effects, applied together when the call answers ACK_OK, and not at all
 * otherwise. Owned by the host and valid only during the call, as a description is. At most one effect is "login" or
 * "logout", and it is the last one. */
typedef struct ack_reply {
  uint32_t struct_size;
  uint32_t reserved0;
  void *ctx; /* the host's own */

  /* [serial] Adds an effect. ACK_UNSUPPORTED for a kind that the host does not know; the answer goes on without it.
   * After any other failure every later call answers the same, and the host reports it, whatever the provider's call
   * answers. */
  ack_status (*add)(const struct ack_reply *self, const ack_effect *effect);
} ack_reply;

/* Who or what a failure is due to: what a host does next. */
#define ACK_FAILURE_INPUT 1    /* what was typed or chosen; the user tries again */
#define ACK_FAILURE_DENIED 2   /* the user may not; trying again does not help */
#define ACK_FAILURE_LATER 3    /* something is not there for now; trying again after retry_after may help */
#define ACK_FAILURE_PROVIDER 4 /* the provider itself */

/* Why a call has failed. Borrowed for the call; the host copies 4096 bytes of each text, and cuts the rest. */
typedef struct ack_failure {
  uint32_t struct_size;
  uint32_t category;   /* ACK_FAILURE_...; 0 = not said */
  int64_t retry_after; /* of ACK_FAILURE_LATER: in ms; 0 = not known */
  ack_str what;        /* what failed */
  ack_str why;
  ack_str fix;         /* what the user or the operator can do */
  ack_str code;        /* a stable name with a dot, such as "com.example.locked"; may be empty */
} ack_failure;

/* Receives the bytes of a picture: a PNG of at most 256 KiB and 1024 by 1024 pixels, not interlaced. Owned by the
 * host and valid only during the call, as a description is. */
typedef struct ack_asset {
  uint32_t struct_size;
  uint32_t reserved0;
  void *ctx; /* the host's own */

  /* [serial] Gives the bytes, once, and all of them. The host copies them. */
  ack_status (*give)(const struct ack_asset *self, const void *bytes, uint64_t size);
} ack_asset;

/* The functions that a host offers to a provider, from create() on. The table lives as long as the process: from the
 * beginning of destroy() on its functions but log() do nothing and answer ACK_GONE, so a late thread is harmless. None of them
 * calls back into the provider before it returns. What is requested while the host waits for a question or notify to
 * return takes effect after the answer to it, which may be a later one if it is ACK_PENDING; what is requested at
 * any other time, at once. */
typedef struct ack_host {
  uint32_t struct_size;
  uint32_t reserved0;
  void *ctx; /* the host's own */
  /* The host knows the kinds and the names with the numbers 1 to these. In a form, a kind or a name with a higher
   * number, or without one, is given as text. Every host knows those of version 1.0. */
  uint16_t known_kinds;
  uint16_t known_names;
  uint32_t reserved1;

  /* [any-thread] Asks for a login transition; NULL = an anonymous session. Only enqueues. */
  ack_status (*request_login)(const struct ack_host *self, const ack_session *session);
  /* [any-thread] Asks for a logout transition. Only enqueues. */
  ack_status (*request_logout)(const struct ack_host *self);
  /* [any-thread] Replaces secret, expiry, name and attributes of the signed-in subject. Only enqueues. */
  ack_status (*update_session)(const struct ack_host *self, const ack_session *session);
  /* [any-thread] Asks for a new description. screen is empty for the current interface, or the id, at most 64 bytes,
   * of a screen that was pushed or presented. Only enqueues. */
  ack_status (*invalidate)(const struct ack_host *self, ack_str screen);
  /* [any-thread] The answer to a pending question is ready. Never lost, not even before the pending call has returned;
   * an unknown or late sequence is ignored. */
  ack_status (*wake)(const struct ack_host *self, uint64_t sequence);
  /* [any-thread] Asks for a tick() soon, also while questions are pending. Several requests may be answered by one
   * tick. */
  ack_status (*request_tick)(const struct ack_host *self);
  /* [any-thread] Writes a line to the host's log; level is ACK_LEVEL_DEBUG to ACK_LEVEL_ERROR. Never pass a secret. */
  void (*log)(const struct ack_host *self, int32_t level, ack_str text);
  /* [serial] Explains the failure that the running call is about to answer. */
  void (*fail)(const struct ack_host *self, const ack_failure *failure);
  /* [any-thread] Returns an optional feature by its name, "ack.NAME/REV"; NULL = unknown. Lives as long as the
   * process. */
  const void *(*get_extension)(const struct ack_host *self, ack_str id);
} ack_host;

/* "ack.host-info/1": what the host is, and what it takes, which is never less than in version 1.0. */
typedef struct ack_host_info {
  uint32_t struct_size;
  uint32_t reserved0;
  ack_str name;    /* for logs */
  ack_str version; /* for logs */
  uint32_t depth, nodes, value_depth, values, text_total, text, label, id; /* of a description: counts, and bytes */
  uint32_t effects;       /* of an answer */
  uint32_t actions;       /* that may be pending at a time */
  int64_t question_limit; /* how long a question may be pending, in ms */
} ack_host_info;

/* The other extensions of a host that get_extension gives: features that a provider in a process of its own has no
 * rights to do itself. Each function takes the host's table, and blocks until it is done: call it on a thread of
 * your own, and answer the question ACK_PENDING meanwhile. A negative result is a negated number of <errno.h>; it is
 * -EACCES without the permission, whose name is in granted of ack_creation. */

/* "ack.socket/1": connections to local sockets, with a permission of the kind "socket". */
typedef struct ack_sockets {
  uint32_t struct_size;
  uint32_t reserved0;
  /* [any-thread] Connects to the socket that the provider declares by this name, and returns its file descriptor: a
   * stream socket that blocks, which the provider closes. -ENOENT and -ECONNREFUSED when nobody listens there. */
  int32_t (*open)(const ack_host *self, ack_str name);
} ack_sockets;

/* "ack.resolve/1": the addresses of machines, with a permission of the kind "network". */
typedef struct ack_resolver {
  uint32_t struct_size;
  uint32_t reserved0;
  /* [any-thread] Writes the numeric IPv4 and IPv6 addresses of a machine by its name, at most 16, separated by
   * commas, in the order in which to try them, and returns their size in bytes, of which 1024 are always enough.
   * -ENOENT when there is no such name, -EAGAIN when it cannot be known now, -ERANGE when the room is too small. */
  int32_t (*resolve)(const ack_host *self, ack_str name, char *addresses, uint64_t room);
} ack_resolver;

/* The parameters of an instance. Borrowed for the call, except the host. */
typedef struct ack_creation {
  uint32_t struct_size;
  uint32_t flags;           /* 0 */
  const ack_host *host;     /* never NULL; may be kept and used from here on, until the process ends */
  const ack_pair *settings; /* exactly those that the note declares and that have a value, in the order of the note, as
                             * text: "true" or "false", decimal digits, or the text itself. The host has checked them,
                             * and zeroes their memory after the call. NULL only when there are none */
  uint64_t setting_count;   /* at most 32 */
  ack_str home;             /* the absolute path of the provider's home folder, or empty */
  const ack_str *granted;   /* the granted permissions, such as "network"; NULL only when there are none. Unknown ones
                             * are ignored */
  uint64_t granted_count;   /* at most 64 */
} ack_creation;

/* The provider's functions. Owned by the provider, static: it must live as long as the library. Every function is
 * [serial]; optional ones may be NULL. The questions (is_initially_logged_in, configuration, describe, perform,
 * session_ended, asset, refresh_session, and credential of an extension) may be answered ACK_PENDING: the content of
 * the reply, out or inout is then discarded, and after wake(sequence) the host asks again with equal arguments. For
 * one instance at most eight performs and one other question are outstanding at a time; each ends in an answer or in
 * cancel(), before destroy(). A question that is not woken within 30 seconds, or the time that its action declares, is
 * cancelled. */
typedef struct ack_provider {
  uint32_t struct_size;
  uint32_t reserved0;

  /* Makes an instance. Several may live at once. */
  ack_status (*create)(const ack_creation *creation, ack_instance **out);
  /* Ends an instance. Every pending question has been answered or cancelled before. */
  void (*destroy)(ack_instance *instance);
  /* Optional: whether the first interface is the logged-in one; out is preset to "a session is stored". */
  ack_status (*is_initially_logged_in)(ack_instance *instance, const ack_context *context, uint32_t *out);
  /* Optional: gives the appearance of the transition to context->target. */
  ack_status (*configuration)(ack_instance *instance, const ack_context *context, ack_configuration *inout);
  /* Describes the interface of context->target. It may be asked for at any time, any number of times, and changes
   * nothing. For ACK_LAUNCHING it may answer ACK_UNSUPPORTED, and the host shows a
   * splash of its own. The host does the same for ACK_PENDING, and cancels the question, because it does not wait for a
   * splash. With context->screen it describes that screen, as the root; ACK_UNSUPPORTED leaves the screen as it is. */
  ack_status (*describe)(ack_instance *instance, const ack_context *context, const ack_description *out);
  /* Optional: answers an action of the user. */
  ack_status (*perform)(ack_instance *instance, const ack_context *context, const ack_action *action,
                        const ack_reply *reply);
  /* Optional: cancels a pending question. */
  void (*cancel)(ack_instance *instance, uint64_t sequence);
  /* Optional: reports an event; event is "did-login", "did-logout", "did-pop" or "session-expires". Unknown events are
   * ignored. */
  void (*notify)(ack_instance *instance, const ack_context *context, ack_str event);
  /* Optional: revokes the rights of a session after a logout, or after a login as another subject. A failure is
   * reported and changes nothing. */
  ack_status (*session_ended)(ack_instance *instance, const ack_context *context, const ack_session *session);
  /* Optional: answers request_tick(). */
  void (*tick)(ack_instance *instance);
  /* Optional: returns a feature of the provider by its name, "ack.NAME/REV"; NULL = unknown. It may be asked for at any
   * time, and lives as long as the library. */
  const void *(*get_extension)(ack_instance *instance, ack_str id);
  /* Optional: gives the picture that an image names with its "asset", such as "logo"; ACK_UNSUPPORTED when there is
   * none of the name. It is asked for once for each name and subject, before the interface is shown, and cancelled
   * after five seconds; without a picture the image's "alt" is shown. */
  ack_status (*asset)(ack_instance *instance, const ack_context *context, ack_str name, const ack_asset *out);
  /* Optional: renews the secret of a session: login() of the reply as the same subject with another secret, or
   * logout() when the session has ended at the provider, and nothing else. ACK_FAILED, as without a network, keeps
   * the session; ACK_UNSUPPORTED when this one cannot be renewed. It is asked for before secret_expires_at, and when
   * the secret was refused. Of all processes with this session, one asks at a time, has read the stored session
   * right before, and stores the answer before another one asks: a refresh token may be good for one use. Without
   * one in the answer, the session keeps the one that it had. */
  ack_status (*refresh_session)(ack_instance *instance, const ack_context *context, const ack_session *session,
                                const ack_reply *reply);
  /* Optional: reports what has become of the provider's screen whose id is context->screen; appearance is "shown",
   * for the first time or again, "covered" by another one, or "left". Unknown ones are ignored. The screen that was
   * in front before is reported first. */
  void (*screen_changed)(ack_instance *instance, const ack_context *context, ack_str appearance);
} ack_provider;

/* What a program asks a credential for. Borrowed for the call. */
typedef struct ack_credential_request {
  uint32_t struct_size;
  uint32_t flags;  /* 0 */
  ack_str program; /* "git", "docker", "kubernetes", or another name */
  ack_str host;    /* in lower case, with a port other than 443, at most 512 bytes; empty = the program says none */
  ack_str path;    /* on the host, without a slash before it, at most 4096 bytes; empty = the program says none */
} ack_credential_request;

/* Receives a credential. Owned by the host and valid only during the call, as a description is. */
typedef struct ack_credential {
  uint32_t struct_size;
  uint32_t reserved0;
  void *ctx; /* the host's own */

  /* [serial] Gives the credential, once: a user name of at most 512 bytes, empty for the usual one of the session; a
   * secret of 1 byte to 16 KiB; and when it ends, in seconds since 1970, 0 = with the session. The host copies it, and
   * hands it to the program alone: it is never logged or stored. */
  ack_status (*give)(const struct ack_credential *self, ack_str user_name, ack_str secret, int64_t expires_at);
} ack_credential;

/* "ack.credential/1" of a provider: what a program may have in the place of the session's secret. */
typedef struct ack_credentials {
  uint32_t struct_size;
  uint32_t reserved0;
  /* [serial] Gives a credential of context->session for a program, such as one for this host alone; context->target is
   * ACK_LOGGED_IN. ACK_UNSUPPORTED: the host gives the secret of the session, if it may. After any other failure the
   * program gets nothing. It is asked for again whenever the program asks. */
  ack_status (*credential)(ack_instance *instance, const ack_context *context, const ack_credential_request *request,
                           const ack_credential *out);
} ack_credentials;

/* The first question of a host to a library. */
typedef struct ack_query {
  uint32_t struct_size;
  uint32_t magic;         /* ACK_MAGIC */
  uint32_t abi_major_min; /* the majors that the host speaks, inclusive */
  uint32_t abi_major_max;
  uint32_t abi_minor;     /* of abi_major_max */
  uint32_t reserved0;
  ack_str host_name;      /* for logs */
  ack_str host_version;
} ack_query;

/* The library's answer. struct_size is preset by the host, and the rest zeroed: leave it, and write no member beyond
 * it. The texts and the table are static. On refusal (ACK_UNSUPPORTED), abi_major and abi_minor give the version
 * that the library speaks. A query or answer that is smaller than version 1.0's, or has another magic, is answered
 * ACK_MISUSE, and nothing is written. */
typedef struct ack_answer {
  uint32_t struct_size;
  uint32_t magic;     /* ACK_MAGIC */
  uint32_t abi_major; /* the version in use */
  uint32_t abi_minor;
  uint32_t flags;     /* 0; a host refuses a library with another value */
  uint32_t reserved0;
  ack_str id;         /* reverse DNS, 1 to 64 bytes of [A-Za-z0-9._-] */
  ack_str version;    /* of the provider */
  const ack_provider *provider;
} ack_answer;

/* The only symbol that a host looks up. [serial] Pure: it calls nothing back, starts no thread, opens no file, and may
 * be called again. Neither argument is NULL. */
ACK_EXPORT ack_status ack_provider_query(const ack_query *query, ack_answer *answer);

/* Answers a query for a provider in C that speaks the version ACK_TARGET_MINOR of this header. The texts and the table
 * must be static. */
static inline ack_status ack_answer_query(const ack_query *query, ack_answer *answer, ack_str id, ack_str version,
                                          const ack_provider *provider) {
  if (!ACK_HAS(answer, ack_answer, provider) || !ACK_HAS(query, ack_query, host_version)) return ACK_MISUSE;
  if (query->magic != ACK_MAGIC) return ACK_MISUSE;
  uint32_t minor = ACK_TARGET_MINOR;
  if (query->abi_major_max == ACK_ABI_MAJOR && query->abi_minor < minor) minor = query->abi_minor;
  answer->magic = ACK_MAGIC;
  answer->abi_major = ACK_ABI_MAJOR;
  answer->abi_minor = minor;
  if (query->abi_major_min > ACK_ABI_MAJOR || query->abi_major_max < ACK_ABI_MAJOR) return ACK_UNSUPPORTED;
  answer->id = id;
  answer->version = version;
  answer->provider = provider;
  return ACK_OK;
}

/* The note, which a host reads without running any code of the library. Write it once in a provider, in any one of
 * its source files, outside every function:
 *
 *   ACK_PROVIDER_NOTE("com.example.kitty", "Kitty", "1.2.0", "Example Ltd.");
 *
 * The arguments are string literals that become JSON: a quotation mark in one is written \\\" and a backslash \\\\. id
 * and version are those of ack_answer. name and vendor are for people, 1 to 256 bytes each.
 *
 * A note with more in it, as JSON, is written with ACK_PROVIDER_NOTE_WITH: what a host must have, or it runs no code of
 * the library, the ids that it takes over from, settings, and permissions. Docs/ProviderABI.md says what they have:
 *
 *   ACK_PROVIDER_NOTE_WITH("com.example.kitty", "Kitty", "1.2.0", "Example Ltd.",
 *     "requires": ["ack.socket/1"],
 *     "settings": [{ "name": "server", "type": "url", "label": "Server", "required": true },
 *                  { "name": "retries", "type": "integer", "label": "Retries", "default": 3, "min": 0, "max": 10 }],
 *     "permissions": [{ "kind": "network", "portOf": "server", "why": "It signs in at the server." }]);
 *
 * It is an ELF note, in an allocated section of the type SHT_NOTE, so that stripping and the collection of unused
 * sections keep it. Other languages lay out these bytes, little-endian and aligned to 4, in a section named
 * .note.appcontroller:
 *
 *   | at | bytes | content                                                                    |
 *   | -- | ----- | -------------------------------------------------------------------------- |
 *   |  0 |     4 | 14, the size of the owner's name with its zero byte                        |
 *   |  4 |     4 | the size of the descriptor: everything from byte 28 on                     |
 *   |  8 |     4 | ACK_NOTE_TYPE                                                              |
 *   | 12 |    16 | the owner, "AppController", and zeros                                      |
 *   | 28 |     2 | ACK_NOTE_LAYOUT                                                            |
 *   | 30 |     2 | the lowest major of the ABI that the library speaks                        |
 *   | 32 |     2 | the highest                                                                |
 *   | 34 |     2 | the minor of the highest                                                   |
 *   | 36 |     4 | 0, reserved                                                                |
 *   | 40 |     4 | the size of the JSON text, at most 65 536                                  |
 *   | 44 |       | the JSON text, and zeros up to a multiple of 4                             |
 *
 * The JSON text is an object with the strings "id", "name", "version" and "vendor", and may have the arrays
 * "requires", "replaces", "settings" and "permissions"; a host ignores unknown members. A library has one such note. */
#define ACK_NOTE_TYPE 0x41434B01u
#define ACK_NOTE_LAYOUT 1u

#ifdef __cplusplus
#define ACK_NOTE_ASSERT static_assert
#else
#define ACK_NOTE_ASSERT _Static_assert
#endif

#define ACK_PROVIDER_NOTE(id, name, version, vendor)                                                          \
  ACK_PROVIDER_NOTE_MORE(id, name, version, vendor, "")

/* The last arguments are further members of the object: JSON, and no string literal. */
#define ACK_PROVIDER_NOTE_WITH(id, name, version, vendor, ...)                                                \
  ACK_PROVIDER_NOTE_MORE(id, name, version, vendor, "," ACK_NOTE_TEXT(__VA_ARGS__))

/* The text of arguments whose macros are expanded. true and false of <stdbool.h> become 1 and 0, which a note may
 * have. */
#define ACK_NOTE_TEXT(...) ACK_NOTE_LITERAL(__VA_ARGS__)
#define ACK_NOTE_LITERAL(...) #__VA_ARGS__

#define ACK_PROVIDER_NOTE_MORE(id, name, version, vendor, more)                                               \
  ACK_NOTE_ASSERT(sizeof(id) > 1 && sizeof(id) <= 65, "an id has 1 to 64 bytes");                             \
  ACK_NOTE_ASSERT(sizeof(version) > 1 && sizeof(version) <= 65, "a version has 1 to 64 bytes");               \
  ACK_PROVIDER_NOTE_JSON("{\"id\":\"" id "\",\"name\":\"" name "\",\"version\":\"" version "\",\"vendor\":\"" vendor\
                         "\"" more "}")

#define ACK_PROVIDER_NOTE_JSON(json)                                                                          \
  __attribute__((used, aligned(4), section(".note.appcontroller"))) static const struct {                       \
    uint32_t owner_size, descriptor_size, type;                                                                 \
    char owner[16];                                                                                             \
    uint16_t layout, abi_major_min, abi_major_max, abi_minor;                                                   \
    uint32_t reserved0, json_size;                                                                              \
    char text[(sizeof(json) + 3) / 4 * 4];                                                                      \
  } ack_provider_note = {14, 16 + (sizeof(json) + 3) / 4 * 4, ACK_NOTE_TYPE, "AppController", ACK_NOTE_LAYOUT,   \
                         ACK_ABI_MAJOR, ACK_ABI_MAJOR, ACK_TARGET_MINOR, 0, sizeof(json) - 1, json}

#ifdef __cplusplus
}
#endif

#endif /* APPCONTROLLER_PROVIDER_H */
