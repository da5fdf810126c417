public import Glibc

/// The start of a program, with the few variables of our environment that programs need.
public struct Spawn {
  /// The source of one of its file descriptors.
  public enum File {
    case duplicate(Int32, as: Int32)
    case open(String, Int32, as: Int32)
  }

  private let program: String
  private let arguments: [String]
  private let environment: [String]
  private let files: [File]

  /// Makes a start.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: More variables, as `NAME=VALUE`.
  ///   - files: The file descriptors that are not inherited from this process.
  public init(_ program: String, _ arguments: [String], environment: [String] = [], files: [File] = []) {
    self.program = program
    self.arguments = arguments
    let kept = ["PATH", "HOME", "LD_LIBRARY_PATH"].compactMap { name in
      System.environment(name).map { "\(name)=\($0)" }
    }
    self.environment = kept + environment
    self.files = files
  }

  /// Starts the program.
  ///
  /// - Returns: The id of the process.
  /// - Throws: ``ProcessFailure``.
  public func start() throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for file in files {
      switch file {
      case .duplicate(let own, let number): unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
      case .open(let path, let flags, let number):
        unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
      }
    }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let failure = unsafe posix_spawn(&number, program, &actions, nil, &words, &variables)
    guard failure == 0 else { throw ProcessFailure(program, failure) }
    return number
  }

  /// Starts the program, and waits for its end.
  ///
  /// - Throws: ``ProcessFailure`` when its exit status is not 0.
  public func run() throws {
    let status = Self.status(of: try start())
    guard status == 0 else { throw ProcessFailure(([program] + arguments).joined(separator: " "), status) }
  }

  /// Waits for the end of a process, and returns its status.
  public static func status(of number: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// A failed operation of a process, with an error number of the system.
public struct ProcessFailure: Error {
  let what: String
  let number: Int32

  init(_ what: String, _ number: Int32) { (self.what, self.number) = (what, number) }
}
