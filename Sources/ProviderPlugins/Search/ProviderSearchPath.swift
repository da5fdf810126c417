internal import AppControllerKit
internal import Glibc

/// The folders in which providers are searched, in order: the first provider of an id wins.
///
/// The given folders come first. Then come `APPCTL_PROVIDER_PATH`, `$XDG_DATA_HOME/appcontroller/providers`, the same
/// folder in each of `$XDG_DATA_DIRS`, as the XDG base directory specification 0.8 defines them, and the folder of the
/// executable. A process with elevated privileges ignores the folders that its environment or its user determines.
public struct ProviderSearchPath: Sendable, Equatable {
  /// The folders, including those that are ignored, with the reason.
  public let locations: [ProviderLocation]

  /// Makes a search path of folders, unchanged.
  public init(_ locations: [ProviderLocation]) { self.locations = locations }

  /// Returns the search path of this process.
  ///
  /// - Parameter given: Folders that come before all others.
  /// - Returns: All folders that are named, in order.
  public static func ofThisProcess(given: [String] = []) -> ProviderSearchPath {
    ProviderSearchPath(
      given: given, environment: SystemText.bytes, executable: executable, isElevated: ProcessPrivileges.areElevated)
  }

  /// `environment` returns `nil` when a variable is not set, or empty.
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
    // Compared as bytes, because strings with different bytes can be equal.
    var seen: Set<[UInt8]> = []
    self.locations = locations.compactMap { location in
      // A given path may be relative, because it is given for the present working directory.
      if location.origin != .given, !location.path.isAbsolutePath {
        return ProviderLocation(location.origin, location.path, ignored: relative)
      }
      // An ignored path is kept, because its repaired text may equal another path.
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

/// A folder of a search path.
public struct ProviderLocation: Sendable, Hashable {
  /// The source of the folder's path.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The app, or the user on the command line.
    case given
    /// The environment variable `APPCTL_PROVIDER_PATH`.
    case environment
    /// `$XDG_DATA_HOME/appcontroller/providers`: the user's own providers.
    case userData = "user-data"
    /// A folder of `$XDG_DATA_DIRS`: providers that are installed for all users.
    case systemData = "system-data"
    /// The folder of the running program.
    case executable
  }

  /// The source of its path.
  public let origin: Origin
  /// Its path.
  public let path: String
  /// The reason why it is not searched; `nil` when it is searched.
  public let ignored: String?

  /// Makes a location.
  public init(_ origin: Origin, _ path: String, ignored: String? = nil) {
    (self.origin, self.path, self.ignored) = (origin, path, ignored)
  }
}
