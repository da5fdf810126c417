/* screens.c - the screens of the provider.
 *
 * After a failure, every later call of the builder returns the same status. So the status of a call is ignored here,
 * and each description returns the status of its last end(). */
#define _GNU_SOURCE /* gethostname */
#include "screens.h"
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOST_LABEL_BYTES 512
#define MOST_MACHINE_BYTES 64

input_name input_name_of(unsigned number) {
  input_name name;
  snprintf(name.text, sizeof name.text, "answer-%u", number);
  return name;
}

/* ---- Parts ---- */

/* Begins the document and its screen, whose title is the name of this machine. */
static void begin_screen(const ack_builder *b, ack_str document, ack_str id) {
  char machine[MOST_MACHINE_BYTES + 1] = "", title[MOST_MACHINE_BYTES + 16];
  if (gethostname(machine, sizeof machine - 1) != 0) machine[0] = '\0';
  snprintf(title, sizeof title, machine[0] == '\0' ? "Sign in" : "Sign in to %s", machine);
  b->set_str(b, S("id"), document);
  b->set_str(b, S("lang"), S("en"));
  b->begin(b, S("screen"), id);
  b->set_str(b, S("label"), is_fit_for_session(title) ? str(title) : S("Sign in"));
}

static void banner(const ack_builder *b, ack_str severity, ack_str text) {
  b->begin(b, S("banner"), S(""));
  b->set_str(b, S("severity"), severity);
  b->set_str(b, S("text"), text);
  b->end(b);
}

static void text(const ack_builder *b, ack_str style, ack_str content) {
  b->begin(b, S("text"), S(""));
  b->set_str(b, S("style"), style);
  b->set_str(b, S("text"), content);
  b->end(b);
}

/* Begins a button and its action. The caller closes the action and ends the button. */
static void begin_button(const ack_builder *b, ack_str id, ack_str label, ack_str style, ack_str action) {
  b->begin(b, S("button"), id);
  b->set_str(b, S("label"), label);
  b->set_str(b, S("style"), style);
  b->open_map(b, S("action"));
  b->set_str(b, S("name"), action);
}

static ack_status end_button(const ack_builder *b) {
  b->close(b);
  return b->end(b);
}

/* ---- The form ---- */

ack_status describe_form(const ack_builder *b, ack_str user, ack_str failure) {
  begin_screen(b, S("logged-out"), S("sign-in-screen"));
  b->set_str(b, S("initialFocus"), S("user"));
  b->set_str(b, S("primaryAction"), S("sign-in"));
  if (failure.len > 0) banner(b, S("error"), failure);

  b->begin(b, S("field"), S("user"));
  b->set_str(b, S("label"), S("User name"));
  b->open_map(b, S("input"));
  b->set_str(b, S("name"), S("user"));
  b->set_str(b, S("content"), S("username"));
  if (user.len > 0) b->set_str(b, S("value"), user);
  b->open_list(b, S("rules"));
  b->open_map(b, S(""));
  b->set_str(b, S("rule"), S("required"));
  b->set_str(b, S("message"), S("Enter your user name"));
  b->close(b);
  b->close(b);
  b->close(b);
  b->end(b);

  begin_button(b, S("sign-in"), S("Sign in"), S("primary"), S("sign-in"));
  b->open_list(b, S("sends"));
  b->set_str(b, S(""), S("user"));
  b->close(b);
  b->set_i64(b, S("deadline"), ROUND_DEADLINE_SECONDS);
  end_button(b);
  return b->end(b);
}

/* ---- A round ---- */

/* The label of a prompt: its text without the colon at the end, which only a terminal needs. Of several lines it is the
 * last one, which is the one that a user of a terminal answers. */
static ack_str label_of(const char *prompt) {
  const char *line = strrchr(prompt, '\n');
  line = line == NULL ? prompt : line + 1;
  size_t length = cut(line, strlen(line), MOST_LABEL_BYTES);
  while (length > 0 && (line[length - 1] == ':' || line[length - 1] == ' ')) length--;
  return length > 0 ? (ack_str){line, length} : S("Answer");
}

static void field(const ack_builder *b, const message *prompt) {
  input_name name = input_name_of(prompt->number);
  /* A label is one line of 512 bytes. A longer prompt stands above its field in full. */
  if (strchr(prompt->text, '\n') != NULL || strlen(prompt->text) > MOST_LABEL_BYTES) {
    text(b, S("body"), str(prompt->text));
  }
  b->begin(b, S("field"), str(name.text));
  b->set_str(b, S("label"), label_of(prompt->text));
  b->open_map(b, S("input"));
  b->set_str(b, S("name"), str(name.text));
  if (prompt->style == PROMPT_SECRET) b->set_str(b, S("content"), S("password"));
  b->close(b);
  b->end(b);
}

/* No field is required, and the button is always enabled, because an empty answer is an answer too. */
ack_status describe_round(const ack_builder *b, const conversation *conversation) {
  size_t count = 0;
  const message *messages = conversation_messages(conversation, &count);
  char round[16];
  snprintf(round, sizeof round, "%u", conversation_round(conversation));

  begin_screen(b, S("round"), S("round-screen"));
  for (size_t i = 0; i < count; i++) {
    if (!is_prompt(&messages[i])) continue;
    b->set_str(b, S("initialFocus"), str(input_name_of(messages[i].number).text));
    break;
  }
  b->set_str(b, S("primaryAction"), S("continue"));
  for (size_t i = 0; i < count; i++) {
    switch (messages[i].style) {
      case MESSAGE_INFO: banner(b, S("info"), str(messages[i].text)); break;
      case MESSAGE_ERROR: banner(b, S("error"), str(messages[i].text)); break;
      case PROMPT_VISIBLE:
      case PROMPT_SECRET: field(b, &messages[i]); break;
    }
  }

  begin_button(b, S("continue"), S("Continue"), S("primary"), S("answer"));
  b->open_list(b, S("sends"));
  for (size_t i = 0; i < count; i++) {
    if (is_prompt(&messages[i])) b->set_str(b, S(""), str(input_name_of(messages[i].number).text));
  }
  b->close(b);
  b->open_map(b, S("payload"));
  b->set_str(b, S("round"), str(round));
  b->close(b);
  b->set_i64(b, S("deadline"), ROUND_DEADLINE_SECONDS);
  end_button(b);

  begin_button(b, S("cancel"), S("Cancel"), S("cancel"), S("cancel"));
  b->set_bool(b, S("validates"), 0);
  end_button(b);
  return b->end(b);
}

/* ---- Inside ---- */

ack_status describe_home(const ack_builder *b, const ack_session *session) {
  char greeting[600] = "Hello!", account[600] = "";
  if (session != NULL) {
    ack_str name = session->display_name.len > 0 ? session->display_name : session->subject;
    snprintf(greeting, sizeof greeting, "Hello, %.*s!", (int)name.len, name.ptr);
    snprintf(account, sizeof account, "Signed in as %.*s", (int)session->subject.len, session->subject.ptr);
  }
  b->set_str(b, S("id"), S("logged-in"));
  b->set_str(b, S("lang"), S("en"));
  b->begin(b, S("screen"), S("home"));
  b->set_str(b, S("label"), S("Signed in"));
  text(b, S("heading"), str(greeting));
  if (account[0] != '\0') text(b, S("body"), str(account));
  begin_button(b, S("sign-out"), S("Log Out"), S("destructive"), S("sign-out"));
  end_button(b);
  return b->end(b);
}
