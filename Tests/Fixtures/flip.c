/* Exchanges what is at two paths, again and again, until its parent ends. */
#define _GNU_SOURCE /* renameat2 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>

int main(int count, char **arguments) {
  if (count != 3) return 64;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_TIMERSLACK, 1);
  /* A process that has slept is run at once, also where others use all processors. */
  const struct timespec pause = {.tv_nsec = 20000};
  while (renameat2(AT_FDCWD, arguments[1], AT_FDCWD, arguments[2], RENAME_EXCHANGE) == 0) nanosleep(&pause, NULL);
  perror("renameat2");
  return 1;
}
