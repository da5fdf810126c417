/* note.c - has a note of its own. What is refused for its note must not be run at all, so a constructor tells. */
#include "library.h"

#if defined(REFUSED)
__attribute__((constructor)) static void run(void) {
  BREACH("code of the library was run before its note was found good");
}
#endif

static ack_status create(const ack_creation *creation, ack_instance **out) {
  for (uint64_t i = 0; i < creation->setting_count; i++)
    SEEN("setting %.*s=%.*s", (int)creation->settings[i].name.len, creation->settings[i].name.ptr,
         (int)creation->settings[i].value.len, creation->settings[i].value.ptr);
  return make_instance(creation, out);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check_question(context) != ACK_OK) return check_question(context);
  ack_builder b = {0};
  build_screen(&b, "Noted");
  return ack_give(&b, out);
}

static const ack_provider table = {
    .struct_size = sizeof table, .create = create, .destroy = free_instance, .describe = describe};
ENTRY(table)

#define NOTE_WITH(...) ACK_PROVIDER_NOTE_WITH(ID, "Note", VERSION, "Example Ltd.", __VA_ARGS__)

#if defined(MODE_requires_unknown)
NOTE_WITH("requires" : ["com.example.time-travel/1"]);
#elif defined(MODE_requires_minor)
NOTE_WITH("requires" : ["minor:1000"]);
#elif defined(MODE_requires_kind)
NOTE_WITH("requires" : ["kind:com.example.hologram"]);
#elif defined(MODE_requires_effect)
NOTE_WITH("requires" : [ "effect:message", "effect:com.example.confetti" ]);
#elif defined(MODE_requires_known)
NOTE_WITH("requires" : [ "minor:0", "kind:table", "property:qr", "effect:show", "event:did-pop" ]);
#elif defined(MODE_setting_type)
NOTE_WITH("settings" : [ {"name" : "when", "type" : "calendar", "label" : "When"} ]);
#elif defined(MODE_setting_required)
NOTE_WITH("settings" : [ {"name" : "server", "type" : "text", "label" : "Server", "required" : true} ]);
#elif defined(MODE_settings)
NOTE_WITH("settings" : [
  {"name" : "server", "type" : "text", "label" : "Server"},
  {"name" : "tries", "type" : "integer", "label" : "Tries", "default" : 3, "min" : 0, "max" : 9},
  {"name" : "loud", "type" : "boolean", "label" : "Loud", "default" : false}
]);
#elif defined(MODE_members_unknown)
NOTE_WITH("com.example.color" : {"deep" : [ "red", 1, null, true, "\\u00e4" ]}, "later" : -1.5e3);
#elif defined(MODE_permission_unknown)
NOTE_WITH("permissions" : [ {"kind" : "com.example.camera", "why" : "It looks at you."} ]);
#elif defined(MODE_json_bad)
ACK_PROVIDER_NOTE_JSON("{\"id\":\"" ID "\",\"name\":");
#elif defined(MODE_json_no_id)
ACK_PROVIDER_NOTE_JSON("{\"name\":\"Note\",\"version\":\"1.0.0\",\"vendor\":\"Example Ltd.\"}");
#elif defined(MODE_id_bad)
ACK_PROVIDER_NOTE("com/example suite", "Note", VERSION, "Example Ltd.");
#elif !defined(MODE_none)
struct note {
  uint32_t owner_size, descriptor_size, type;
  char owner[16];
  uint16_t layout, low, high, minor;
  uint32_t zero, size;
  char text[80];
};
#define TEXT "{\"id\":\"" ID "\",\"name\":\"Note\",\"version\":\"1.0.0\",\"vendor\":\"Example\"}"
#ifdef MODE_major_2
enum { LOW = 2, HIGH = 3, MINOR = 0, LAYOUT = 1, TYPE = ACK_NOTE_TYPE, SIZE = sizeof TEXT - 1 };
#elif defined(MODE_minor_9)
enum { LOW = 1, HIGH = 1, MINOR = 9, LAYOUT = 1, TYPE = ACK_NOTE_TYPE, SIZE = sizeof TEXT - 1 };
#elif defined(MODE_majors_1_to_4)
enum { LOW = 1, HIGH = 4, MINOR = 2, LAYOUT = 1, TYPE = ACK_NOTE_TYPE, SIZE = sizeof TEXT - 1 };
#elif defined(MODE_layout)
enum { LOW = 1, HIGH = 1, MINOR = 0, LAYOUT = 7, TYPE = ACK_NOTE_TYPE, SIZE = sizeof TEXT - 1 };
#elif defined(MODE_type)
enum { LOW = 1, HIGH = 1, MINOR = 0, LAYOUT = 1, TYPE = 99, SIZE = sizeof TEXT - 1 };
#elif defined(MODE_json_size)
enum { LOW = 1, HIGH = 1, MINOR = 0, LAYOUT = 1, TYPE = ACK_NOTE_TYPE, SIZE = 60000 };
#else
enum { LOW = 1, HIGH = 1, MINOR = 0, LAYOUT = 1, TYPE = ACK_NOTE_TYPE, SIZE = sizeof TEXT - 1 };
#endif
#define NOTE(name)                                                                                    \
  __attribute__((used, aligned(4), section(".note.appcontroller"))) static const struct note name = { \
      14, 16 + sizeof name.text, TYPE, "AppController", LAYOUT, LOW, HIGH, MINOR, 0, SIZE, TEXT}
NOTE(the_note);
#ifdef MODE_twice
NOTE(another_note);
#endif
#endif
