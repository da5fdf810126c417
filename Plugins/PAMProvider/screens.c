/* screens.c - the screens of the provider. */
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
static void begin_screen(ack_builder *b, const char *document, const char *id) {
  char machine[MOST_MACHINE_BYTES + 1] = "", title[MOST_MACHINE_BYTES + 16];
  if (gethostname(machine, sizeof machine - 1) != 0) machine[0] = '\0';
  snprintf(title, sizeof title, machine[0] == '\0' ? "Sign in" : "Sign in to %s", machine);
  ack_set_text(b, ACK_NAME_ID, document);
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, ACK_KIND_SCREEN, id);
  ack_set_text(b, ACK_NAME_LABEL, is_fit_for_session(title) ? title : "Sign in");
}

static void banner(ack_builder *b, const char *severity, const char *text) {
  ack_begin(b, ACK_KIND_BANNER, NULL);
  ack_set_text(b, ACK_NAME_SEVERITY, severity);
  ack_set_text(b, ACK_NAME_TEXT, text);
  ack_end(b);
}

static void text(ack_builder *b, const char *style, const char *content) {
  ack_begin(b, ACK_KIND_TEXT, NULL);
  ack_set_text(b, ACK_NAME_STYLE, style);
  ack_set_text(b, ACK_NAME_TEXT, content);
  ack_end(b);
}

/* Begins a button and its action. The caller closes the action and ends the button. */
static void begin_button(ack_builder *b, const char *id, const char *label, const char *style, const char *action) {
  ack_begin(b, ACK_KIND_BUTTON, id);
  ack_set_text(b, ACK_NAME_LABEL, label);
  ack_set_text(b, ACK_NAME_STYLE, style);
  ack_open_map(b, ACK_NAME_ACTION);
  ack_set_text(b, ACK_NAME_NAME, action);
}

static void end_button(ack_builder *b) {
  ack_close(b);
  ack_end(b);
}

/* ---- The form ---- */

void describe_form(ack_builder *b, const char *user, const char *failure) {
  begin_screen(b, "logged-out", "sign-in-screen");
  ack_set_text(b, ACK_NAME_INITIAL_FOCUS, "user");
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "sign-in");
  if (failure[0] != '\0') banner(b, "error", failure);

  ack_begin(b, ACK_KIND_FIELD, "user");
  ack_set_text(b, ACK_NAME_LABEL, "User name");
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, "user");
  ack_set_text(b, ACK_NAME_CONTENT, ACK_WORD_USERNAME);
  if (user[0] != '\0') ack_set_text(b, ACK_NAME_VALUE, user);
  ack_open_list(b, ACK_NAME_RULES);
  ack_add_map(b);
  ack_set_text(b, ACK_NAME_RULE, ACK_WORD_REQUIRED);
  ack_set_text(b, ACK_NAME_MESSAGE, "Enter your user name");
  ack_close(b);
  ack_close(b);
  ack_close(b);
  ack_end(b);

  begin_button(b, "sign-in", "Sign in", "primary", "sign-in");
  ack_open_list(b, ACK_NAME_SENDS);
  ack_add_text(b, "user");
  ack_close(b);
  ack_set_int(b, ACK_NAME_DEADLINE, ROUND_DEADLINE_SECONDS);
  end_button(b);
  ack_end(b);
}

/* ---- A purpose ---- */

void describe_purpose(ack_builder *b, ack_str user, int32_t purpose, const char *failure) {
  const int changes = purpose == ACK_PURPOSE_CHANGE_SECRET;
  char account[600];
  snprintf(account, sizeof account, changes ? "Another password for %.*s" : "Show that you are %.*s", (int)user.len,
           user.ptr);
  begin_screen(b, "purpose", "purpose-screen");
  ack_set_text(b, ACK_NAME_INITIAL_FOCUS, "begin");
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "begin");
  if (failure[0] != '\0') banner(b, "error", failure);
  text(b, ACK_WORD_BODY, account);
  begin_button(b, "begin", "Continue", "primary", "sign-in");
  ack_set_int(b, ACK_NAME_DEADLINE, ROUND_DEADLINE_SECONDS);
  end_button(b);
  ack_end(b);
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

static void field(ack_builder *b, const message *prompt) {
  input_name name = input_name_of(prompt->number);
  /* A label is one line of 512 bytes. A longer prompt stands above its field in full. */
  if (strchr(prompt->text, '\n') != NULL || strlen(prompt->text) > MOST_LABEL_BYTES) {
    text(b, ACK_WORD_BODY, prompt->text);
  }
  ack_begin(b, ACK_KIND_FIELD, name.text);
  ack_set_str(b, ACK_NAME_LABEL, label_of(prompt->text));
  ack_open_map(b, ACK_NAME_INPUT);
  ack_set_text(b, ACK_NAME_NAME, name.text);
  if (prompt->style == PROMPT_SECRET) ack_set_text(b, ACK_NAME_CONTENT, ACK_WORD_PASSWORD);
  ack_close(b);
  ack_end(b);
}

/* No field is required, and the button is always enabled, because an empty answer is an answer too. */
void describe_round(ack_builder *b, const conversation *conversation) {
  size_t count = 0;
  const message *messages = conversation_messages(conversation, &count);
  char round[16];
  snprintf(round, sizeof round, "%u", conversation_round(conversation));

  begin_screen(b, "round", "round-screen");
  for (size_t i = 0; i < count; i++) {
    if (!is_prompt(&messages[i])) continue;
    ack_set_text(b, ACK_NAME_INITIAL_FOCUS, input_name_of(messages[i].number).text);
    break;
  }
  ack_set_text(b, ACK_NAME_PRIMARY_ACTION, "continue");
  for (size_t i = 0; i < count; i++) {
    switch (messages[i].style) {
      case MESSAGE_INFO: banner(b, "info", messages[i].text); break;
      case MESSAGE_ERROR: banner(b, "error", messages[i].text); break;
      case PROMPT_VISIBLE:
      case PROMPT_SECRET: field(b, &messages[i]); break;
    }
  }

  begin_button(b, "continue", "Continue", "primary", "answer");
  ack_open_list(b, ACK_NAME_SENDS);
  for (size_t i = 0; i < count; i++) {
    if (is_prompt(&messages[i])) ack_add_text(b, input_name_of(messages[i].number).text);
  }
  ack_close(b);
  ack_open_map(b, ACK_NAME_PAYLOAD);
  ack_key(b, "round"), ack_add_text(b, round);
  ack_close(b);
  ack_set_int(b, ACK_NAME_DEADLINE, ROUND_DEADLINE_SECONDS);
  end_button(b);

  begin_button(b, "cancel", "Cancel", "cancel", ACK_WORD_CANCEL);
  ack_set_bool(b, ACK_NAME_VALIDATES, 0);
  end_button(b);
  ack_end(b);
}

/* ---- Inside ---- */

void describe_home(ack_builder *b, const ack_session *session) {
  char greeting[600] = "Hello!", account[600] = "";
  if (session != NULL) {
    ack_str name = session->display_name.len > 0 ? session->display_name : session->subject;
    snprintf(greeting, sizeof greeting, "Hello, %.*s!", (int)name.len, name.ptr);
    snprintf(account, sizeof account, "Signed in as %.*s", (int)session->subject.len, session->subject.ptr);
  }
  ack_set_text(b, ACK_NAME_ID, "logged-in");
  ack_set_text(b, ACK_NAME_LANG, "en");
  ack_begin(b, ACK_KIND_SCREEN, "home");
  ack_set_text(b, ACK_NAME_LABEL, "Signed in");
  text(b, ACK_WORD_HEADING, greeting);
  if (account[0] != '\0') text(b, ACK_WORD_BODY, account);
  begin_button(b, "sign-out", "Log Out", "destructive", "sign-out");
  end_button(b);
  ack_end(b);
}
