// Linked into whatever is built with the address sanitizer.

// Also of processes whose environment is empty. Faults are made by providers and meant for their hosts. The runtime's
// metadata and what a library keeps until its process ends are no leaks, and many processes end without an end.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=0:handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:"
         "handle_sigfpe=0:allow_user_segv_handler=1";
}
