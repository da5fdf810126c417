/* threads.c - lets a process end only after the provider's threads.
 *
 * They are detached, because a module may never end, and a process may exit under them. Under pam_wrapper it may not:
 * its destructor takes down what the modules stand on, and the next call of one sets it up again or fails. So this,
 * linked into a host or preloaded into appctl, waits for them before anything is taken down. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct start {
  void *(*routine)(void *);
  void *argument;
} start;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the count */
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static unsigned count = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void wait_for_threads(void) {
  pthread_mutex_lock(&lock);
  while (count > 0) pthread_cond_wait(&ended, &lock);
  pthread_mutex_unlock(&lock);
}

static void wait_at_exit(void) { atexit(wait_for_threads); }

static void *run_counted(void *context) {
  start own = *(start *)context;
  free(context);
  void *result = own.routine(own.argument);
  pthread_mutex_lock(&lock);
  count--;
  pthread_cond_signal(&ended);
  pthread_mutex_unlock(&lock);
  return result;
}

/* The provider is the library that exports the ABI's entry; the threads of others, such as a runtime's, never end. */
static int is_providers(void *(*routine)(void *)) {
  Dl_info info;
  void *address = NULL;
  memcpy(&address, &routine, sizeof address);
  if (dladdr(address, &info) == 0) return 0;
  void *library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  int is_found = library != NULL && dlsym(library, "ack_provider_query") != NULL;
  if (library != NULL) dlclose(library);
  return is_found;
}

/* Stands before the C library's own. */
__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                          void *(*routine)(void *), void *argument) {
  int (*create_thread)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = NULL;
  *(void **)&create_thread = dlsym(RTLD_NEXT, "pthread_create");
  if (!is_providers(routine)) return create_thread(thread, attributes, routine, argument);
  pthread_once(&once, wait_at_exit);
  start *counted = malloc(sizeof *counted);
  *counted = (start){routine, argument};
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return create_thread(thread, attributes, run_counted, counted);
}
