import CSpawn
import Foundation
import Glibc
import ProviderPlugins
import TestSupport

/// A library in a sandbox of a process of its own, with a home that it may not read.
final class SandboxedLibrary {
  /// The user who runs the library.
  enum User: String, CaseIterable {
    /// The user who runs the tests.
    case same = "self"
    /// A user without privileges, whom only the superuser can become.
    case nobody = "65534"
  }

  /// A feature that the kernel is made to lack.
  enum Lack: String {
    case landlock
    case seccomp
  }

  private let folder: TestFolder
  private let library: String
  private let listener: Int32
  private let port: UInt16
  private let otherListener: Int32
  private let otherPort: UInt16
  private let ipc = LeftInKernel()
  private let user: User

  init(_ user: User) throws {
    self.user = user
    folder = try TestFolder()
    let built = try FixtureLibrary.build("Tests/Fixtures/hostile.c")
    library = folder.path(of: "library/libhostile.so")
    for name in ["library", "own", "home", "home/.ssh"] {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: built, toPath: library)
    try folder.write("the private key".utf8, to: "home/.ssh/id_rsa")
    try folder.write("another provider's session".utf8, to: "library/other")
    unsafe keep_attribute(library)
    for name in [
      "", "library", "library/libhostile.so", "library/other", "own", "home", "home/.ssh", "home/.ssh/id_rsa",
    ] {
      // Everything belongs to the user, so a refusal comes from the sandbox.
      if user == .nobody { _ = unsafe chown(folder.path(of: name), 65534, 65534) }
    }
    _ = unsafe chmod(folder.path(of: "home/.ssh/id_rsa"), 0o600)
    (listener, port) = Self.listen()
    (otherListener, otherPort) = Self.listen()
  }

  deinit {
    close(listener)
    close(otherListener)
  }

  /// Returns the outcome of an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The attempt of the library.
  ///   - lack: The feature that the kernel lacks.
  ///   - walls: The walls to leave out.
  /// - Returns: The output, without the last line feed.
  /// - Throws: An error when something cannot be built or run.
  func outcome(of attempt: Attempt, lacking lack: Lack? = nil, without walls: Set<Sandbox.Wall> = []) throws -> String {
    let tool = try FixtureLibrary.executable("SandboxTool")
    let arguments = [
      "attempt", walls.map(\.rawValue).sorted().joined(separator: ","), user.rawValue, folder.path(of: "own"), library,
      attempt.name, text(attempt.operand), text(attempt.grant),
    ]
    let command = try lack.map { [try TestChild.program(), "lack", $0.rawValue, tool] } ?? [tool]
    let outcome = try Tool.run(command[0], command.dropFirst() + arguments)
    return outcome.output.split(separator: "\n").joined(separator: "\n") + (outcome.status == 0 ? "" : " and died")
  }

  private func text(_ operand: Attempt.Operand) -> String {
    switch operand {
    case .nothing, .parent: ""
    case .key: folder.path(of: "home/.ssh/id_rsa")
    case .keyFolder: folder.path(of: "home/.ssh")
    case .besideKey: folder.path(of: "home/.ssh/authorized_keys")
    case .folder: folder.path(of: "own")
    case .inFolder: folder.path(of: "own/file")
    case .library: library
    case .besideLibrary: folder.path(of: "library/other")
    case .libraryFolder: folder.path(of: "library")
    case .queue: "\(ipc.queue)"
    case .semaphores: "\(ipc.semaphores)"
    case .sharedMemory: "\(ipc.sharedMemory)"
    case .refusedCalls: Attempt.refusedCalls
    case .port: "\(port)"
    case .otherPort: "\(otherPort)"
    case .path(let path): path
    }
  }

  private func text(_ grant: Attempt.Grant) -> String {
    switch grant {
    case .nothing: ""
    case .network: "network"
    case .port: "port:\(port)"
    case .keyFolder: "read:\(folder.path(of: "home/.ssh"))"
    case .writableKeyFolder: "write:\(folder.path(of: "home/.ssh"))"
    }
  }

  /// Listens on a free port of this machine.
  private static func listen() -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe bind(listener, address, size)
        _ = unsafe getsockname(listener, address, &size)
      }
    }
    _ = Glibc.listen(listener, 16)
    return (listener, UInt16(bigEndian: address.sin_port))
  }
}

/// IPC objects of the user in the kernel: a message, a semaphore and shared memory.
private final class LeftInKernel {
  let queue = msgget(IPC_PRIVATE, 0o666)
  let semaphores = semget(IPC_PRIVATE, 1, 0o666)
  let sharedMemory = shmget(IPC_PRIVATE, 4096, 0o666)

  init() {
    var message: (kind: Int, text: UInt8) = (1, 1)
    _ = unsafe msgsnd(queue, &message, 1, 0)
  }

  deinit {
    _ = msgctl(queue, IPC_RMID, nil)
    remove_semaphores(semaphores)
    _ = shmctl(sharedMemory, IPC_RMID, nil)
  }
}
