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
      given: given, environment: environment, executable: executable, isElevated: ProcessPrivileges.areElevated)
  }

  /// The search path of a process.
  ///
  /// - Parameters:
  ///   - given: Folders that come before all others.
  ///   - environment: The value of an environment variable; `nil` when it is not set, or empty.
  ///   - executable: The path of the program.
  ///   - isElevated: Whether the process has rights that whoever started it has not.
  init(given: [String], environment: (String) -> String?, executable: String?, isElevated: Bool) {
    let home = environment("HOME")
    let userData = environment("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" }
    let systemData = isElevated ? nil : environment("XDG_DATA_DIRS")
    let elevated = "the process has elevated privileges, and this folder is somebody else's choice"
    let relative = "its path is relative, and would mean another folder in every folder"

    var locations = given.map { ProviderLocation(.given, $0, ignored: isElevated ? elevated : nil) }
    for path in Self.parts(of: environment("APPCTL_PROVIDER_PATH")) {
      locations.append(ProviderLocation(.environment, path, ignored: isElevated ? elevated : nil))
    }
    if let userData {
      locations.append(ProviderLocation(.userData, Self.providers(in: userData), ignored: isElevated ? elevated : nil))
    }
    for path in Self.parts(of: systemData ?? "/usr/local/share:/usr/share") {
      locations.append(ProviderLocation(.systemData, Self.providers(in: path)))
    }
    if let executable, let slash = executable.utf8.lastIndex(of: UInt8(ascii: "/")) {
      locations.append(ProviderLocation(.executable, String(executable[..<slash])))
    }
    var seen: Set<String> = []
    self.locations = locations.compactMap { location in
      // What is given may be relative: it is said here and now.
      if location.origin != .given, !location.path.hasPrefix("/") {
        return ProviderLocation(location.origin, location.path, ignored: relative)
      }
      return seen.insert(location.path).inserted ? location : nil
    }
  }

  private static func providers(in data: String) -> String {
    data.hasSuffix("/") ? "\(data)appcontroller/providers" : "\(data)/appcontroller/providers"
  }

  private static func parts(of list: String?) -> [String] {
    list?.split(separator: ":").map(String.init) ?? []
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static var executable: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
