public import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// Loads provider plugins.
///
/// Isolation: the main actor, which is also what makes the calls into a library serial. Loading a library runs its
/// constructors, and it is never unloaded; up to there nothing of it has run.
@MainActor
public struct ProviderLoader {
  /// How long any question may stay open; `nil` for 30 seconds, or what an action declares.
  ///
  /// It bounds the waiting for what is pending, and not a function that does not come back in the app's own process: nothing
  /// can interrupt one there. In a process of its own ``ProviderChild/Options/callDeadline`` bounds it.
  public var deadline: Duration?
  /// The digest that every library has to have; `nil` for any.
  public var pin: ProviderPin?
  /// The digest that a library has to have besides, by the provider's id; one without a pin may have any.
  public var pins: [String: ProviderPin] = [:]
  /// What a provider in a process of its own may do besides what ``child`` says, by the provider's id.
  public var permissions: [String: Set<ProviderPermission>] = [:]
  /// Receives what is a reason not to load a library from a folder that is searched, and was named by hand here.
  public var warningHandler: (@MainActor (PluginError) -> Void)?
  /// Receives the lines of a provider's log that no controller was told: it was never asked, or was not made at all.
  public var logHandler: (@MainActor (LogLevel, String) -> Void)?
  /// Where the libraries run.
  public var isolation: ProviderIsolation
  /// How they run in processes of their own.
  public var child = ProviderChild.Options()
  /// What crashed or hung before and is not loaded, and where what crashes or hangs is noted; `nil` for nothing.
  public var quarantine: Quarantine?
  /// Records the first library that is loaded; `nil` for nobody.
  public var recorder: ProviderRecorder?

  /// Where a library runs that somebody has chosen a place for, by the id in its note and its resolved path.
  ///
  /// It is asked with ``ProviderIsolation/automatic``, and what it answers comes before the rule.
  package var chosenIsolation: @MainActor (_ id: String, _ path: String) -> ProviderIsolation? = { _, _ in nil }

  /// Sees to it that the functions of libraries in this process come back; `nil` for nobody.
  package var watchdog: LibraryWatchdog?

  let clock: any Clock<Duration>
  /// Called at the last moment before the system is given the path, with what the library needs: a child process shuts
  /// itself in then, and tests exchange the file.
  var willMap: (String, DynamicSection) throws(PluginError) -> Void = { _, _ in }

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - isolation: Where the libraries run.
  ///   - clock: What deadlines are timed by.
  public init(isolation: ProviderIsolation = .none, clock: any Clock<Duration> = ContinuousClock()) {
    self.isolation = isolation
    self.clock = clock
  }

  /// Loads the library at a path that somebody has named, negotiates the version, and makes an instance.
  ///
  /// Whoever could have changed the file is warned of. Under elevated privileges such a file is refused.
  ///
  /// - Throws: ``PluginError`` that says which step failed and why.
  public func load(_ path: String) throws(PluginError) -> PluginProvider {
    try provider(path, isNamed: !ProcessPrivileges.areElevated)
  }

  /// Finds a provider by its id, and loads it.
  ///
  /// A file that others could have changed is refused.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - searchPath: Where to look.
  /// - Returns: The provider, as ``load(_:)`` gives it.
  /// - Throws: ``PluginError`` with the code `ACK2038` when there is none, and why its candidates were refused.
  public func load(
    id: String, from searchPath: ProviderSearchPath = .ofThisProcess()
  ) throws(PluginError) -> PluginProvider {
    let listing = ProviderListing(searchPath)
    guard let found = listing.provider(id) else { throw .unknownProvider(id, listing) }
    return try provider(found.path, isNamed: false)
  }

  private func provider(_ path: String, isNamed: Bool) throws(PluginError) -> PluginProvider {
    if let entry = try quarantine?.entry(ofFileAt: path) { throw entry.error(for: path) }
    return try PluginProvider(
      deadline: deadline, clock: clock, recorder: recorder, logHandler: logHandler
    ) { context throws(PluginError) in
      if isIsolated(path) { return try isolated(path, isNamed: isNamed, context) }
      return try LoadedEndpoint(open(path, isNamed: isNamed), context, .inThisProcess, watchdog)
    }
  }

  /// Whether a library runs in a process of its own.
  ///
  /// What cannot be looked at does, and is refused there.
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
    case .automatic?, nil: return !InstallationTrust.current.vouches(for: file)
    }
  }
}

extension InstanceCreation {
  /// Of a library that is loaded into the app's process: it has no folder of its own, and nothing can be kept from it.
  fileprivate static let inThisProcess = InstanceCreation(granted: ProviderPermission.allCases.names)
}

// MARK: - The steps

extension ProviderLoader {
  /// What is known of a file before anything of it runs.
  typealias VettedFile = (note: ProviderNote, dynamic: DynamicSection)

  /// Does all that is done before an instance is made, in the order in which it is safe.
  func open(_ path: String, isNamed: Bool = true) throws(PluginError) -> ProviderLibrary {
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    return try open(file, vet(file, isNamed: isNamed))
  }

  /// Looks at a file without running any of it.
  ///
  /// - Throws: ``PluginError`` that says why it is not loaded.
  func vet(_ file: LibraryFile, isNamed: Bool) throws(PluginError) -> VettedFile {
    try checkTrust(in: file, isNamed: isNamed)
    let library = try OpenedLibrary(file, path: file.path)
    // A program has no note, and that is not what is wrong with it.
    let linkage = try LibraryLinkage(library, path: file.path)
    let note = try ProviderNote(library.image, library.windows, path: file.path)
    if let problem = note.incompatibility(with: .host, path: file.path) { throw problem }
    for pin in [pin, pins[note.id]].compactMap(\.self) { try pin.require(file, of: note.id) }
    try linkage.checkEntry()
    return (note, linkage.dynamic)
  }

  /// Maps a file, and has its library answer the query.
  func open(_ file: LibraryFile, _ vetted: VettedFile) throws(PluginError) -> ProviderLibrary {
    try willMap(file.path, vetted.dynamic)
    let answered: ProviderLibrary
    if let watchdog {
      // Nobody means the loading who is in a hurry.
      answered = try watchdog.watching("loading \(file.path.displayable)", atLeast: child.startDeadline) {
        () throws(PluginError) in try answer(file)
      }
    } else {
      answered = try answer(file)
    }
    try answered.requireNote(vetted.note)
    return answered
  }

  /// Has the system map a file, which runs the library's constructors, and asks the library who it is.
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

  /// Has the system map the library, which runs its constructors.
  private func map(_ file: LibraryFile) throws(PluginError) -> LoadedLibrary {
    do {
      return try LoadedLibrary(absolutePath: file.path)
    } catch {
      // What the system says names one library and not who needs it.
      let missing = (try? ProviderInspector().facts(of: file.path))?.problems.first { $0.code == .missingDependency }
      throw missing ?? error.classified(path: file.path)
    }
  }
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
      fix: "see what there is with 'appctl providers --explain', or name the library by its path"
    )
  }
}

extension ProviderLoader {
  /// Has a process of its own load a library.
  func isolated(
    _ path: String, isNamed: Bool, _ context: HostContext
  ) throws(PluginError) -> IsolatedEndpoint {
    if ProviderChild.isRunning { throw .nestedChild }
    // Kept open: what crashes is what was there when it was loaded. The process is told which file that is, and loads no
    // other; nothing that it says later changes who the provider is.
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    let identity = ProviderIdentity(
      path: file.path, note: try vet(file, isNamed: isNamed).note, isIsolated: true)
    let order = StartOrder(
      path: file.path, file: file.status, limits: child.limits, readable: child.readablePaths,
      folder: try home(of: identity.id), permissions: child.permissions.union(permissions[identity.id, default: []])
    )
    return try IsolatedEndpoint(
      identity, order, child, clock, context,
      deathHandler: { [quarantine] death in
        guard let quarantine, let entry = QuarantineEntry(death, file, at: WallClock.now()) else { return }
        do throws(PluginError) { try quarantine.add(entry) } catch { context.log(.error, "\(error)") }
      }
    )
  }

  /// The folder of the provider's own, made if it is not there; `nil` when it has none.
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
  /// A process that serves a provider, or should, wants to start another one.
  fileprivate static var nestedChild: PluginError {
    PluginError(
      .childNotServing, what: "this process was started for a provider and wants to start another process for one",
      why:
        "the app's main function does not begin with ProviderChild.runIfRequested(), so that it began as an app again",
      fix: "let the app's main function begin with ProviderChild.runIfRequested()"
    )
  }
}
