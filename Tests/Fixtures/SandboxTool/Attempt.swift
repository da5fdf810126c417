import AppControllerKit
import CSpawn
import CSystem
import Glibc
import ProviderPlugins

/// Gives up its rights as the child of a provider does, and has a library try something.
///
/// The library is loaded in the sandbox. It prints what happened.
enum Attempt {
  private typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void

  /// Has a library try something in a sandbox.
  ///
  /// - Parameter operands: The walls that there are not, separated by commas; the user; the folder of the library's own;
  ///   the library; what it tries, and with what; what is granted.
  /// - Throws: What the sandbox could not do.
  static func run(_ operands: [String]) throws {
    let (missing, user, folder, library) = (operands[0], operands[1], operands[2], operands[3])
    if user != "self" { become(UInt32(user) ?? 0) }
    var sandbox = Sandbox(places: [try Place(at: library), try Place(at: folder, isWritable: true)])
    sandbox.rights = try rights(operands[6])
    sandbox.places += sandbox.rights.folders
    let left = missing.split(separator: ",").compactMap { Sandbox.Wall(rawValue: String($0)) }
    for sentence in left.isEmpty ? try sandbox.apply() : try putUp(sandbox, without: left) {
      put("missing: \(sentence)")
    }
    guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL), let address = unsafe dlsym(handle, "attempt")
    else {
      put(unsafe dlerror().map { unsafe String(cString: $0) } ?? "no library")
      return
    }
    unsafe unsafeBitCast(address, to: Function.self)(operands[4], operands[5])
  }

  /// Puts up the walls of a sandbox as it does itself, but for some.
  private static func putUp(_ sandbox: Sandbox, without left: [Sandbox.Wall]) throws -> [String] {
    try Sandbox.Wall.allCases.filter { !left.contains($0) }.compactMap { try sandbox.putUp($0) }
  }

  /// Returns the rights that an operand names: `network`, `port:NUMBER`, `read:FOLDER` or `write:FOLDER`.
  private static func rights(_ operand: String) throws -> ProviderRights {
    var rights = ProviderRights()
    let parts = operand.split(separator: ":", maxSplits: 1).map(String.init)
    switch parts.first {
    case "network": rights.hasNetwork = true
    case "port": rights.ports = [UInt16(parts[1]) ?? 0]
    case "read", "write": rights.folders = [try Place(at: parts[1], isWritable: parts[0] == "write")]
    default: break
    }
    return rights
  }

  static func runWithSecondThread() throws {
    guard DetachedThread.start({ while true { pause() } }) == 0 else { _exit(66) }
    _ = try Sandbox().apply()
    put("applied")
  }

  private static func become(_ user: UInt32) {
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else { _exit(65) }
    own_process()
  }
}
