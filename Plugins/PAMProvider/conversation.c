/* conversation.c - the transaction with PAM, its conversation function, and the thread that runs both. */
#define _GNU_SOURCE /* explicit_bzero in a pedantic C11 */
#include "conversation.h"
#include "account.h"
#include "text.h"

#include <pthread.h>
#include <security/pam_appl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_CONVERSATIONS 16    /* in this process, including those that were left in a module that hangs */
#define MOST_MESSAGE_BYTES 8192  /* far above PAM's own 512 bytes; 64 of these fit into one description */
#define MOST_MESSAGES (MOST_KEPT_MESSAGES + MOST_PROMPTS)

_Static_assert(MOST_PROMPTS == PAM_MAX_NUM_MSG, "a round is as long as PAM lets it be");
_Static_assert(MOST_ANSWER_BYTES == PAM_MAX_RESP_SIZE - 1, "an answer is as long as PAM lets it be");

struct conversation {
  pthread_mutex_t lock;
  pthread_cond_t answered;

  /* Protected by the lock. */
  unsigned owners; /* the provider and the thread */
  bool is_left;    /* by the provider */
  phase phase;
  bool is_awaited; /* a question is to be woken, with the sequence below */
  uint64_t sequence;

  /* Owned by the thread in PHASE_RUNNING, and by the provider otherwise. */
  const ack_host *host;
  char *service, *user;
  bool changes_secret;
  message messages[MOST_MESSAGES];
  size_t message_count;
  unsigned rounds, prompts;
  char *answers[MOST_PROMPTS];
  char *failure;
  account account;
};

static atomic_uint conversations = 0;

/* ---- Memory ---- */

static void forget_messages(conversation *self, size_t kept) {
  while (self->message_count > kept) free(self->messages[--self->message_count].text);
}

static void forget_answers(conversation *self) {
  for (size_t i = 0; i < MOST_PROMPTS; i++) {
    wipe(self->answers[i]);
    self->answers[i] = NULL;
  }
}

static void destroy(conversation *self) {
  forget_messages(self, 0);
  forget_answers(self);
  account_forget(&self->account);
  free(self->service);
  free(self->user);
  free(self->failure);
  pthread_cond_destroy(&self->answered);
  pthread_mutex_destroy(&self->lock);
  free(self);
  atomic_fetch_sub(&conversations, 1);
}

/* Gives up one of the two ownerships; the caller holds the lock. */
static void release(conversation *self) {
  bool is_last = --self->owners == 0;
  pthread_mutex_unlock(&self->lock);
  if (is_last) destroy(self);
}

/* ---- The thread ---- */

/* Enters a phase, and tells the host that a question can be asked again. The host is called without the lock, because
 * it has locks of its own. */
static void enter(conversation *self, phase next) {
  pthread_mutex_lock(&self->lock);
  self->phase = next;
  bool is_awaited = self->is_awaited;
  self->is_awaited = false;
  uint64_t sequence = self->sequence;
  pthread_mutex_unlock(&self->lock);
  if (is_awaited) self->host->wake(self->host, sequence);
}

static bool is_left(conversation *self) {
  pthread_mutex_lock(&self->lock);
  bool is_left = self->is_left;
  pthread_mutex_unlock(&self->lock);
  return is_left;
}

/* Finds the style of a message of PAM. Returns whether this host can show the message. */
static bool style_of(int pam_style, message_style *style) {
  switch (pam_style) {
    case PAM_TEXT_INFO: *style = MESSAGE_INFO; return true;
    case PAM_ERROR_MSG: *style = MESSAGE_ERROR; return true;
    case PAM_PROMPT_ECHO_ON: *style = PROMPT_VISIBLE; return true;
    case PAM_PROMPT_ECHO_OFF: *style = PROMPT_SECRET; return true;
    default: return false; /* such as binary prompts, which no user could answer */
  }
}

static bool asks(message_style style) { return style == PROMPT_VISIBLE || style == PROMPT_SECRET; }

/* Records the messages and prompts of a round. Returns a status of PAM; records nothing unless it is PAM_SUCCESS. */
static int note(conversation *self, int count, const struct pam_message **messages) {
  size_t kept = self->message_count;
  unsigned prompts = self->prompts;
  int status = PAM_SUCCESS;
  for (int i = 0; i < count && status == PAM_SUCCESS; i++) {
    message noted = {.style = MESSAGE_INFO};
    if (messages[i] == NULL || !style_of(messages[i]->msg_style, &noted.style)) {
      status = PAM_CONV_ERR;
      break;
    }
    noted.text = clean_copy(messages[i]->msg, MOST_MESSAGE_BYTES);
    if (noted.text == NULL) {
      status = PAM_BUF_ERR;
    } else if (!asks(noted.style) && noted.text[0] == '\0') {
      free(noted.text); /* a blank line is left out */
    } else {
      if (asks(noted.style)) noted.number = ++self->prompts;
      self->messages[self->message_count++] = noted;
    }
  }
  if (status == PAM_SUCCESS) return status;
  forget_messages(self, kept);
  self->prompts = prompts;
  return status;
}

/* Lets the provider ask the recorded prompts, and waits for the answers. Returns whether there are any. */
static bool ask(conversation *self) {
  self->rounds++;
  enter(self, PHASE_ASKING);
  pthread_mutex_lock(&self->lock);
  while (self->phase == PHASE_ASKING && !self->is_left) pthread_cond_wait(&self->answered, &self->lock);
  bool is_answered = !self->is_left;
  pthread_mutex_unlock(&self->lock);
  forget_messages(self, 0);
  return is_answered;
}

/* The conversation function, which modules call. Messages without a prompt are kept for the next round or the end; some
 * modules accept no responses to them. */
static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *context) {
  conversation *self = context;
  if (count < 1 || count > MOST_PROMPTS || messages == NULL || is_left(self)) return PAM_CONV_ERR;
  unsigned before = self->prompts;
  int status = note(self, count, messages);
  if (status != PAM_SUCCESS) return status;
  bool is_asked = self->prompts > before;
  if (responses == NULL && is_asked) return PAM_CONV_ERR;
  if ((is_asked || self->message_count > MOST_KEPT_MESSAGES) && !ask(self)) {
    forget_answers(self);
    return PAM_CONV_ERR;
  }
  if (responses == NULL) return PAM_SUCCESS;

  struct pam_response *answers = calloc((size_t)count, sizeof *answers); /* the module frees it, and its content */
  size_t next = 0;
  for (int i = 0; i < count && answers != NULL; i++) {
    message_style style;
    if (!style_of(messages[i]->msg_style, &style) || !asks(style)) continue;
    answers[i].resp = self->answers[next];
    self->answers[next++] = NULL;
  }
  forget_answers(self); /* none remains unless memory has run out */
  *responses = answers;
  return answers != NULL ? PAM_SUCCESS : PAM_BUF_ERR;
}

/* Runs the steps of a sign-in. Calls neither pam_setcred nor pam_open_session, because this process keeps its user. */
static int sign_in(conversation *self, pam_handle_t *handle) {
  int status = pam_authenticate(handle, 0);
  /* An unknown user gets the same answer as a wrong password. */
  if (status == PAM_USER_UNKNOWN) status = PAM_AUTH_ERR;
  if (status != PAM_SUCCESS) return status;
  if (is_left(self)) return PAM_CONV_ERR;
  status = pam_acct_mgmt(handle, 0);
  if (status == PAM_NEW_AUTHTOK_REQD && !is_left(self)) status = pam_chauthtok(handle, PAM_CHANGE_EXPIRED_AUTHTOK);
  return status;
}

/* Runs the steps of the transaction, and looks up the user that PAM has after them. */
static int transact(conversation *self, pam_handle_t *handle) {
  int status = self->changes_secret ? pam_chauthtok(handle, 0) : sign_in(self, handle);
  if (status != PAM_SUCCESS) return status;
  const void *user = NULL;
  status = pam_get_item(handle, PAM_USER, &user);
  if (status != PAM_SUCCESS) return status;
  return account_look_up(&self->account, user) ? PAM_SUCCESS : PAM_USER_UNKNOWN;
}

static void *run(void *context) {
  conversation *self = context;
  const struct pam_conv talk = {converse, self};
  pam_handle_t *handle = NULL;
  int status = pam_start(self->service, self->user, &talk, &handle);
  if (status == PAM_SUCCESS) {
    char terminal[256];
    if (ttyname_r(STDIN_FILENO, terminal, sizeof terminal) == 0) pam_set_item(handle, PAM_TTY, terminal);
    status = transact(self, handle);
  }
  if (status != PAM_SUCCESS) self->failure = clean_copy(pam_strerror(handle, status), MOST_MESSAGE_BYTES);
  if (handle != NULL) pam_end(handle, status);
  enter(self, PHASE_FINISHED);
  pthread_mutex_lock(&self->lock);
  release(self);
  return NULL;
}

/* Starts the thread with all signals blocked, because they are meant for the host's threads. */
static bool begin_thread(conversation *self) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_begun = pthread_create(&thread, &attributes, run, self) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return is_begun;
}

/* ---- The provider's side ---- */

conversation *conversation_begin(const ack_host *host, const char *service, ack_str user, bool changes_secret) {
  if (atomic_fetch_add(&conversations, 1) >= MOST_CONVERSATIONS) {
    atomic_fetch_sub(&conversations, 1);
    return NULL;
  }
  conversation *self = calloc(1, sizeof *self);
  if (self == NULL) {
    atomic_fetch_sub(&conversations, 1);
    return NULL;
  }
  pthread_mutex_init(&self->lock, NULL);
  pthread_cond_init(&self->answered, NULL);
  self->host = host;
  self->service = strdup(service);
  self->user = strndup(user.ptr, user.len);
  self->changes_secret = changes_secret;
  self->owners = 2;
  if (self->service != NULL && self->user != NULL && begin_thread(self)) return self;
  destroy(self);
  return NULL;
}

phase conversation_await(conversation *self, uint64_t sequence) {
  pthread_mutex_lock(&self->lock);
  phase now = self->phase;
  self->is_awaited = now == PHASE_RUNNING;
  self->sequence = sequence;
  pthread_mutex_unlock(&self->lock);
  return now;
}

const message *conversation_messages(const conversation *self, size_t *count) {
  *count = self->message_count;
  return self->messages;
}

unsigned conversation_round(const conversation *self) { return self->rounds; }

void conversation_answer(conversation *self, char *answers[MOST_PROMPTS]) {
  memcpy(self->answers, answers, sizeof self->answers);
  pthread_mutex_lock(&self->lock);
  self->phase = PHASE_RUNNING;
  pthread_cond_signal(&self->answered);
  pthread_mutex_unlock(&self->lock);
}

const char *conversation_failure(const conversation *self) {
  if (self->account.subject != NULL) return NULL;
  return self->failure != NULL ? self->failure : "There is no memory left.";
}

const char *conversation_subject(const conversation *self) { return self->account.subject; }

const char *conversation_display_name(const conversation *self) { return self->account.display_name; }

void conversation_leave(conversation *self) {
  pthread_mutex_lock(&self->lock);
  self->is_left = true;
  self->is_awaited = false;
  pthread_cond_signal(&self->answered);
  release(self);
}
