/* conversation.h - one try to sign in: a transaction of PAM on a thread of its own, and what it asks and says.
 *
 * The provider and the thread share a conversation; whoever leaves last frees it. So the provider never waits for a
 * module: one that is slow or hangs is left behind, and what it finds out is dropped. All functions here are the
 * provider's, which the host calls one at a time. */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>

#define MOST_PROMPTS 32       /* PAM_MAX_NUM_MSG: what a module may ask in one round */
#define MOST_KEPT_MESSAGES 32 /* what was said without a prompt; when it is more, it is shown at once */
#define MOST_ANSWER_BYTES 511 /* PAM_MAX_RESP_SIZE, with the NUL */
#define MOST_USER_BYTES 255   /* LOGIN_NAME_MAX, with the NUL */

typedef enum message_style { MESSAGE_INFO, MESSAGE_ERROR, PROMPT_VISIBLE, PROMPT_SECRET } message_style;

typedef struct message {
  message_style style;
  unsigned number; /* of the prompt in its conversation, from 1; 0 for what asks nothing */
  char *text;      /* UTF-8; never empty but for a prompt */
} message;

static inline bool is_prompt(const message *message) { return message->number > 0; }

/* How far a conversation is. */
typedef enum phase {
  PHASE_RUNNING,  /* modules are at work; the provider may look at nothing */
  PHASE_ASKING,   /* a round waits for its answers */
  PHASE_FINISHED, /* it succeeded or failed */
} phase;

typedef struct conversation conversation;

/* Begins one. Returns NULL when there is no memory or thread for it, or too many are left behind. */
conversation *conversation_begin(const ack_host *host, const char *service, ack_str user);

/* How far it is. While it is running, the question with this sequence is woken when that changes. */
phase conversation_await(conversation *self, uint64_t sequence);

/* What was said since the last round, and, while it is asking, the prompts; all in their order. */
const message *conversation_messages(const conversation *self, size_t *count);

/* The number of the round that is asked, from 1. */
unsigned conversation_round(const conversation *self);

/* Answers the prompts of the round, in their order, and lets it run on. Takes over the answers, which are wiped. */
void conversation_answer(conversation *self, char *answers[MOST_PROMPTS]);

/* What became of it when it is finished: NULL when somebody has signed in, else why nobody has. */
const char *conversation_failure(const conversation *self);

/* Who has signed in, as PAM says after the modules; and the name for people, which may be empty. */
const char *conversation_subject(const conversation *self);
const char *conversation_display_name(const conversation *self);

/* Leaves it: a round is answered with PAM_CONV_ERR, and so is everything that is asked from now on. */
void conversation_leave(conversation *self);

#endif /* CONVERSATION_H */
