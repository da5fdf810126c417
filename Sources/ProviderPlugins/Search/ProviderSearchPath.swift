internal import AppControllerKit
internal import Glibc

/// The folders in which providers are looked for, in order: what is found first wins.
///
/// After those that are given come `APPCTL_PROVIDER_PATH`, `$XDG_DATA_HOME/appcontroller/providers`, the same folder in
/// each of `$XDG_DATA_DIRS`, as the XDG base directory specification 0.8 has it, and the folder of the executable. A
/// process with elevated privileges looks only where others cannot lead it: neither environment nor user counts.
public struct ProviderSearchPath: Sendable, Equatable {
  /// The folders; those that are ignored are among them, and say why.
  public let locations: [ProviderLocation]

  /// Takes folders as they are.
  public init(_ locations: [ProviderLocation]) { self.locations = locations }

  /// The search path of this process.
  ///
  /// - Parameter given: Folders that come before all others.
  /// - Returns: Every folder that is named, in order.
  public static func ofThisProcess(given: [String] = []) -> ProviderSearchPath {
    ProviderSearchPath(
      given: given, environment: SystemText.bytes, executable: executable, isElevated: ProcessPrivileges.areElevated)
  }

  /// The search path of a process.
  ///
  /// - Parameters:
  ///   - given: Folders that come before all others.
  ///   - environment: The value of an environment variable; `nil` when it is not set, or empty.
  ///   - executable: The path of the program.
  ///   - isElevated: Whether the process has rights that whoever started it has not.
  init(given: [String], environment: (String) -> [UInt8]?, executable: [UInt8]?, isElevated: Bool) {
    let home = environment("HOME")
    let userData = environment("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share".utf8 }
    let systemData = isElevated ? nil : environment("XDG_DATA_DIRS")
    let elevated = "the process has elevated privileges, and this folder is somebody else's choice"
    let relative = "its path is relative, and would mean another folder in every folder"
    let noText = "its path is not UTF-8"

    var locations = given.map { ProviderLocation(.given, $0, ignored: isElevated ? elevated : nil) }
    func add(_ origin: ProviderLocation.Origin, _ path: some Collection<UInt8>, isTheirs: Bool = true) {
      let reason = String(validating: path, as: UTF8.self) == nil ? noText : nil
      locations.append(
        ProviderLocation(
          origin, String(decoding: path, as: UTF8.self), ignored: isElevated && isTheirs ? elevated : reason))
    }
    for path in Self.parts(of: environment("APPCTL_PROVIDER_PATH")) { add(.environment, path) }
    if let userData { add(.userData, Self.providers(in: userData[...])) }
    for path in Self.parts(of: systemData ?? Array("/usr/local/share:/usr/share".utf8)) {
      add(.systemData, Self.providers(in: path), isTheirs: false)
    }
    if let executable, let slash = executable.lastIndex(of: UInt8(ascii: "/")) {
      add(.executable, executable[..<max(slash, 1)], isTheirs: false)
    }
    // As bytes: two paths that look alike are two folders.
    var seen: Set<[UInt8]> = []
    self.locations = locations.compactMap { location in
      // What is given may be relative: it is said here and now.
      if location.origin != .given, !location.path.isAbsolutePath {
        return ProviderLocation(location.origin, location.path, ignored: relative)
      }
      // A path that is repaired for being shown may look like another one's.
      return location.ignored != nil || seen.insert(Array(location.path.utf8)).inserted ? location : nil
    }
  }

  private static func providers(in data: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    data + (data.last == UInt8(ascii: "/") ? "" : "/").utf8 + "appcontroller/providers".utf8
  }

  private static func parts(of list: [UInt8]?) -> [ArraySlice<UInt8>] {
    list?.split(separator: UInt8(ascii: ":")) ?? []
  }

  private static var executable: [UInt8]? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}

/// A folder in which providers are looked for.
public struct ProviderLocation: Sendable, Hashable {
  /// What names the folder.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The app, or the user on the command line.
    case given
    /// The environment variable `APPCTL_PROVIDER_PATH`.
    case environment
    /// `$XDG_DATA_HOME/appcontroller/providers`, the user's own providers.
    case userData = "user-data"
    /// A folder of `$XDG_DATA_DIRS`, what is installed for every user.
    case systemData = "system-data"
    /// The folder of the program that runs.
    case executable
  }

  /// What names it.
  public let origin: Origin
  /// Its path.
  public let path: String
  /// Why it is not looked in; `nil` when it is.
  public let ignored: String?

  /// Names a folder.
  public init(_ origin: Origin, _ path: String, ignored: String? = nil) {
    (self.origin, self.path, self.ignored) = (origin, path, ignored)
  }
}
