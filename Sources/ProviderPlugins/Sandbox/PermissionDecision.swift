internal import AppControllerKit
internal import Glibc

/// Decides which permissions of a provider hold.
struct PermissionDecision {
  /// What the operator grants by name.
  var granted: Set<ProviderPermission> = []
  /// The words of the declared permissions that somebody has agreed to.
  var agreed: Set<String> = []
  /// Folders of the app, of which no provider gets anything.
  var privateFolders: [String] = []
  /// What the kernel can keep.
  var support = SandboxSupport.current
  /// Returns a variable that a path begins with; nil when it is not set.
  var variable: (String) -> String? = Self.ownVariable

  /// Returns the declared permissions that nobody has granted.
  ///
  /// One of an unknown kind is not among them, because it is never granted.
  func missing(of declared: [DeclaredPermission]) -> [DeclaredPermission] {
    declared.filter { $0.grantName != nil && !holds($0) }
  }

  /// Returns what holds of the declared permissions, and of those that are granted without being declared.
  ///
  /// - Parameters:
  ///   - declared: The permissions that the provider declares.
  ///   - settings: The values of the provider's settings, one of which may have a port.
  /// - Returns: The rights, with every path and port resolved.
  /// - Throws: ``PluginError`` with the code `ACK2215` when something is granted that cannot be given here.
  func rights(of declared: [DeclaredPermission], settings: ProviderSettings) throws(PluginError) -> ProviderRights {
    var (rights, names) = (ProviderRights(), Set<String>())
    rights.hasNetwork = granted.contains(.network)
    if rights.hasNetwork { names.insert(ProviderPermission.network.rawValue) }
    for permission in declared where holds(permission) {
      switch permission.kind {
      case .ports(let ports): rights.ports += ports
      case .portsOf(let names): rights.ports += names.compactMap { settings.text($0).flatMap(Self.port) }
      case .folder(_, let path, let isWritable):
        rights.folders.append(.init(path: try folder(path, of: permission), isWritable: isWritable))
      case .socket, .unknown: break
      }
      if let name = permission.grantName { names.insert(name) }
    }
    rights.ports = rights.hasNetwork ? [] : Set(rights.ports).sorted()
    if !rights.hasNetwork, rights.ports.isEmpty { names.remove(ProviderPermission.network.rawValue) }
    if !rights.ports.isEmpty, let lack = support.lackForPorts { throw .portsNotKept(lack) }
    rights.names = names.sorted()
    return rights
  }

  /// Returns what the host does for the provider, of what holds.
  func services(of declared: [DeclaredPermission]) -> LocalServices {
    var services = LocalServices(resolvesNames: granted.contains(.network), privateFolders: privateFolders)
    for permission in declared where holds(permission) {
      switch permission.kind {
      case .ports, .portsOf: services.resolvesNames = true
      // Without the variable nobody listens there, which the provider finds out when it connects.
      case .socket(let name, let path): services.sockets[name] = (try? expanded(path, of: permission)) ?? ""
      case .folder, .unknown: continue
      }
    }
    return services
  }

  private func holds(_ permission: DeclaredPermission) -> Bool {
    guard let name = permission.grantName else { return false }
    return agreed.contains { $0.utf8.elementsEqual(permission.words.utf8) }
      || granted.contains { $0.rawValue.utf8.elementsEqual(name.utf8) }
  }

  /// Returns the port of a URL, which is that of its scheme if it names none; nil when its scheme has no port.
  static func port(of url: String) -> UInt16? {
    guard let colon = url.firstRange(of: "://") else { return nil }
    let authority = url[colon.upperBound...].prefix { !"/?#".contains($0) }
    // The colons of an address in brackets are no separators.
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    if let separator = authority[end...].lastIndex(of: ":") {
      let digits = authority[authority.index(after: separator)...]
      if !digits.isEmpty { return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } }
    }
    return ["https": 443, "http": 80][url[..<colon.lowerBound].lowercased()]
  }
}

// MARK: - Paths

extension PermissionDecision {
  /// The variables of this process; none under elevated privileges, where somebody else has set them.
  private static func ownVariable(_ name: String) -> String? {
    ProcessPrivileges.areElevated ? nil : try? SystemText.variable(name)
  }

  /// Returns the path of a declared folder, with every link resolved.
  private func folder(_ path: String, of permission: DeclaredPermission) throws(PluginError) -> String {
    let expanded = try expanded(path, of: permission)
    let resolved: String
    do throws(PluginError) { resolved = try LibraryFile.resolve(expanded) } catch {
      throw .unavailable(permission, "\(expanded.displayable) cannot be found", error.why, "make the folder")
    }
    var status = stat()
    guard unsafe stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .unavailable(
        permission, "\(resolved.displayable) is no folder", "only folders are granted", "make a folder")
    }
    if let reason = refusal(of: resolved) {
      throw .unavailable(
        permission, "\(resolved.displayable) is never given to a provider", reason, "use the provider without it")
    }
    return resolved
  }

  private func expanded(_ path: String, of permission: DeclaredPermission) throws(PluginError) -> String {
    guard path.hasPrefix("$") else { return path }
    let name = String(path.dropFirst().prefix { $0 != "/" })
    guard let value = variable(name), value.isAbsolutePath else {
      throw .unavailable(
        permission, "the variable \(name) is not set to an absolute path", "its path begins with it",
        "set the variable, or use the provider without it")
    }
    return value + path.dropFirst(1 + name.count)
  }

  /// Returns why a folder is not given to a provider; `nil` when it may be.
  private func refusal(of folder: String) -> String? {
    if folder == "/" { return "it has everything" }
    let home = variable("HOME").map { (try? LibraryFile.resolve($0)) ?? $0 }
    if let home, home.isWithin(folder) { return "it has all that the user has" }
    return GivenPath(folder).refusal(privateFolders: privateFolders)
  }
}

/// The path of a folder or a socket that a provider is to get, with every link resolved.
struct GivenPath {
  let path: String

  init(_ path: String) { self.path = path }

  /// Returns why a path is not given to any provider; `nil` when it may be.
  func refusal(privateFolders: [String]) -> String? {
    if DeclaredPermission.systemFolders.contains(where: { path.isWithin($0) }) { return "it is of the kernel" }
    for folder in privateFolders {
      let folder = (try? LibraryFile.resolve(folder)) ?? folder
      if folder.isWithin(path) || path.isWithin(folder) { return "the app keeps its own files there" }
    }
    return nil
  }

  /// Whether it is a socket of a bus, or of the manager of services: whoever may talk to one may start programs.
  var isBus: Bool {
    let parts = path.split(separator: "/")
    return parts.last == "bus" || parts.contains("dbus") || parts.contains("dbus-1") || parts.contains("systemd")
  }
}

extension String {
  /// Whether a path is a folder, or is in it.
  fileprivate func isWithin(_ folder: String) -> Bool { self == folder || hasPrefix("\(folder)/") }
}

extension SandboxSupport {
  /// What is missing to keep a provider to some ports; nil when nothing is.
  fileprivate var lackForPorts: String? {
    if !filtersCalls { return "this kernel has no seccomp filter" }
    guard let landlock else { return "this kernel has no Landlock" }
    return landlock < 4 ? "this kernel's Landlock has version \(landlock), and knows ports from 4 on" : nil
  }
}

extension PluginError {
  /// The error for a provider some of whose permissions nobody has granted.
  static func notGranted(
    _ missing: [DeclaredPermission], of id: String, at path: String, isMore: Bool
  ) -> PluginError {
    let entries = missing.map { "\($0.words) (\($0.why))" }.joined(separator: "; ")
    let names = Set(missing.compactMap(\.grantName)).sorted()
    return PluginError(
      .permissionNotGranted,
      what: "provider \(id) asks for \(isMore ? "more than was granted" : "permissions that nobody has granted"): "
        + entries.displayable,
      why: "none of its code runs in a process of its own until somebody has agreed to what it asks for",
      fix: "agree to it on a terminal; a script grants it with \(names.map { "--allow \($0)" }.joined(separator: " "))",
      command: "appctl login --provider \(path.displayable)"
    )
  }

  /// The error for a provider whose permissions somebody was asked for, and did not grant.
  static func permissionsRefused(of id: String) -> PluginError {
    PluginError(
      .permissionNotGranted, what: "provider \(id) was not granted the permissions that it asks for",
      why: "none of its code runs in a process of its own until somebody has agreed to what it asks for",
      fix: "run the command again, and answer y")
  }

  fileprivate static func unavailable(
    _ permission: DeclaredPermission, _ what: String, _ why: String, _ fix: String
  ) -> PluginError {
    PluginError(
      .permissionUnavailable, what: "the permission \(permission.grantName ?? "") cannot be given: \(what)", why: why,
      fix: fix)
  }

  fileprivate static func portsNotKept(_ lack: String) -> PluginError {
    PluginError(
      .permissionUnavailable, what: "the permission network cannot be given for some ports only: \(lack)",
      why: "the provider could connect to any port", fix: "allow it the whole network with --allow network")
  }
}
