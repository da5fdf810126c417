/* screens.h - what the provider shows: the form, a round of PAM's questions, and a greeting. */
#ifndef SCREENS_H
#define SCREENS_H

#include "appcontroller_provider.h"
#include "conversation.h"

/* How long a module may take for a round; the user may have to touch a token or look at another device. */
#define ROUND_DEADLINE_SECONDS 300

/* Where the name of the input that asks for the prompt with this number goes, such as "answer-2". */
typedef struct input_name {
  char text[24];
} input_name;
input_name input_name_of(unsigned number);

/* The form that a sign-in begins with. user is what stands in it, and failure what a banner says; both may be empty. */
ack_status describe_form(const ack_builder *b, ack_str user, ack_str failure);

/* Everything that was said since the last round, in its order, with a field for each prompt. */
ack_status describe_round(const ack_builder *b, const conversation *conversation);

/* What is shown to whoever has signed in. */
ack_status describe_home(const ack_builder *b, const ack_session *session);

#endif /* SCREENS_H */
