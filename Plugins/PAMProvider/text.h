/* text.h - the ABI's texts, and the conversion of PAM's texts into them. */
#ifndef TEXT_H
#define TEXT_H

#include "appcontroller_provider.h"

#include <stdbool.h>
#include <stddef.h>

/* A literal as the ABI's text. */
#define S(literal) ((ack_str){(literal), sizeof(literal) - 1})

ack_str str(const char *text);
bool equal(ack_str a, ack_str b);

/* The value of the first pair with this name; empty when there is none. */
ack_str value_of(const ack_pair *pairs, uint64_t count, ack_str name);

/* Copies a module's text: bytes that are not UTF-8 become U+FFFD, tabs become spaces, carriage returns and trailing
 * white space are removed, and a text of more than limit bytes is cut, with an ellipsis. NULL is empty.
 *
 * Returns memory to be freed, or NULL when no memory is left. */
char *clean_copy(const char *text, size_t limit);

/* Returns the length, at most limit, at which a text can be cut between two characters. The text is valid UTF-8. */
size_t cut(const char *text, size_t length, size_t limit);

/* Whether a session may contain a text: UTF-8 of at most 512 bytes without control or direction characters. */
bool is_fit_for_session(const char *text);

/* Overwrites a secret and frees it. NULL is allowed. */
void wipe(char *secret);

#endif /* TEXT_H */
