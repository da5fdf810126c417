import CSystem
import Glibc
import ProviderPlugins
import Testing

/// An action that a provider tries in the sandbox, and the expected outcome.
struct Attempt: Sendable, CustomTestStringConvertible {
  typealias Wall = Sandbox.Wall

  /// The object of the action; see `hostile.c`.
  enum Operand {
    case nothing
    /// A private key in the user's home, which the user can read.
    case key
    /// The folder of that key.
    case keyFolder
    /// A new name beside the key.
    case besideKey
    /// The library's own folder.
    case folder
    /// A new name in that folder.
    case inFolder
    /// The library, which may be read.
    case library
    /// Another file in the folder of the library.
    case besideLibrary
    /// The folder of the library.
    case libraryFolder
    /// A port of this machine on which another process listens.
    case port
    /// Another such port.
    case otherPort
    /// The parent process.
    case parent
    /// A message queue, semaphores and shared memory of another process.
    case queue, semaphores, sharedMemory
    /// Every call that is refused regardless of its arguments.
    case refusedCalls
    case path(String)
  }

  let name: String
  let operand: Operand
  /// The walls that refuse it, each by itself; none when it is allowed.
  let walls: Set<Wall>
  /// The output with all walls.
  let outcome: String
  /// What is granted.
  var grant = Grant.nothing

  /// The rights that a permission gives.
  enum Grant {
    case nothing
    case network
    /// The port on which another process listens.
    case port
    /// The folder of the key, to read and to write.
    case keyFolder, writableKeyFolder
  }

  init(_ name: String, _ operand: Operand = .nothing, _ walls: Set<Wall>, _ outcome: String) {
    (self.name, self.operand, self.walls, self.outcome) = (name, operand, walls, outcome)
  }

  var testDescription: String { "\(name) \(operand) \(grant)" }

  /// The output when only Landlock refuses it.
  var outcomeByPlaces: String {
    // A refused signal gives another error than a refused file.
    if case .parent = operand, walls.contains(.calls) { return "EPERM" }
    return "EACCES"
  }

  /// Whether a sanitizer, which has no memory limits, changes the outcome.
  var isOfMemory: Bool { ["memory", "addresses"].contains(name) }

  /// Whether the attempt is meaningful only with all walls.
  var needsWalls: Bool { name == "calls" }

  /// Returns whether an outcome means that the attempt was refused.
  func isRefused(_ outcome: String) -> Bool {
    // In another namespace, the number belongs to nothing, or to something else.
    if walls.contains(.namespace) { return outcome != "allowed" }
    return [self.outcome, outcomeByPlaces, "EPERM", "EACCES"].contains(outcome)
  }

  /// All of them.
  static let all =
    processes + signals + others + kernel + ipc + sockets + somePorts + files + grantedFolders + metadata + ownFolder
    + limits
  static let attacks = all.filter { !$0.walls.isEmpty }
}

extension Attempt {
  private static func refused(
    _ names: [String], _ operand: Operand = .nothing, by walls: Set<Wall> = [.calls], with outcome: String = "EPERM"
  ) -> [Attempt] {
    names.map { Attempt($0, operand, walls, outcome) }
  }

  private static func allowed(_ names: [String], _ operand: Operand = .nothing) -> [Attempt] {
    names.map { Attempt($0, operand, [], "allowed") }
  }

  #if arch(x86_64)
    private static let oldForks = refused(["fork_old", "vfork", "x32"])
  #else
    private static let oldForks: [Attempt] = []
  #endif

  private static let processes =
    refused(["fork", "fork_c", "execve", "execveat", "clone_space", "own_files", "unshare_files"])
    + refused(["spawn"], by: [.calls, .places])
    + refused(["clone3"], with: "ENOSYS") + oldForks + allowed(["threads", "close_range"])

  private static let signals =
    refused(
      ["kill_parent", "tkill_parent", "tgkill_parent", "queue_parent", "tgqueue_parent", "pidfd_kill"], .parent,
      by: [.calls, .places]) + refused(["kill_all", "set_owner", "set_owner_ex", "ioctl_owner"])
    + allowed(["kill_own", "kill_group", "tgkill_own", "pthread_kill"])

  private static let others =
    refused(
      ["affinity", "parameters", "scheduler", "priority", "io_priority"], .parent, by: [.calls, .privileges])
    + refused(["ptrace", "migrate"], .parent, by: [.calls, .places, .privileges]) + refused(["prlimit"], .parent)
    + refused([
      "read_memory", "write_memory", "pidfd_getfd", "kcmp", "attributes", "priority_user", "priority_group", "watch",
    ]) + allowed(["prlimit_own", "priority_own"])

  private static let kernel =
    refused(["pivot_root", "fsopen", "reboot", "swapon"], by: [.calls, .privileges])
    + refused([
      "mount", "umount", "chroot", "setns", "open_tree", "bpf", "kexec", "init_module", "finit_module", "delete_module",
      "keyctl", "add_key", "request_key", "unshare", "perf", "userfaultfd", "io_uring", "io_uring_enter",
      "io_uring_register", "death_signal", "dumpable", "personality", "simulate_input", "lease",
    ]) + refused(["openat2"], with: "ENOSYS") + refused(["calls"], .refusedCalls, with: "allowed")
    + allowed(["name", "personality_ask"])

  private static let ipc =
    refused(["msgget", "semget", "shmget", "mq_open"])
    + refused(["msgrcv", "msgsnd", "msgctl"], .queue, by: [.calls, .namespace])
    + refused(["semop", "semctl"], .semaphores, by: [.calls, .namespace])
    + refused(["shmat", "shmctl"], .sharedMemory, by: [.calls, .namespace])

  private static let noSockets =
    refused(
      ["local", "vsock", "alg", "netlink_audit", "netlink_events", "pair_datagram", "mptcp", "sctp", "smc"],
      with: "EACCES")
    + refused(["packet"], by: [.calls, .privileges], with: "EACCES") + allowed(["pair", "resolve", "user"])

  /// The ways around the connection that a rule about ports sees, which need a socket.
  private static let hiddenConnections =
    refused(["fast_open", "fast_open_message", "fast_open_messages"], .port, with: "EOPNOTSUPP")
    + refused(["protocol_above"], with: "ENOPROTOOPT")

  private static let sockets =
    noSockets + refused(["netlink_route", "internet", "internet6"], with: "EACCES")
    + refused(["connect"], .port, with: "EACCES")
    + granting(
      .network,
      noSockets + hiddenConnections
        + allowed(["netlink_route", "internet", "internet6", "no_delay", "serve", "listen"])
        + allowed(["connect"], .port))

  private static func granting(_ grant: Grant, _ attempts: [Attempt]) -> [Attempt] {
    attempts.map { attempt in
      var attempt = attempt
      attempt.grant = grant
      return attempt
    }
  }

  /// With a port, the others are refused by Landlock, and the filter refuses what Landlock does not see.
  private static let somePorts = granting(
    .port,
    noSockets + hiddenConnections + allowed(["internet", "no_delay"]) + allowed(["connect"], .port)
      + refused(["connect"], .otherPort, by: [.places], with: "EACCES")
      + refused(["fast_open"], .otherPort, with: "EOPNOTSUPP")
      + refused(["internet6", "netlink_route", "serve", "listen"], with: "EACCES"))

  private static let grantedFolders =
    granting(
      .keyFolder,
      allowed(["read"], .key) + allowed(["list"], .keyFolder)
        + refused(["write", "remove"], .key, by: [.places], with: "EACCES")
        + refused(["write", "make_folder"], .besideKey, by: [.places], with: "EACCES"))
    + granting(
      .writableKeyFolder,
      allowed(["read", "write", "remove"], .key) + allowed(["write", "make_folder"], .besideKey)
        + refused(["symlink", "mkfifo", "make_socket"], .besideKey, by: [.calls, .places])
        + refused(["read", "write"], .besideLibrary, by: [.places], with: "EACCES"))

  private static let files =
    refused(["read", "read_in_thread", "write", "remove"], .key, by: [.places], with: "EACCES")
    + refused(["list"], .keyFolder, by: [.places], with: "EACCES")
    + refused(["write", "make_folder"], .besideKey, by: [.places], with: "EACCES")
    + refused(["read", "write"], .besideLibrary, by: [.places], with: "EACCES")
    + refused(["list"], .libraryFolder, by: [.places], with: "EACCES")
    + ["/", "/etc", "/tmp", "/dev/shm"].map { Attempt("list", .path($0), [.places], "EACCES") }
    + refused(["read"], .path("/dev/kmsg"), by: [.places, .privileges], with: "EACCES")
    + refused(["read_memory_of_parent"], .parent, by: [.places, .privileges], with: "EACCES")
    // A process with the capability to read performance data may read it regardless of Landlock.
    + refused(["read_environment_of_parent"], .parent, by: [.privileges], with: "EACCES")
    + refused(["zero_shared"], by: [.places], with: "EACCES")
    + refused(["execve"], .path("/bin/true"), by: [.calls, .places])
    + allowed(["read", "run_map"], .library) + allowed(["null"])
    + ["/etc/passwd", "/proc/self/maps", "/proc/1/status", "/dev/urandom"].flatMap { allowed(["read"], .path($0)) }
    + allowed(["list"], .path("/usr/lib"))

  /// Modes, owners, times and attributes, which Landlock does not protect.
  private static let metadata =
    refused(["chmod", "chown", "times", "setxattr", "getxattr"], .key)
    .map { $0.name == "getxattr" ? Attempt($0.name, $0.operand, $0.walls, "EOPNOTSUPP") : $0 }
    + refused(["truncate"], .key, by: [.calls, .places])
    + refused(
      ["fchmod", "fchmod_set_id", "fchmodat2", "fchown", "futimens", "fsetxattr", "fremovexattr", "set_flags"], .library
    )

  private static let ownFolder =
    allowed(["own_folder"], .folder)
    + refused(["create_set_id", "hard_link", "fchmod_new"], .inFolder)
    + refused(["mkfifo", "symlink", "make_socket"], .inFolder, by: [.calls, .places])

  private static let limits =
    refused(["descriptors"], by: [.limits], with: "some EMFILE")
    + refused(["raise_limit", "raise_stack"], by: [.limits])
    + refused(["file_size"], .inFolder, by: [.limits], with: "EFBIG")
    + refused(["core", "cpu"], by: [.limits], with: "allowed")
    + refused(["memory", "addresses"], by: [.limits], with: "ENOMEM")
    + refused(["capabilities"], by: [.privileges], with: "failed")
    + refused(["privileges"], by: [.privileges], with: "allowed")
    + refused(["memfd", "shared_anonymous", "stack_that_grows"]) + allowed(["memory_little"])
}

extension Attempt {
  /// The numbers and errors of the calls that are refused regardless of their arguments, except those that make
  /// processes.
  static let refusedCalls: String = {
    var texts: [String] = []
    for call in SystemCallTable.calls where call.error != 0 && call.words == nil && !call.name.hasSuffix("fork") {
      // The kernel lets these calls pass every filter, and kills a process that calls them from outside the kernel's
      // own code.
      if ["uprobe", "uretprobe"].contains(call.name) { continue }
      texts.append("\(call.number):\(call.error)")
    }
    return texts.joined(separator: ",")
  }()
}
