/* nonconforming_base.h - what nonconforming.c is by its name, and what it keeps for one instance. */
#ifndef NONCONFORMING_BASE_H
#define NONCONFORMING_BASE_H

#include "fixture.h"

#include <pthread.h>

static char mode[64];

/* Whether this is the library that breaks a rule in a certain way. */
#define IS(name) (strcmp(mode, name) == 0)

__attribute__((constructor)) static void find_mode(void) {
  Dl_info info;
  if (dladdr(mode, &info) == 0 || info.dli_fname == NULL) return;
  /* In a constructor, the name is a link to the open file. */
  char path[4096] = "";
  if (readlink(info.dli_fname, path, sizeof path - 1) < 0) snprintf(path, sizeof path, "%s", info.dli_fname);
  const char *name = strrchr(path, '/');
  name = name != NULL ? name + 1 : path;
  size_t length = strlen(name);
  if (length < 7 || length >= sizeof mode + 6 || strncmp(name, "nc-", 3) != 0) return;
  memcpy(mode, name + 3, length - 6);
  if (IS("constructor-aborts")) abort();
#ifdef NC_UNDEFINED
  extern void nobody_has_this(void);
  nobody_has_this();
#endif
}

/* ---- Instances ---- */

#define MOST_PENDING 16

typedef struct slot {
  uint64_t sequence;
  ack_instance *owner;
  bool is_ready;
} slot;

struct ack_instance {
  const ack_host *host;
  slot slots[MOST_PENDING];
  uint64_t config; /* the sequence of a configuration that is pending */
  const ack_description *description;
  const ack_reply *reply;
  ack_str kept;
  bool was_asked, was_described, has_cancelled_splash;
  bool was_inside, has_session_ended;
  unsigned described, cancels, refusals, states;
  char first[512];
  size_t first_length, kept_length;
};

static const ack_host *the_host;
static slot the_slots[MOST_PENDING];
static __thread int on_thread;

static slot *slots_of(ack_instance *self) { return IS("global-pending") ? the_slots : self->slots; }

static slot *find(ack_instance *self, uint64_t sequence) {
  slot *slots = slots_of(self);
  for (size_t i = 0; i < MOST_PENDING; i++) {
    if (slots[i].owner != NULL && slots[i].sequence == sequence) return &slots[i];
  }
  return NULL;
}

static bool is_waiting(ack_instance *self) {
  for (size_t i = 0; i < MOST_PENDING; i++) {
    if (slots_of(self)[i].owner == self) return true;
  }
  return false;
}

/* A question that is pending until the next tick. Answers whether it is ready. */
static bool waited(ack_instance *self, uint64_t sequence) {
  slot *found = find(self, sequence);
  if (found != NULL && found->is_ready) {
    found->owner = NULL;
    return true;
  }
  if (found == NULL) {
    slot *slots = slots_of(self);
    for (size_t i = 0; found == NULL && i < MOST_PENDING; i++) {
      if (slots[i].owner == NULL) found = &slots[i];
    }
    if (found == NULL) return true;
    *found = (slot){.sequence = sequence, .owner = self};
  }
  self->host->request_tick(self->host);
  return false;
}

static void *run(void *body) {
  ((void (*)(void))body)();
  return NULL;
}

typedef struct later {
  const ack_host *host;
  uint64_t sequence;
  useconds_t time;
  char work[256];
} later;

static void *wake_later(void *body) {
  later *work = body;
  usleep(work->time);
  work->host->wake(work->host, work->sequence);
  free(work);
  return NULL;
}

/* A question whose work is done in a thread of its own, which goes on when the question is cancelled. Answers whether it
 * is done: the host asks again only after the wake. */
static bool worked(ack_instance *self, uint64_t sequence, useconds_t time) {
  slot *slots = slots_of(self);
  for (size_t i = 0; i < MOST_PENDING; i++) {
    if (slots[i].owner == self && slots[i].sequence == sequence) {
      slots[i].owner = NULL;
      return true;
    }
  }
  later *work = malloc(sizeof *work);
  for (size_t i = 0; work != NULL && i < MOST_PENDING; i++) {
    if (slots[i].owner != NULL) continue;
    slots[i] = (slot){.sequence = sequence, .owner = self, .is_ready = true};
    *work = (later){self->host, sequence, time, ""};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int status = pthread_create(&thread, &attributes, wake_later, work);
    pthread_attr_destroy(&attributes);
    if (status == 0) return false;
    slots[i].owner = NULL;
    break;
  }
  free(work);
  return true;
}

/* Runs a function on another thread, and waits for it. */
static void on_other_thread(void (*body)(void)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, (void *)body) == 0) pthread_join(thread, NULL);
}

#endif /* NONCONFORMING_BASE_H */
