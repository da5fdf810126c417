import Testing

/// Something that a provider tries in the sandbox, and what comes of it.
struct Attempt: Sendable, CustomTestStringConvertible {
  /// Which part of the sandbox decides about it.
  enum Part {
    /// The filter of system calls.
    case filter
    /// Landlock.
    case files
    /// Both of them, each by itself; the outcome is Landlock's, because the filter's is always `EPERM`.
    case both
    /// The limits, or what the process gives up by itself.
    case process
    /// None: it is allowed.
    case none
  }

  /// What it is about; see `hostile.c`.
  enum Operand {
    case nothing
    /// A private key in the user's home, which the user can read.
    case key
    /// The folder of that key.
    case keyFolder
    /// A new name beside the key.
    case besideKey
    /// The folder of the library's own.
    case folder
    /// A new name in that folder.
    case inFolder
    /// A file in a folder that may be read.
    case library
    /// A new name in a folder that may be read.
    case besideLibrary
    /// A port of this machine that somebody listens to.
    case port
    case path(String)
  }

  let name: String
  let operand: Operand
  let part: Part
  let outcome: String

  /// What comes of it with all parts.
  var wholeOutcome: String { part == .both ? "EPERM" : outcome }

  init(_ name: String, _ operand: Operand = .nothing, by part: Part, _ outcome: String) {
    (self.name, self.operand, self.part, self.outcome) = (name, operand, part, outcome)
  }

  var testDescription: String { "\(name) \(operand)" }

  /// All of them.
  static let all = processes + signals + others + kernel + sockets + files + limits

  /// Those that one part refuses by itself.
  static let refusedByFilter = all.filter { [.filter, .both].contains($0.part) }
  static let refusedByFiles = all.filter { [.files, .both].contains($0.part) }
}

extension Attempt {
  private static func filtered(_ names: [String], _ outcome: String = "EPERM") -> [Attempt] {
    names.map { Attempt($0, by: .filter, outcome) }
  }

  private static func allowed(_ names: [String]) -> [Attempt] { names.map { Attempt($0, by: .none, "allowed") } }

  #if arch(x86_64)
    private static let oldForks = filtered(["fork_old", "vfork", "x32"])
  #else
    private static let oldForks: [Attempt] = []
  #endif

  private static let processes =
    filtered(["fork", "fork_c", "clone_space", "execve", "execveat", "spawn"]) + filtered(["clone3"], "ENOSYS")
    + oldForks + allowed(["threads"])

  private static let signals =
    ["kill_parent", "tkill_parent", "tgkill_parent"].map { Attempt($0, by: .both, "EPERM") }
    + filtered(["kill_all", "queue_parent", "tgqueue_parent", "pidfd_kill", "set_owner", "set_owner_ex"])
    + filtered(["ioctl_owner"]) + allowed(["kill_own", "kill_group", "tgkill_own", "pthread_kill"])

  private static let others =
    filtered([
      "ptrace", "read_memory", "write_memory", "pidfd_getfd", "kcmp", "prlimit", "affinity", "parameters", "attributes",
      "scheduler", "priority",
      "priority_user", "priority_group", "io_priority", "migrate",
    ]) + allowed(["prlimit_own", "priority_own"])

  private static let kernel =
    filtered([
      "keyctl", "add_key", "request_key", "shmget", "msgget", "semget", "mq_open", "mount", "umount", "pivot_root",
      "chroot", "unshare", "setns", "fsopen", "open_tree", "bpf", "perf", "userfaultfd", "io_uring", "io_uring_enter",
      "io_uring_register", "kexec", "init_module", "finit_module", "delete_module", "reboot", "swapon", "death_signal",
      "dumpable", "personality", "simulate_input",
    ]) + filtered(["calls"], "allowed") + allowed(["name", "personality_ask"])

  private static let sockets =
    filtered(
      ["local", "packet", "vsock", "alg", "netlink_audit", "netlink_events", "pair_datagram"], "EACCES")
    + allowed(["netlink_route", "pair", "internet", "internet6", "resolve", "user"])
    + [Attempt("connect", .port, by: .none, "allowed")]

  private static let files = [
    Attempt("read", .key, by: .files, "EACCES"),
    Attempt("read_in_thread", .key, by: .files, "EACCES"),
    Attempt("list", .keyFolder, by: .files, "EACCES"),
    Attempt("write", .key, by: .files, "EACCES"),
    Attempt("write", .besideKey, by: .files, "EACCES"),
    Attempt("make_folder", .besideKey, by: .files, "EACCES"),
    Attempt("link", .besideKey, by: .files, "EACCES"),
    Attempt("remove", .key, by: .files, "EACCES"),
    Attempt("truncate", .key, by: .both, "EACCES"),
    Attempt("chmod", .key, by: .filter, "EPERM"),
    Attempt("chown", .key, by: .filter, "EPERM"),
    Attempt("times", .key, by: .filter, "EPERM"),
    Attempt("setxattr", .key, by: .filter, "EPERM"),
    Attempt("write", .besideLibrary, by: .files, "EACCES"),
    Attempt("list", .path("/"), by: .files, "EACCES"),
    Attempt("list", .path("/etc"), by: .files, "EACCES"),
    Attempt("list", .path("/tmp"), by: .files, "EACCES"),
    Attempt("list", .path("/dev/shm"), by: .files, "EACCES"),
    Attempt("read", .path("/dev/tty"), by: .files, "EACCES"),
    Attempt("read_environment_of_parent", by: .files, "EACCES"),
    Attempt("read_memory_of_parent", by: .files, "EACCES"),
    Attempt("execve", .path("/bin/true"), by: .both, "EACCES"),
    Attempt("own_folder", .folder, by: .none, "allowed"),
    Attempt("fchmod", .inFolder, by: .none, "allowed"),
    Attempt("times_open", .inFolder, by: .none, "allowed"),
    Attempt("read", .library, by: .none, "allowed"),
    Attempt("run_map", .library, by: .none, "allowed"),
    Attempt("read", .path("/etc/passwd"), by: .none, "allowed"),
    Attempt("read", .path("/proc/self/maps"), by: .none, "allowed"),
    Attempt("read", .path("/proc/1/status"), by: .none, "allowed"),
    Attempt("list", .path("/usr/lib"), by: .none, "allowed"),
    Attempt("read", .path("/dev/urandom"), by: .none, "allowed"),
    Attempt("null", by: .none, "allowed"),
  ]

  private static let limits = [
    Attempt("descriptors", by: .process, "some EMFILE"),
    Attempt("raise_limit", by: .process, "EPERM"),
    Attempt("file_size", .inFolder, by: .process, "EFBIG"),
    Attempt("core", by: .process, "allowed"),
    Attempt("cpu", by: .process, "allowed"),
    Attempt("capabilities", by: .process, "failed"),
    Attempt("privileges", by: .process, "allowed"),
    Attempt("memory", by: .process, "ENOMEM"),
    Attempt("addresses", by: .process, "ENOMEM"),
    Attempt("memory_little", by: .none, "allowed"),
  ]

  /// Whether a sanitizer, which has no limits of memory, changes it.
  var isOfMemory: Bool { ["memory", "addresses"].contains(name) }
}
