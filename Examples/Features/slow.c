/* slow.c - a provider whose answers take their time. perform() begins the work on a thread and answers ACK_PENDING; the
 * thread wakes the host, which asks the same again. Until then the host goes on, and may cancel. */
#define _POSIX_C_SOURCE 200809L
#define ID "com.example.slow"
#define NAME "Slow"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "provider.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

ACK_PROVIDER_NOTE(ID, NAME, VERSION, VENDOR);

/* A question that waits. What the thread needs is in it, because what is passed to perform() is lent for the call. */
struct job {
  const ack_host *host;
  uint64_t sequence;
  pthread_t thread;
  bool is_used;
  atomic_bool is_done, is_cancelled;
};

struct ack_instance {
  const ack_host *host;
  struct job jobs[8]; /* a host has no more actions open at a time */
};

static void *brew(void *argument) {
  struct job *job = argument;
  for (int step = 0; step < 20 && !atomic_load(&job->is_cancelled); step++) {
    nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL); /* a server would be asked here */
  }
  atomic_store(&job->is_done, true);
  job->host->wake(job->host, job->sequence); /* from any thread, and harmless when nobody waits any more */
  return NULL;
}

static void end(struct job *job) {
  pthread_join(job->thread, NULL);
  job->is_used = false;
}

/* The job of a question; with a place for a new one, if it has none yet; NULL when all are used. */
static struct job *job_of(ack_instance *self, uint64_t sequence) {
  struct job *free_one = NULL;
  for (int i = 0; i < 8; i++) {
    if (self->jobs[i].is_used && self->jobs[i].sequence == sequence) return &self->jobs[i];
    if (!self->jobs[i].is_used) free_one = &self->jobs[i];
  }
  return free_one;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  if (!ack_equal(action->name, "brew")) return ACK_UNSUPPORTED;
  struct job *job = job_of(self, context->sequence);
  if (job == NULL) return ACK_MISUSE;
  if (!job->is_used) {
    *job = (struct job){.host = self->host, .sequence = context->sequence, .is_used = true};
    job->is_used = pthread_create(&job->thread, NULL, brew, job) == 0;
    if (job->is_used) return ACK_PENDING;
    return ack_failed(self->host, ACK_FAILURE_LATER, "no tea is made", "there is no thread for it", "try again later");
  }
  if (!atomic_load(&job->is_done)) return ACK_PENDING;
  end(job);
  return ack_message(reply, ACK_LEVEL_SUCCESS, "The tea is ready");
}

/* Every question ends in an answer or here, before destroy(). */
static void cancel(ack_instance *self, uint64_t sequence) {
  struct job *job = job_of(self, sequence);
  if (job == NULL || !job->is_used) return;
  atomic_store(&job->is_cancelled, true);
  end(job);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  (void)self;
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  ack_builder f = {0};
  begin_root(&f, "slow", ACK_KIND_SCREEN, "kitchen", "Kitchen");
  begin_button(&f, "brew", "Brew tea", ACK_WORD_PRIMARY);
  ack_set_int(&f, ACK_NAME_DEADLINE, 120); /* seconds, after which it is cancelled; 30 if not said */
  end_button(&f);
  ack_end(&f);
  return ack_give(&f, out);
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  *out = calloc(1, sizeof **out);
  if (*out == NULL) return ACK_FAILED;
  (*out)->host = creation->host;
  return ACK_OK;
}

static void destroy(ack_instance *self) { free(self); }

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
    .cancel = cancel,
};
