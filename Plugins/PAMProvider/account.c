/* account.c - the signed-in user, with the name from the user database. */
#define _GNU_SOURCE
#include "account.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RECORD_BYTES (1 << 20) /* the limit of a record in the user database */

/* The full name: the GECOS field up to its first comma, with the user name in place of each ampersand. */
static char *full_name(const char *gecos, const char *user) {
  size_t length = strcspn(gecos, ",");
  size_t names = 0;
  for (size_t i = 0; i < length; i++) names += gecos[i] == '&';
  char *name = malloc(length + names * strlen(user) + 1);
  if (name == NULL) return NULL;
  size_t used = 0;
  for (size_t i = 0; i < length; i++) {
    if (gecos[i] != '&') {
      name[used++] = gecos[i];
      continue;
    }
    memcpy(name + used, user, strlen(user));
    name[used] = (char)toupper((unsigned char)name[used]);
    used += strlen(user);
  }
  name[used] = '\0';
  return name;
}

static char *look_up_name(const char *user) {
  for (size_t size = 1024; size <= MOST_RECORD_BYTES; size *= 2) {
    struct passwd record, *found = NULL;
    char *buffer = malloc(size);
    if (buffer == NULL) return NULL;
    int error = getpwnam_r(user, &record, buffer, size, &found);
    char *name = error == 0 && found != NULL && found->pw_gecos != NULL ? full_name(found->pw_gecos, user) : NULL;
    free(buffer);
    if (error != ERANGE) return name;
  }
  return NULL;
}

bool account_look_up(account *self, const char *user) {
  if (user == NULL || user[0] == '\0' || !is_fit_for_session(user)) return false;
  char *name = look_up_name(user);
  /* Users choose their names themselves, so a name that cannot be shown does not prevent the sign-in. */
  if (name != NULL && !is_fit_for_session(name)) name[0] = '\0';
  if (name == NULL) name = strdup("");
  self->subject = strdup(user);
  self->display_name = name;
  if (self->subject != NULL && self->display_name != NULL) return true;
  account_forget(self);
  return false;
}

void account_forget(account *self) {
  free(self->subject);
  free(self->display_name);
  *self = (account){NULL, NULL};
}
