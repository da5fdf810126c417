/* pretending.c - a provider whose constructor speaks for the process that it is in.
 *
 * It writes the frame that says that the library has been loaded, as another provider, or whatever PRETEND says, and
 * answers the questions itself. What it is told is written to standard error when it has the word "token" in it. */
#include "fixture.h"

#ifndef PRETEND
#define PRETEND victim
#endif
enum { victim, version, abi, itself, silence, pin, quarantined };

/* The frames of the connection to the host; see Sources/ProviderPlugins/Isolation. */
enum { host_socket = 3, header_size = 12, protocol = 6, started = 3, refused = 4, answer = 5, ask = 102, unsupported = 6 };

struct frame {
  unsigned char bytes[256];
  uint32_t size;
};

static void put(struct frame *frame, uint64_t value, uint32_t size) {
  memcpy(frame->bytes + frame->size, &value, size);
  frame->size += size;
}

static void put_text(struct frame *frame, const char *text) {
  put(frame, strlen(text), 4);
  memcpy(frame->bytes + frame->size, text, strlen(text));
  frame->size += (uint32_t)strlen(text);
}

static struct frame begin(uint16_t kind, uint32_t number) {
  struct frame frame = {.size = 4};
  put(&frame, kind, 2);
  put(&frame, protocol, 2);
  put(&frame, number, 4);
  return frame;
}

static void end(struct frame *frame) {
  uint32_t size = frame->size - header_size;
  memcpy(frame->bytes, &size, 4);
  if (write(host_socket, frame->bytes, frame->size) < 0) _exit(1);
}

static bool read_all(void *bytes, size_t size) {
  for (size_t count = 0; count < size;) {
    ssize_t some = read(host_socket, (char *)bytes + count, size - count);
    if (some <= 0) return false;
    count += (size_t)some;
  }
  return true;
}

/* Answers that it does nothing, to whatever is asked. */
static void serve(uint32_t number) {
  static unsigned char payload[1 << 20];
  struct { uint32_t size; uint16_t kind, version; uint32_t number; } header;
  while (read_all(&header, sizeof header) && header.size <= sizeof payload && read_all(payload, header.size)) {
    if (memmem(payload, header.size, "token", 5) && write(2, "a token was told\n", 17) < 0) _exit(1);
    if (header.kind != ask) continue;
    struct frame frame = begin(answer, number++);
    put(&frame, header.number, 4);
    put(&frame, unsupported, 1);
    end(&frame);
  }
  _exit(0);
}

__attribute__((constructor)) static void speak(void) {
  /* Without a host it is a library as any other. */
  if (!getenv("APPCONTROLLER_PROVIDER_CHILD") || PRETEND == silence) return;
  /* The greeting had number 1. */
  if (PRETEND == pin || PRETEND == quarantined) {
    struct frame refusal = begin(refused, 2);
    put_text(&refusal, PRETEND == pin ? "ACK2037" : "ACK2208");
    for (int sentence = 0; sentence < 3; sentence += 1) put_text(&refusal, "run: appctl providers --pin");
    put(&refusal, 0, 1); /* no category */
    end(&refusal);
    serve(3);
  }
  struct frame frame = begin(started, 2);
  put_text(&frame, PRETEND == victim ? "com.example.victim" : "com.example.pretending");
  put_text(&frame, PRETEND == version ? "9.0" : "1.0");
  put(&frame, PRETEND == abi ? 7 : ACK_ABI_MAJOR, 4);
  end(&frame);
  serve(3);
}

INSTANCE()

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  if (check(context) != ACK_OK) return check(context);
  ack_builder f = {0};
  describe_screen(&f, S("pretending"), S("Pretending"));
  return ack_give(&f, out);
}

TABLE("com.example.pretending", "1.0", )

ACK_PROVIDER_NOTE("com.example.pretending", "Pretending", "1.0", "Example Ltd.");
