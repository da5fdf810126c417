/* pam_actor.c - a PAM module that plays the part that its arguments write, in their order.
 *
 *   cc -shared -fPIC -o pam_actor.so pam_actor.c -lpam
 *
 *   info=TEXT error=TEXT       says something, in a call of its own
 *   infos=N                    says N things, in N calls
 *   visible=TEXT secret=TEXT   asks something
 *   two                        asks two things in one call, with something said before, between and after
 *   many                       says 28 things and asks four in one call, each of 512 bytes
 *   crooked                    says what is not UTF-8, what has controls in it, and nothing
 *   long                       asks in several lines, and in more than 512 bytes
 *   style=N                    makes a call with a style of that number
 *   answer=TEXT                fails unless the next answer is TEXT, which may be empty
 *   user=NAME                  says that the user is somebody else; unfit does with a name that nobody should see
 *   reach=FIFO wait=FIFO       tells, and is told, that it has come here; the pipe's name ends with "-" and the user's
 *   return=NUMBER              ends with that status of PAM; PAM_SUCCESS otherwise */
#define _GNU_SOURCE
#include <fcntl.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct actor {
  pam_handle_t *handle;
  char *answers[256];
  int given, looked_at;
} actor;

typedef struct line {
  int style;
  const char *text;
} line;

/* Says and asks some lines in one call. */
static int talk(actor *self, int count, const line *lines) {
  struct pam_message messages[32];
  const struct pam_message *pointers[32];
  for (int i = 0; i < count; i++) {
    messages[i] = (struct pam_message){lines[i].style, lines[i].text};
    pointers[i] = &messages[i];
  }
  const void *item = NULL;
  if (pam_get_item(self->handle, PAM_CONV, &item) != PAM_SUCCESS || item == NULL) return PAM_CONV_ERR;
  const struct pam_conv *conversation = item;
  struct pam_response *responses = NULL;
  int status = conversation->conv(count, pointers, &responses, conversation->appdata_ptr);
  if (status != PAM_SUCCESS) return status;
  for (int i = 0; i < count; i++) {
    if (responses[i].resp != NULL) self->answers[self->given++] = responses[i].resp;
  }
  free(responses);
  return PAM_SUCCESS;
}

static int one(actor *self, int style, const char *text) { return talk(self, 1, &(line){style, text}); }

static int two(actor *self) {
  const line lines[] = {
      {PAM_TEXT_INFO, "Before"},       {PAM_PROMPT_ECHO_ON, "Token: "}, {PAM_ERROR_MSG, "Between"},
      {PAM_PROMPT_ECHO_OFF, "Code: "}, {PAM_TEXT_INFO, "After"},
  };
  return talk(self, 5, lines);
}

static int many(actor *self) {
  static char texts[32][513];
  line lines[32];
  for (int i = 0; i < 32; i++) {
    bool asks = i % 8 == 7;
    memset(texts[i], 'a' + i % 26, 512);
    int length = snprintf(texts[i], 16, "%s %d ", asks ? "Question" : "Notice", i + 1);
    texts[i][length] = '-';
    lines[i] = (line){asks ? (i == 15 ? PAM_PROMPT_ECHO_ON : PAM_PROMPT_ECHO_OFF) : PAM_TEXT_INFO, texts[i]};
  }
  return talk(self, 32, lines);
}

static int crooked(actor *self) {
  const line lines[] = {
      {PAM_TEXT_INFO, "caf\xE9 \xC3\xA9 \xED\xA0\x80 \xF0\x9F\x90\xB1 \xE2\x82"}, {PAM_TEXT_INFO, "a\tb\r\nc \n\n"},
      {PAM_ERROR_MSG, " \n"}, {PAM_TEXT_INFO, NULL}, {PAM_PROMPT_ECHO_OFF, NULL},
  };
  return talk(self, 5, lines);
}

static int ask_at_length(actor *self) {
  static char text[9002];
  for (int i = 1; i < 8999; i += 2) memcpy(text + i, "\xC3\xA9", 2); /* a cut at an even number is inside of one */
  text[0] = 'x';
  const line lines[] = {{PAM_PROMPT_ECHO_ON, "Choose:\n 1. Red\n 2. Blue\nColour: "}, {PAM_PROMPT_ECHO_ON, text}};
  return talk(self, 2, lines);
}

/* Opens one end of a pipe with a name, which waits for the other, and then for its end. Each user has a pipe of their
 * own, because two modules at one end would not know which of them is meant. */
static int meet(actor *self, const char *prefix, int flags) {
  const void *user = NULL;
  char path[4096], byte;
  if (pam_get_item(self->handle, PAM_USER, &user) != PAM_SUCCESS || user == NULL) return PAM_SYSTEM_ERR;
  snprintf(path, sizeof path, "%s-%s", prefix, (const char *)user);
  int pipe = open(path, flags | O_CLOEXEC);
  if (pipe < 0) return PAM_SYSTEM_ERR;
  if (flags == O_RDONLY && read(pipe, &byte, 1) < 0) return PAM_SYSTEM_ERR;
  close(pipe);
  return PAM_SUCCESS;
}

static int play(actor *self, const char *part) {
  const char *value = strchr(part, '=');
  int length = value == NULL ? (int)strlen(part) : (int)(value - part);
  value = value == NULL ? "" : value + 1;
#define IS(name) (length == (int)sizeof(name) - 1 && strncmp(part, name, sizeof(name) - 1) == 0)
  if (IS("info")) return one(self, PAM_TEXT_INFO, value);
  if (IS("error")) return one(self, PAM_ERROR_MSG, value);
  if (IS("visible")) return one(self, PAM_PROMPT_ECHO_ON, value);
  if (IS("secret")) return one(self, PAM_PROMPT_ECHO_OFF, value);
  if (IS("style")) return one(self, atoi(value), "?");
  if (IS("two")) return two(self);
  if (IS("many")) return many(self);
  if (IS("crooked")) return crooked(self);
  if (IS("long")) return ask_at_length(self);
  if (IS("user")) return pam_set_item(self->handle, PAM_USER, value);
  if (IS("unfit")) return pam_set_item(self->handle, PAM_USER, "al\x1B[1mice");
  if (IS("reach")) return meet(self, value, O_WRONLY);
  if (IS("wait")) return meet(self, value, O_RDONLY);
  if (IS("return")) return atoi(value);
  if (IS("infos")) {
    int status = PAM_SUCCESS;
    for (int i = 1; i <= atoi(value) && status == PAM_SUCCESS; i++) {
      char text[32];
      snprintf(text, sizeof text, "Notice %d", i);
      status = one(self, PAM_TEXT_INFO, text);
    }
    return status;
  }
  if (IS("answer")) {
    if (self->looked_at == self->given) return PAM_AUTH_ERR;
    return strcmp(self->answers[self->looked_at++], value) == 0 ? PAM_SUCCESS : PAM_AUTH_ERR;
  }
  return PAM_SYSTEM_ERR;
}

static int act(pam_handle_t *handle, int count, const char **parts) {
  actor self = {.handle = handle};
  int status = PAM_SUCCESS;
  for (int i = 0; i < count && status == PAM_SUCCESS; i++) status = play(&self, parts[i]);
  for (int i = 0; i < self.given; i++) free(self.answers[i]);
  return status;
}

int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **parts) {
  (void)flags;
  return act(handle, count, parts);
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **parts) {
  (void)handle, (void)flags, (void)count, (void)parts;
  abort(); /* the provider does not become the user */
}

int pam_sm_acct_mgmt(pam_handle_t *handle, int flags, int count, const char **parts) {
  (void)flags;
  return act(handle, count, parts);
}

/* libpam asks twice: whether it could be done, and to do it. */
int pam_sm_chauthtok(pam_handle_t *handle, int flags, int count, const char **parts) {
  if (flags & PAM_PRELIM_CHECK) return PAM_SUCCESS;
  return (flags & PAM_CHANGE_EXPIRED_AUTHTOK) ? act(handle, count, parts) : PAM_SYSTEM_ERR;
}
