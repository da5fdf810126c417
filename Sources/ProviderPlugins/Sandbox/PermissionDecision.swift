internal import AppControllerKit
internal import CSystem
internal import Glibc

struct PermissionDecision {
  var granted: Set<ProviderPermission> = []
  var agreed: Set<String> = []
  /// No provider gets access to them.
  var privateFolders: [String] = []
  /// No provider gets write access to them.
  var programs: [String] = []
  var support = SandboxSupport.current
  /// `nil` when the variable is not set.
  var variable: (String) -> String? = Self.ownVariable

  /// A permission of an unknown kind is not included, because it can never be granted.
  func missing(of declared: [DeclaredPermission]) -> [DeclaredPermission] {
    declared.filter { $0.grantName != nil && !holds($0) }
  }

  /// The rights are those of the granted permissions, declared or not; `warn` receives a sentence for each folder that
  /// does not exist, and is left out.
  ///
  /// Throws `ACK2215` when a granted permission cannot be put into effect here.
  func rights(
    of declared: [DeclaredPermission], settings: ProviderSettings, warn: (String) -> Void = { _ in }
  ) throws(PluginError) -> ProviderRights {
    var (rights, names) = (ProviderRights(), Set<String>())
    rights.hasNetwork = granted.contains(.network)
    if rights.hasNetwork { names.insert(ProviderPermission.network.rawValue) }
    for permission in declared where holds(permission) {
      switch permission.kind {
      case .ports(let ports): rights.ports += ports
      case .portsOf(let names, _):
        rights.ports += names.compactMap { settings.text($0).flatMap(DeclaredPermission.port) }
      case .folder(_, let path, let isWritable):
        guard let folder = try folder(path, of: permission, isWritable: isWritable) else {
          warn("the folder \(path.displayable) of the permission \(permission.grantName ?? "") is not there")
          continue
        }
        rights.folders.append(folder)
      case .socket(_, let path):
        if let path = try? expanded(path, of: permission) {
          _ = try LocalSocket(path)?.ability(for: permission, places)
        }
      case .unknown: break
      }
      if let name = permission.grantName { names.insert(name) }
    }
    rights.ports = rights.hasNetwork ? [] : Set(rights.ports).sorted()
    if !rights.hasNetwork, rights.ports.isEmpty { names.remove(ProviderPermission.network.rawValue) }
    if !rights.ports.isEmpty, let lack = support.lackForPorts { throw .portsNotKept(lack) }
    rights.names = names.sorted()
    return rights
  }

  func services(of declared: [DeclaredPermission]) -> LocalServices {
    var services = LocalServices(resolvesNames: granted.contains(.network), privateFolders: privateFolders)
    for permission in declared where holds(permission) {
      switch permission.kind {
      case .ports, .portsOf: services.resolvesNames = true
      // Without the variable there is no such socket; the provider gets an error when it connects.
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
}

// MARK: - Paths

extension PermissionDecision {
  /// None under elevated privileges, where another user has set the variables.
  static func ownVariable(_ name: String) -> String? {
    ProcessPrivileges.areElevated ? nil : try? SystemText.variable(name)
  }

  /// Opened once; `nil` when it does not exist.
  private func folder(
    _ path: String, of permission: DeclaredPermission, isWritable: Bool
  ) throws(PluginError) -> Place? {
    guard let resolved = try? LibraryFile.resolve(expanded(path, of: permission)) else { return nil }
    guard let folder = try? Place(resolved: resolved, isWritable: isWritable), folder.isFolder else {
      throw .unavailable(
        permission, "\(resolved.displayable) is no folder", "only folders are granted", "make a folder")
    }
    if let reason = places.reason(against: folder.number, resolved, isWritable: isWritable) {
      throw .unavailable(
        permission, "\(resolved.displayable) is never given to a provider\(isWritable ? " for writing" : "")", reason,
        "use the provider without it")
    }
    return folder
  }

  /// Keyed by the words of the permissions; throws `ACK2215` for a place that is never given.
  func findings(of declared: [DeclaredPermission]) throws(PluginError) -> [String: String] {
    var findings: [String: String] = [:]
    for permission in declared {
      switch permission.kind {
      case .folder(_, let path, let isWritable):
        findings[permission.words] = try folder(path, of: permission, isWritable: isWritable)?.path ?? "no folder"
      case .socket(_, let path):
        guard let expanded = try? expanded(path, of: permission), let socket = LocalSocket(expanded) else { continue }
        let ability = try socket.ability(for: permission, places)
        findings[permission.words] = socket.path + (ability.map { "; whoever talks to it \($0)" } ?? "")
      case .ports, .portsOf, .unknown: continue
      }
    }
    return findings
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

  private var places: ProtectedPlaces {
    ProtectedPlaces(
      variable: variable, homes: [variable("HOME"), Self.ownHome].compactMap(\.self), privateFolders: privateFolders,
      programs: programs)
  }

  /// The home folder of this process's user, from the system's list of users.
  static var ownHome: String? {
    guard let user = unsafe getpwuid(geteuid()), let home = unsafe user.pointee.pw_dir else { return nil }
    let path = unsafe String(cString: home)
    return path == "/" ? nil : path
  }
}

/// The file of a local socket, opened once.
final class LocalSocket {
  /// The path, with every link resolved.
  let path: String
  private let folder: FileDescriptor
  private let place: FileDescriptor

  /// `nil` when there is nothing.
  init?(_ path: String) {
    guard let resolved = try? LibraryFile.resolve(path), let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
    else {
      return nil
    }
    self.path = resolved
    let parent = String(resolved[...slash])
    folder = FileDescriptor(number: unsafe open(parent, PlaceIdentity.only | O_DIRECTORY | O_CLOEXEC), path: parent)
    let name = String(resolved[resolved.utf8.index(after: slash)...])
    place = FileDescriptor(
      number: unsafe openat(folder.number, name, PlaceIdentity.only | O_NOFOLLOW | O_CLOEXEC), path: resolved)
    guard place.number >= 0 else { return nil }
  }

  private func kind(_ variable: (String) -> String?) -> KnownSocket? {
    KnownSocket.kind(of: place.number, path, variable: variable, home: variable("HOME") ?? PermissionDecision.ownHome)
  }

  /// The ability of who talks to it; `nil` when it is not known, throws when it is never opened for a provider.
  fileprivate func ability(
    for permission: DeclaredPermission, _ places: ProtectedPlaces
  ) throws(PluginError) -> String? {
    let kind = kind(places.variable)
    let reason = kind?.isRefused == true ? kind.map { "whoever talks to it \($0.ability)" } : nil
    if let reason = reason ?? places.reason(againstSocketIn: folder.number) {
      throw .unavailable(
        permission, "\(path.displayable) is never opened for a provider", reason, "use the provider without it")
    }
    return kind?.ability
  }

  /// Returns a file descriptor, or a negated error number; `EACCES` when it is never opened for a provider.
  func connect(privateFolders: [String]) -> Int32 {
    let variable = PermissionDecision.ownVariable
    let places = ProtectedPlaces(variable: variable, homes: [], privateFolders: privateFolders, programs: [])
    guard places.reason(againstSocketIn: folder.number) == nil, kind(variable)?.isRefused != true else {
      return -EACCES
    }
    let connection = socket_connect_place(place.number)
    guard connection >= 0, let program = KnownSocket.program(atOtherEndOf: connection),
      KnownSocket.kind(ofProgram: program)?.isRefused == true
    else { return connection }
    close(connection)
    return -EACCES
  }
}

extension SandboxSupport {
  /// `nil` when the support is complete.
  fileprivate var lackForPorts: String? {
    if !filtersCalls { return "this kernel has no seccomp filter" }
    guard let landlock else { return "this kernel has no Landlock" }
    return landlock < 4 ? "this kernel's Landlock has version \(landlock), and knows ports from 4 on" : nil
  }
}

extension PluginError {
  static func notGranted(
    _ missing: [DeclaredPermission], of id: String, at path: String, isMore: Bool
  ) -> PluginError {
    let entries = missing.map { ProviderWords.withoutCodes($0.words) }.joined(separator: "; ")
    let reasons = ProviderWords(missing.map(\.why).joined(separator: "; "), of: id)
    let names = Set(missing.compactMap(\.grantName)).sorted()
    return PluginError(
      .permissionNotGranted,
      what: "provider \(id) asks for \(isMore ? "more than was granted" : "permissions that nobody has granted"): "
        + entries.displayable,
      why: "none of its code runs in a process of its own until somebody has agreed to what it asks for; its reasons: "
        + reasons.description,
      fix: "agree to it on a terminal; a script grants it with \(names.map { "--allow \($0)" }.joined(separator: " "))",
      command: "appctl login --provider \(path.displayable)"
    )
  }

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
