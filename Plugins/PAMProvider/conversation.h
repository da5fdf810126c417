/* conversation.h - one attempt to sign in or to get another password: a transaction of PAM on a thread of its own, with its messages and prompts.
 *
 * The provider and the thread share a conversation, and the last one to leave it frees it. So the provider never waits
 * for a module: a module that is slow or hangs is left behind, and its result is dropped. All functions here are for
 * the provider, which the host calls one at a time. */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>

#define MOST_PROMPTS 32       /* PAM_MAX_NUM_MSG: the prompts of a module in one round */
#define MOST_KEPT_MESSAGES 32 /* messages without a prompt; further ones are shown at once */
#define MOST_ANSWER_BYTES 511 /* PAM_MAX_RESP_SIZE, with the NUL */
#define MOST_USER_BYTES 255   /* LOGIN_NAME_MAX, with the NUL */

typedef enum message_style { MESSAGE_INFO, MESSAGE_ERROR, PROMPT_VISIBLE, PROMPT_SECRET } message_style;

typedef struct message {
  message_style style;
  unsigned number; /* of the prompt in its conversation, from 1; 0 for other messages */
  char *text;      /* UTF-8; empty only for a prompt */
} message;

static inline bool is_prompt(const message *message) { return message->number > 0; }

/* The progress of a conversation. */
typedef enum phase {
  PHASE_RUNNING,  /* modules are at work; the provider may not read the conversation */
  PHASE_ASKING,   /* a round waits for its answers */
  PHASE_FINISHED, /* it succeeded or failed */
} phase;

typedef struct conversation conversation;

/* Begins a conversation, in which the user signs in or, with changes_secret, gets another password. Returns NULL when
 * there is no memory or thread for it, or too many are left behind. */
conversation *conversation_begin(const ack_host *host, const char *service, ack_str user, bool changes_secret);

/* Returns the phase. In PHASE_RUNNING, the question with this sequence is woken when the phase changes. */
phase conversation_await(conversation *self, uint64_t sequence);

/* Returns the messages since the last round and, in PHASE_ASKING, the prompts, all in their order. */
const message *conversation_messages(const conversation *self, size_t *count);

/* Returns the number of the current round, from 1. */
unsigned conversation_round(const conversation *self);

/* Answers the prompts of the round, in their order, and continues. Takes over the answers, and wipes them. */
void conversation_answer(conversation *self, char *answers[MOST_PROMPTS]);

/* Returns the reason of the failure in PHASE_FINISHED, or NULL when it has succeeded. */
const char *conversation_failure(const conversation *self);

/* Return the user name that PAM has after the modules, and the display name, which may be empty. */
const char *conversation_subject(const conversation *self);
const char *conversation_display_name(const conversation *self);

/* Leaves the conversation: the current round and all later ones are answered with PAM_CONV_ERR. */
void conversation_leave(conversation *self);

#endif /* CONVERSATION_H */
