public import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// Loads provider plugins.
///
/// Isolation: the main actor, which also serialises the calls into a library. Loading a library runs its constructors;
/// no code of it runs before. A library is never unloaded.
@MainActor
public struct ProviderLoader {
  /// The time that any question may stay open; `nil` for the time that an action declares, or 30 seconds without one.
  ///
  /// It limits the wait for a pending answer. It does not limit a function that does not return in the app's own
  /// process, because nothing can interrupt that function. In a child process, ``ProviderChild/Options/callDeadline``
  /// limits each call.
  public var deadline: Duration?
  /// The digest that every library must have; `nil` for any.
  public var pin: ProviderPin?
  /// The additional digests that libraries must have, by the provider's id; a library without a pin may have any.
  public var pins: [String: ProviderPin] = [:]
  /// The permissions of providers in processes of their own, added to those in ``child``, by the provider's id.
  public var permissions: [String: Set<ProviderPermission>] = [:]
  /// The declared permissions that the user has agreed to, as `DeclaredPermission.words`, by the provider's id.
  ///
  /// A provider in a process of its own does not run until each permission that it declares is agreed to, or granted in
  /// ``permissions``. An agreement grants exactly what is declared, such as some ports; `.network` grants all ports.
  public var agreedPermissions: [String: Set<String>] = [:]
  /// The values of settings, by the provider's id and the setting's name.
  ///
  /// They are checked before any code of a library runs. A setting that is not given has its default value.
  public var settings: [String: [String: SettingValue]] = [:]
  /// Receives the problems that prevent loading from a search path, but not loading by path.
  public var warningHandler: (@MainActor (PluginError) -> Void)?
  /// Receives the lines of a provider's log that were not delivered to a controller, because the provider was never
  /// asked, or could not be made.
  public var logHandler: (@MainActor (LogLevel, String) -> Void)?
  /// The process that the libraries run in.
  public var isolation: ProviderIsolation
  /// The options of the child processes.
  public var child = ProviderChild.Options()
  /// The quarantine, which excludes libraries that crashed or hung, and records further ones; `nil` for none.
  public var quarantine: Quarantine?
  /// Records the first library that is loaded; `nil` for none.
  public var recorder: ProviderRecorder?

  /// Returns the isolation that the user has chosen for a library, by the id in its note and its resolved path; `nil`
  /// for none.
  ///
  /// It is called with ``ProviderIsolation/automatic``, and its answer takes precedence over the rule.
  package var chosenIsolation: @MainActor (_ id: String, _ path: String) -> ProviderIsolation? = { _, _ in nil }

  /// Returns the values of a provider's settings in the place of ``settings``; `nil` to use ``settings``.
  package var givenSettings: (@MainActor (ProviderNote) -> [String: SettingValue])?

  /// Asks the user whether to grant the missing permissions of a provider; `nil` to refuse the provider without a
  /// question.
  package var permissionHandler: (@MainActor (PermissionRequest) -> Bool)?

  /// The libraries that run in this process, besides those in the search path; no provider gets write access to their
  /// folders.
  package var programs: [String] = []

  /// Enforces a time limit on calls of libraries in this process; `nil` for none.
  package var watchdog: LibraryWatchdog?

  let clock: any Clock<Duration>
  /// Called right before the system receives the path, with the library's dynamic section: a child process enters its
  /// sandbox there, and tests replace the file.
  var willMap: (String, DynamicSection) throws(PluginError) -> Void = { _, _ in }

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - isolation: The process that the libraries run in.
  ///   - clock: The clock that times the deadlines.
  public init(isolation: ProviderIsolation = .none, clock: any Clock<Duration> = ContinuousClock()) {
    self.isolation = isolation
    self.clock = clock
  }

  /// Loads the library at a path that the user has named, negotiates the version, and makes an instance.
  ///
  /// A file that other users could have changed causes a warning, and is refused under elevated privileges.
  ///
  /// - Throws: ``PluginError`` that names the failed step and the reason.
  public func load(_ path: String) throws(PluginError) -> PluginProvider {
    try provider(path, isNamed: !ProcessPrivileges.areElevated)
  }

  /// Finds a provider by its id, and loads it.
  ///
  /// A file that other users could have changed is refused.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - searchPath: The folders to search.
  /// - Returns: The provider, as ``load(_:)`` returns it.
  /// - Throws: ``PluginError`` with the code `ACK2038` when there is none, with the reasons why candidates were
  ///   refused.
  public func load(
    id: String, from searchPath: ProviderSearchPath = .ofThisProcess()
  ) throws(PluginError) -> PluginProvider {
    try provider(found(id, in: searchPath), isNamed: false)
  }

  /// Loads the library at a path, as ``load(_:)`` does, and suspends while the library's process starts.
  ///
  /// The main actor remains free meanwhile, as a server needs that starts a process for each visitor. The loader's
  /// clock times the deadline of the start. A library that is loaded into this process blocks, as with ``load(_:)``.
  ///
  /// - Throws: ``PluginError`` as from ``load(_:)``. When the task is cancelled, the process is killed, and the code is
  ///   `ACK2107`.
  public func loadSuspending(_ path: String) async throws(PluginError) -> PluginProvider {
    try await provider(suspending: path, isNamed: !ProcessPrivileges.areElevated)
  }

  /// Finds a provider by its id, as ``load(id:from:)`` does, and loads it as ``loadSuspending(_:)`` does.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - searchPath: The folders to search.
  /// - Returns: The provider, as ``load(id:from:)`` returns it.
  /// - Throws: ``PluginError`` as from ``load(id:from:)`` and ``loadSuspending(_:)``.
  public func loadSuspending(
    id: String, from searchPath: ProviderSearchPath = .ofThisProcess()
  ) async throws(PluginError) -> PluginProvider {
    try await provider(suspending: found(id, in: searchPath), isNamed: false)
  }

  /// Returns the path of the library of a provider.
  private func found(_ id: String, in searchPath: ProviderSearchPath) throws(PluginError) -> String {
    let listing = ProviderListing(searchPath)
    guard let found = listing.provider(id) else { throw .unknownProvider(id, listing) }
    return found.path
  }

  private func provider(_ path: String, isNamed: Bool) throws(PluginError) -> PluginProvider {
    try opening(path).provider { context throws(PluginError) in
      guard isIsolated(path) else { return try loaded(path, isNamed: isNamed, context) }
      let endpoint = try isolated(path, isNamed: isNamed, context)
      try endpoint.awaitStart()
      return endpoint
    }
  }

  private func provider(suspending path: String, isNamed: Bool) async throws(PluginError) -> PluginProvider {
    try await opening(path).provider { context async throws(PluginError) in
      guard isIsolated(path) else { return try loaded(path, isNamed: isNamed, context) }
      let endpoint = try isolated(path, isNamed: isNamed, context)
      try await endpoint.awaitStart()
      return endpoint
    }
  }

  /// Returns the host's side of the provider, unless the quarantine excludes the library.
  private func opening(_ path: String) throws(PluginError) -> ProviderOpening {
    if let entry = try quarantine?.entry(ofFileAt: path) { throw entry.error(for: path) }
    return ProviderOpening(deadline: deadline, clock: clock, recorder: recorder, logHandler: logHandler)
  }

  /// Loads a library in this process.
  private func loaded(_ path: String, isNamed: Bool, _ context: HostContext) throws(PluginError) -> LoadedEndpoint {
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    let vetted = try vet(file, isNamed: isNamed)
    context.speaker = vetted.note.id
    // In this process, the provider has no home folder. It has every permission, because none can be withheld.
    let declared = vetted.note.permissions
    let granted = Set(declared.compactMap(\.grantName)).union(["network"])
    let creation = InstanceCreation(settings: try values(for: vetted.note), granted: granted.sorted())
    let decision = PermissionDecision(granted: [.network], agreed: Set(declared.map(\.words)))
    return try LoadedEndpoint(open(file, vetted), context, creation, decision.services(of: declared), watchdog)
  }

  /// Returns the checked values of a provider's settings, and keeps its secrets out of the recording.
  private func values(for note: ProviderNote) throws(PluginError) -> ProviderSettings {
    let values = try note.values(from: givenSettings?(note) ?? settings[note.id] ?? [:])
    for setting in note.settings where setting.kind == .secret {
      if let secret = values.secret(setting.name) { recorder?.secrets.hide(secret) }
    }
    return values
  }

  /// Whether a library runs in a process of its own.
  ///
  /// This includes a file that cannot be read; loading it there is refused.
  private func isIsolated(_ path: String) -> Bool {
    switch isolation {
    case .none: return false
    case .process: return true
    case .automatic: break
    }
    guard let resolved = try? LibraryFile.resolve(path), let file = try? LibraryFile(resolved: resolved) else {
      return true
    }
    let chosen = (try? ProviderNote(of: file)).flatMap { chosenIsolation($0.id, file.path) }
    switch chosen {
    case .none?: return false
    case .process?: return true
    case .automatic?, nil: return !InstallationTrust.current.covers(file)
    }
  }
}

// MARK: - The steps

extension ProviderLoader {
  /// The facts about a file that are known before any of its code runs.
  typealias VettedFile = (note: ProviderNote, dynamic: DynamicSection)

  /// Carries out all steps before an instance is made, in a safe order.
  func open(_ path: String, isNamed: Bool = true) throws(PluginError) -> ProviderLibrary {
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    return try open(file, vet(file, isNamed: isNamed))
  }

  /// Checks a file without running any of its code.
  ///
  /// - Throws: ``PluginError`` with the reason why it is not loaded.
  func vet(_ file: LibraryFile, isNamed: Bool) throws(PluginError) -> VettedFile {
    try checkTrust(in: file, isNamed: isNamed)
    let library = try OpenedLibrary(file, path: file.path)
    // The linkage is checked first, because a program has no note, but the missing note is not its problem.
    let linkage = try LibraryLinkage(library, path: file.path)
    let note = try ProviderNote(library.image, library.windows, path: file.path)
    if let problem = note.incompatibility(with: .host, path: file.path) { throw problem }
    for pin in [pin, pins[note.id]].compactMap(\.self) { try pin.require(file, of: note.id) }
    try linkage.checkEntry()
    return (note, linkage.dynamic)
  }

  /// Maps a file, and sends the query to its library.
  func open(_ file: LibraryFile, _ vetted: VettedFile) throws(PluginError) -> ProviderLibrary {
    try willMap(file.path, vetted.dynamic)
    let answered: ProviderLibrary
    if let watchdog {
      // A short limit is meant for calls, and not for loading.
      answered = try watchdog.watching("loading \(file.path.displayable)", atLeast: child.startDeadline) {
        () throws(PluginError) in try answer(file)
      }
    } else {
      answered = try answer(file)
    }
    try answered.requireNote(vetted.note)
    return answered
  }

  /// Maps a file, which runs the library's constructors, and queries the library.
  private func answer(_ file: LibraryFile) throws(PluginError) -> ProviderLibrary {
    let image = try map(file)
    try file.checkUnchanged()

    guard let address = unsafe image.symbol(LibraryLinkage.entry) else {
      throw .changed(file.path, "its entry is gone")
    }
    let query = unsafe unsafeBitCast(address, to: ProviderLibrary.QueryFunction.self)
    return unsafe try ProviderLibrary(path: file.path, query: query)
  }

  private func checkTrust(in file: LibraryFile, isNamed: Bool) throws(PluginError) {
    for problem in FileTrust.current.problems(of: file.status, at: file.path) {
      guard isNamed else { throw problem }
      warningHandler?(problem)
    }
  }

  /// Maps the library, which runs its constructors.
  private func map(_ file: LibraryFile) throws(PluginError) -> LoadedLibrary {
    do {
      return try LoadedLibrary(absolutePath: file.path)
    } catch {
      // The system's message names the missing library, but not the library that needs it.
      let missing = (try? ProviderInspector().facts(of: file.path))?.problems.first { $0.code == .missingDependency }
      throw missing ?? error.classified(path: file.path)
    }
  }
}

/// The question to the user before a provider with ungranted permissions runs.
package struct PermissionRequest {
  /// The provider, with all the permissions that it declares.
  package let note: ProviderNote
  /// The library's path.
  package let path: String
  /// The digest of the library.
  package let sha256: String
  /// The permissions that are neither granted nor agreed to.
  package let missing: [DeclaredPermission]
}

extension PluginError {
  fileprivate static func unknownProvider(_ id: String, _ listing: ProviderListing) -> PluginError {
    let searched = zip(listing.searchPath.locations, listing.states).filter { $0.1 == .searched }.map(\.0.path)
    let refused = listing.candidates.compactMap { candidate -> String? in
      guard case .rejected(let note, let problems) = candidate.verdict, note?.id == id else { return nil }
      return "\(candidate.path) is refused: \(problems.first?.what ?? "")"
    }
    let places = searched.isEmpty ? "no folder could be searched" : "searched: \(searched.joined(separator: ", "))"
    return PluginError(
      .unknownProvider, what: "there is no provider with the id \(id.displayable.debugDescription)",
      why: (refused + [places]).joined(separator: "; ").displayable,
      fix: "name one that is there, or the library by its path", command: "appctl providers --explain"
    )
  }
}

extension ProviderLoader {
  /// Begins to load a library in a process of its own.
  func isolated(
    _ path: String, isNamed: Bool, _ context: HostContext
  ) throws(PluginError) -> IsolatedEndpoint {
    if ProviderChild.isRunning { throw .nestedChild }
    // The file stays open, so that the quarantine records the file that was loaded. The process receives the file's
    // status, and loads no other file; its later messages cannot change the provider's identity.
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    let note = try vet(file, isNamed: isNamed).note
    let identity = ProviderIdentity(path: file.path, note: note, isIsolated: true)
    let settings = try values(for: note)
    let decision = try decision(about: note, in: file)
    let rights = try decision.rights(of: note.permissions, settings: settings) { context.log(.warning, $0) }
    let order = StartOrder(
      path: file.path, file: file.status, limits: child.limits, readable: child.readablePaths,
      folder: try home(of: identity.id), rights: rights, settings: settings
    )
    return try IsolatedEndpoint(
      identity, order, decision.services(of: note.permissions), child, clock, context,
      deathHandler: { [quarantine] death in
        guard let quarantine, let entry = QuarantineEntry(death, file, at: .now) else { return }
        do throws(PluginError) { try quarantine.add(entry) } catch { context.log(.error, "\(error)") }
      }
    )
  }

  /// Returns the granted permissions of a provider, once every declared one is granted or agreed to.
  private func decision(
    about note: ProviderNote, in file: LibraryFile
  ) throws(PluginError) -> PermissionDecision {
    var decision = PermissionDecision(
      granted: child.permissions.union(permissions[note.id, default: []]),
      agreed: agreedPermissions[note.id, default: []],
      privateFolders: child.privateFolders + [child.homes].compactMap(\.self),
      programs: [file.path, child.executable ?? "/proc/self/exe"] + programs
        + ProviderSearchPath.ofThisProcess().locations.map(\.path))
    let missing = decision.missing(of: note.permissions)
    if !missing.isEmpty {
      let known = note.permissions.count { $0.grantName != nil }
      let error = PluginError.notGranted(missing, of: note.id, at: file.path, isMore: missing.count < known)
      guard let permissionHandler else { throw error }
      let digest: Digest
      do throws(ELFFault) { digest = try Digest(of: file) } catch { throw PluginError(error, file.path) }
      let request = PermissionRequest(note: note, path: file.path, sha256: "\(digest)", missing: missing)
      guard permissionHandler(request) else { throw .permissionsRefused(of: note.id) }
      decision.agreed.formUnion(note.permissions.map(\.words))
    }
    return decision
  }

  /// Returns the provider's home folder, which is created if needed; `nil` when it has none.
  private func home(of id: String) throws(PluginError) -> String? {
    guard let homes = child.homes else { return nil }
    do throws(AppControllerError) {
      let path = try FileSystem.absolute(homes).appending(entry: id)
      let folder = try FileSystem.makeFolder(path)
      try folder.status().check(path, is: .folder, without: 0o077)
      return path
    } catch {
      throw PluginError(
        .noHome, what: "provider \(id) has no folder of its own: \(error.what)", why: error.why, fix: error.fix)
    }
  }
}

extension PluginError {
  /// The error for a provider's process that tries to start another one.
  fileprivate static var nestedChild: PluginError {
    PluginError(
      .childNotServing, what: "this process was started for a provider and wants to start another process for one",
      why:
        "the app's main function does not begin with ProviderChild.runIfRequested(), so that it began as an app again",
      fix: "let the app's main function begin with ProviderChild.runIfRequested()"
    )
  }
}
