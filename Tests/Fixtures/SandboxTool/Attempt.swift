import AppControllerKit
import CSystem
import Glibc
import ProviderPlugins

/// Gives up its rights as the child of a provider does, and has a library try something.
///
/// The library is loaded in the sandbox. It prints what happened.
enum Attempt {
  /// What of the sandbox there is.
  enum Kind {
    case whole
    /// The filter of system calls; the superuser has its capabilities still.
    case filter
    /// Nothing, which shows that it is not the attempt itself that fails.
    case none
  }

  private typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void

  static func run(_ operands: [String], in kind: Kind) throws {
    let (user, folder, library, what, operand) = (operands[0], operands[1], operands[2], operands[3], operands[4])
    if user != "self" { become(UInt32(user) ?? 0) }
    switch kind {
    case .whole:
      for missing in try Sandbox(readable: Array(operands[5...]), folder: folder).apply() { put("missing: \(missing)") }
    case .filter:
      guard sandbox_keep_privileges() == 0, sandbox_filter_calls() == 0 else { _exit(67) }
    case .none: break
    }
    guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL), let address = unsafe dlsym(handle, "attempt")
    else {
      put(unsafe dlerror().map { unsafe String(cString: $0) } ?? "no library")
      return
    }
    unsafe unsafeBitCast(address, to: Function.self)(what, operand)
  }

  static func runWithSecondThread() throws {
    guard DetachedThread.start({ while true { pause() } }) == 0 else { _exit(66) }
    _ = try Sandbox().apply()
    put("applied")
  }

  private static func become(_ user: UInt32) {
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else { _exit(65) }
  }
}
