import Glibc

// Sets and dictionaries have an order of their own in each process otherwise.
if unsafe getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
}

Scheduler.install()
exit(Simulation(CommandLine.arguments).run())
