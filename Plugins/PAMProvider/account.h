/* account.h - the signed-in user, with the name from the user database. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>

typedef struct account {
  char *subject;      /* the user name; NULL when no user has signed in */
  char *display_name; /* the full name, or empty */
} account;

/* Fills in an account from the user name that PAM ends with. Returns whether it can be the subject of a session. */
bool account_look_up(account *self, const char *user);

void account_forget(account *self);

#endif /* ACCOUNT_H */
