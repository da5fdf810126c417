internal import AppControllerKit
internal import CSystem
internal import Glibc

/// Starts a child, with everything that it is connected by.
enum ChildSpawn {
  /// Two files of which one is the app's and the other one the child's.
  private struct Ends: ~Copyable {
    let ours: FileDescriptor
    let theirs: FileDescriptor

    init(_ name: String, _ make: (UnsafeMutablePointer<Int32>) -> Int32) throws(PluginError) {
      var numbers: [Int32] = [-1, -1]
      _ = try PluginError.checked("make \(name) to the child", unsafe make(&numbers))
      ours = FileDescriptor(number: numbers[0], path: name)
      theirs = FileDescriptor(number: numbers[1], path: name)
    }
  }

  /// Starts a child on this thread, which has to live as long as the child.
  ///
  /// - Returns: The child, and its two streams.
  static func run(_ program: ChildProcess.Program) throws(PluginError) -> (RunningChild, [OutputPipe]) {
    let texts = [program.path] + program.arguments + program.environment.flatMap { [$0, $1] }
    guard !texts.contains(where: { $0.utf8.contains(0) }), !program.environment.keys.contains(where: Self.isNoName)
    else { throw .notStarted("start \(program.path.displayable)", EINVAL) }
    let output = try unsafe Ends("a pipe", child_make_pipe)
    let errors = try unsafe Ends("a pipe", child_make_pipe)
    let socket = try unsafe Ends("a socket", child_make_sockets)
    let environment = program.environment.map { "\($0)=\($1)" }.sorted()
    let number = unsafe withCStrings(program.arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe child_spawn(
          program.path, arguments, environment, output.theirs.number, errors.theirs.number, socket.theirs.number)
      }
    }
    let identifier = try PluginError.checked("start \(program.path.displayable)", number)
    do throws(PluginError) {
      let process = FileDescriptor(
        number: try PluginError.checked("watch the child", child_open(identifier)), path: "process \(identifier)")
      let child = try RunningChild(identifier, process: process, socket: socket.ours)
      return (child, [OutputPipe(.output, output.ours), OutputPipe(.errors, errors.ours)])
    } catch {
      child_discard(identifier)
      throw error
    }
  }

  private static func isNoName(_ name: String) -> Bool { name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
  }
}
