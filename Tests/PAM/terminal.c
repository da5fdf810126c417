/* terminal.c - runs a program on a terminal of its own, and types an answer whenever it asks.
 *
 *   terminal "User name: " alice "Password: " sesame -- appctl login
 *
 * What is to be seen on the terminal goes to the standard output. It ends as the program does. */
#define _GNU_SOURCE
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_SECONDS 60

int main(int count, char **arguments) {
  int separator = 1;
  while (separator < count && strcmp(arguments[separator], "--") != 0) separator++;
  if (separator % 2 == 0 || separator + 1 >= count) {
    fputs("usage: terminal [PROMPT ANSWER]... -- PROGRAM [ARGUMENT]...\n", stderr);
    return 64;
  }
  alarm(PATIENCE_SECONDS);
  int terminal;
  pid_t child = forkpty(&terminal, NULL, NULL, NULL);
  if (child < 0) return 71;
  if (child == 0) {
    execvp(arguments[separator + 1], arguments + separator + 1);
    _exit(127);
  }

  static char seen[1 << 20];
  size_t length = 0, looked_at = 0;
  int next = 1;
  while (length < sizeof seen - 1) {
    ssize_t more = read(terminal, seen + length, sizeof seen - 1 - length);
    if (more <= 0) break; /* the program has ended */
    fwrite(seen + length, 1, (size_t)more, stdout);
    length += (size_t)more;
    seen[length] = '\0';
    while (next < separator) {
      char *prompt = strstr(seen + looked_at, arguments[next]);
      if (prompt == NULL) break;
      looked_at = (size_t)(prompt - seen) + strlen(arguments[next]);
      if (dprintf(terminal, "%s\n", arguments[next + 1]) < 0) break;
      next += 2;
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  bool has_ended = WIFEXITED(status);
  if (has_ended && WEXITSTATUS(status) == 0 && next < separator) {
    fprintf(stderr, "terminal: it never asked: %s\n", arguments[next]);
    return 70;
  }
  return has_ended ? WEXITSTATUS(status) : 70;
}
