/* screens.h - the screens of the provider: the form, what a purpose begins with, a round of PAM's questions, and a greeting. */
#ifndef SCREENS_H
#define SCREENS_H

#include "appcontroller_builder.h"
#include "conversation.h"

/* The deadline of a module for a round; the user may have to touch a token or look at another device. */
#define ROUND_DEADLINE_SECONDS 300

/* The name of the input for a prompt, by the prompt's number, such as "answer-2". */
typedef struct input_name {
  char text[24];
} input_name;
input_name input_name_of(unsigned number);

/* The form that a sign-in begins with. user is its value, and failure the text of a banner; both may be empty. */
void describe_form(ack_builder *b, const char *user, const char *failure);

/* The beginning of what only this user can do: what it is, and a button. failure may be empty. */
void describe_purpose(ack_builder *b, ack_str user, int32_t purpose, const char *failure);

/* All messages since the last round, in their order, with a field for each prompt. */
void describe_round(ack_builder *b, const conversation *conversation);

/* The greeting of the signed-in user. */
void describe_home(ack_builder *b, const ack_session *session);

#endif /* SCREENS_H */
