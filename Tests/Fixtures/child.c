// A child of the tests of processes. The first argument is what it does; the fixture knows nothing of the package.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void put(int file, const char *text) {
  if (write(file, text, strlen(text)) < 0) _exit(99);
}

static void wait_for_ever(void) {
  while (1) pause();
}

// Reads one byte of the socket, so that the test says when it goes on.
static void wait_for_byte(void) {
  char byte;
  if (read(3, &byte, 1) != 1) _exit(98);
}

static void tell(void) {
  struct sigaction action;
  sigset_t mask;
  int ignored = 0;
  char byte;
  printf("session %d\n", getsid(0) == getpid());
  for (int number = 1; number < 32; number += 1) {
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) ignored += 1;
  }
  sigprocmask(SIG_SETMASK, NULL, &mask);
  for (int number = 1; number < 32; number += 1) ignored += sigismember(&mask, number);
  printf("signals %d\n", ignored);
  printf("input %zd\n", read(0, &byte, 1));
  for (int file = 0; file < 1024; file += 1) {
    if (fcntl(file, F_GETFD) >= 0) printf("open %d\n", file);
  }
  printf("waits %d%d%d\n", !!(fcntl(1, F_GETFL) & O_NONBLOCK), !!(fcntl(2, F_GETFL) & O_NONBLOCK),
         !!(fcntl(3, F_GETFL) & O_NONBLOCK));
  for (char **variable = environ; *variable; variable += 1) printf("environment %s\n", *variable);
}

static void flood(size_t megabytes, int has_lines) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (size_t place = 99; has_lines && place < sizeof block; place += 100) block[place] = '\n';
  for (size_t count = 0; count < megabytes * 16; count += 1) {
    for (size_t written = 0; written < sizeof block;) {
      ssize_t some = write(1, block + written, sizeof block - written);
      if (some < 0) _exit(97);
      written += (size_t)some;
    }
  }
  put(1, "\nthe end\n");
}

// Makes the kernel one that lacks something, for this process and the program that it runs.
static void lack(const char *what) {
  const int lacks_filters = !strcmp(what, "seccomp");
  const unsigned first = lacks_filters ? SYS_seccomp : 444, last = lacks_filters ? SYS_seccomp : 446;
  struct sock_filter code[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
      {BPF_JMP | BPF_JGE | BPF_K, 0, 2, first},
      {BPF_JMP | BPF_JGT | BPF_K, 1, 0, last},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  struct sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) _exit(96);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) _exit(95);
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  if (!strcmp(what, "true")) return 0;
  if (!strcmp(what, "exit")) return atoi(arguments[2]);
  if (!strcmp(what, "tell")) {
    for (int place = 0; place < count; place += 1) printf("argument %s\n", arguments[place]);
    tell();
  } else if (!strcmp(what, "crash")) {
    raise(atoi(arguments[2]));
  } else if (!strcmp(what, "close")) {
    close(1);
    close(2);
    wait_for_byte();
    return 7;
  } else if (!strcmp(what, "flood")) {
    flood((size_t)atoi(arguments[2]), !strcmp(arguments[3], "lines"));
  } else if (!strcmp(what, "fork")) {
    // What it leaves behind holds all of its files, and is in its group or, when it says so, in a session of its own.
    int alive[2];
    if (pipe(alive) < 0) return 1;
    pid_t child = fork();
    if (child == 0) {
      if (!strcmp(arguments[2], "escaped")) setsid();
      prctl(PR_SET_PDEATHSIG, 0);
      printf("left %d\n", getpid());
      fflush(stdout);
      put(alive[1], "x");
      if (!strcmp(arguments[2], "escaped")) alarm(3600);
      wait_for_ever();
    }
    char byte;
    if (read(alive[0], &byte, 1) != 1) return 1;
    put(1, "no line feed");
  } else if (!strcmp(what, "ignore")) {
    for (int number = 1; number < 65; number += 1) signal(number, SIG_IGN);
    put(1, "ready\n");
    wait_for_ever();
  } else if (!strcmp(what, "stop")) {
    put(1, "ready\n");
    raise(SIGSTOP);
  } else if (!strcmp(what, "wait")) {
    put(1, "ready\n");
    wait_for_ever();
  } else if (!strcmp(what, "echo")) {
    char bytes[64];
    ssize_t some;
    while ((some = read(3, bytes, sizeof bytes)) > 0) {
      if (write(3, bytes, (size_t)some) < 0) return 1;
    }
  } else if (!strcmp(what, "answer")) {
    wait_for_byte();
    put(3, "the last answer");
    put(1, "no line feed");
    put(2, "\x1b[31mred\x1b[0m\ttab\r\n\xff\xfe\n");
  } else if (!strcmp(what, "shutdown")) {
    close(3);
    put(1, "ready\n");
    wait_for_ever();
  } else if (!strcmp(what, "lack") && count > 3) {
    lack(arguments[2]);
    execv(arguments[3], arguments + 3);
    return 1;
  } else if (!strcmp(what, "stepchild")) {
    // Whoever it runs has another parent than the maker of the socket.
    pid_t child = fork();
    if (child == 0) {
      execv(arguments[2], arguments + 2);
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("stepchild %d\n", WEXITSTATUS(status));
  } else {
    return 64;
  }
  return 0;
}
