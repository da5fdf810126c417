// Linked into whatever is built with the thread sanitizer.
//
// A Mutex is taken and left by code that is compiled into its users, which the sanitizer sees, but for when it has to
// wait: then it is taken and left in the Swift runtime, which is not instrumented. The functions here stand before those
// of the runtime and tell the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef SWIFT void lock_function(uint32_t thread, SELF void *lock);
typedef SWIFT bool try_lock_function(SELF void *lock);
typedef SWIFT void unlock_function(SELF void *lock);

lock_function lock_slowly __asm__(LOCK);
try_lock_function try_lock_slowly __asm__(TRY_LOCK);
unlock_function unlock_slowly __asm__(UNLOCK);

static lock_function *next_lock;
static try_lock_function *next_try_lock;
static unlock_function *next_unlock;

__attribute__((constructor)) static void find_the_runtime(void) {
  next_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
  next_try_lock = (try_lock_function *)dlsym(RTLD_NEXT, TRY_LOCK);
  next_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slowly(uint32_t thread, SELF void *lock) {
  next_lock(thread, lock);
  __tsan_acquire(lock);
}

SWIFT bool try_lock_slowly(SELF void *lock) {
  bool is_taken = next_try_lock(lock);
  if (is_taken) __tsan_acquire(lock);
  return is_taken;
}

SWIFT void unlock_slowly(SELF void *lock) {
  __tsan_release(lock);
  next_unlock(lock);
}

// Also of processes whose environment is empty. What a fixture's own thread leaves behind is no race, all locks but Mutex
// are other people's, faults are made by providers and meant for their hosts, and a process that ends has nothing to wait
// for. The first report ends a process, so that none is lost with a child.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
  return "halt_on_error=1:report_thread_leaks=0:detect_deadlocks=0:history_size=7:atexit_sleep_ms=0:handle_segv=0:"
         "handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:allow_user_segv_handler=1";
}
