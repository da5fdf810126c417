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

  /// The libraries that own what is stored under the ids of providers; `nil` to let any library have any id.
  ///
  /// With a list, a library that gives the id of another one is not loaded until ``libraryHandler`` agrees, so that it
  /// gets nothing of what belongs to the id. What was agreed to and chosen for a library is in the list, too.
  public var libraries: ProviderLibraries?
  /// Says whether a library takes the place of the one that its id belongs to; `nil` for no.
  public var libraryHandler: (@MainActor (LibraryQuestion) -> Bool)?

  /// The isolation of libraries for which the user has chosen none; `nil` for the rule.
  ///
  /// It counts with ``ProviderIsolation/automatic``.
  package var usualIsolation: ProviderIsolation?

  /// Returns the values of a provider's settings in the place of ``settings``; `nil` to use ``settings``.
  package var givenSettings: (@MainActor (ProviderNote) -> [String: SettingValue])?

  /// Asks the user whether to grant the missing permissions of a provider; `nil` to refuse the provider without a
  /// question.
  package var permissionHandler: (@MainActor (PermissionRequest) -> Bool)?

  /// Processes that are started beforehand, which ``loadSuspending(_:)`` takes and renews; `nil` for none.
  public var spares: SpareProcesses?

  /// The libraries that run in this process, besides those in the search path; no provider gets write access to their
  /// folders.
  package var programs: [String] = []

  /// Enforces a time limit on calls of libraries in this process; `nil` for none.
  package var watchdog: LibraryWatchdog?

  let clock: any Clock<Duration>
  /// Called when everything is opened, right before the system's loader or a process receives the libraries: a child
  /// process enters its sandbox there, and tests replace files.
  var willMap: (LibrarySet) throws(PluginError) -> Void = { _ in }
  /// The rules by which ``ProviderIsolation/automatic`` decides; those of this process if nil, which tests replace.
  var installation: InstallationTrust?

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

  private func found(_ id: String, in searchPath: ProviderSearchPath) throws(PluginError) -> String {
    let listing = ProviderListing(searchPath)
    guard let found = listing.provider(id) else { throw .unknownProvider(id, listing) }
    return found.path
  }

  private func provider(_ path: String, isNamed: Bool) throws(PluginError) -> PluginProvider {
    let main = try LibraryFile(at: path)
    return try opening(main).provider { context throws(PluginError) in
      let library = try admitted(main, isNamed: isNamed)
      guard library.files.process == .new else { return try loaded(library, context) }
      let endpoint = try endpoint(start(library, context), context)
      try endpoint.awaitStart()
      return endpoint
    }
  }

  private func provider(suspending path: String, isNamed: Bool) async throws(PluginError) -> PluginProvider {
    let main = try LibraryFile(at: path)
    let opening = try opening(main)
    do throws(PluginError) {
      let library = try admitted(main, isNamed: isNamed)
      guard library.files.process == .new else { return try PluginProvider(opening, loaded(library, opening.context)) }
      let start = try start(library, opening.context)
      let terms = start.terms(opening.context.sessionSettings)
      let provider = if let spare = spares?.take(terms) { spare } else { try await started(start, opening) }
      spares?.renew { () async throws(PluginError) in try await spare(path, isNamed: isNamed) }
      return provider
    } catch {
      throw opening.closed(by: error)
    }
  }

  /// Throws when the quarantine excludes the library.
  func opening(_ main: LibraryFile) throws(PluginError) -> ProviderOpening {
    if let entry = try quarantine?.entry(of: main) { throw entry.error(for: main.path) }
    return ProviderOpening(deadline: deadline, clock: clock, recorder: recorder, logHandler: logHandler)
  }

  /// A library that may have what belongs to its id, before any of its code runs.
  struct AdmittedLibrary {
    let files: LibrarySet
    let note: ProviderNote
    /// `nil` without a list of libraries.
    let record: LibraryRecord?
  }

  func admitted(_ main: LibraryFile, isNamed: Bool) throws(PluginError) -> AdmittedLibrary {
    let known = try libraries?.load() ?? [:]
    let files = opened(main, known)
    if files.process == .new, ProviderChild.isRunning { throw .nestedChild }
    let note = try vet(files, isNamed: isNamed)
    let record = try libraries?.admit(
      files, note, known: known[note.id], pin: pins[note.id], makesHome: child.homes != nil && files.process == .new,
      ask: libraryHandler, warn: warningHandler)
    return AdmittedLibrary(files: files, note: note, record: record)
  }

  /// A file that is no library is meant for a process of its own; loading it there is refused.
  private func opened(_ main: LibraryFile, _ known: [String: LibraryRecord]) -> LibrarySet {
    var isolation = isolation
    if isolation == .automatic {
      let record = known.isEmpty ? nil : (try? ProviderNote(of: main)).flatMap { known[$0.id] }
      isolation = record?.isolation(at: main.path) ?? usualIsolation ?? .automatic
    }
    switch isolation {
    case .none: return LibrarySet(main, for: .this)
    case .process: return LibrarySet(main, for: .new)
    case .automatic:
      let (rules, here) = (installation ?? .current, LibrarySet(main, for: .this))
      return rules.covers(here) ? here : LibrarySet(main, for: .new)
    }
  }

  private func loaded(_ library: AdmittedLibrary, _ context: HostContext) throws(PluginError) -> LoadedEndpoint {
    let (libraries, note) = (library.files, library.note)
    context.speaker = note.id
    // In this process, the provider has no home folder. It has every permission, because none can be withheld.
    let declared = note.permissions
    let granted = Set(declared.compactMap(\.grantName) + ["network"])
    let creation = InstanceCreation(settings: try values(for: note, context), granted: granted.sorted())
    let decision = PermissionDecision(granted: [.network], agreed: Set(declared.map(\.words)))
    return try LoadedEndpoint(open(libraries, note), context, creation, decision.services(of: declared), watchdog)
  }

  /// Also keeps the secrets out of the recording.
  func values(for note: ProviderNote, _ context: HostContext) throws(PluginError) -> ProviderSettings {
    context.name = note.name
    let given = givenSettings?(note) ?? settings[note.id] ?? [:]
    let values = try note.values(from: given)
    if !note.settings.isEmpty {
      let known = note.settings.filter { $0.kind != .secret && given[$0.name] != nil }.map(\.name)
      context.sessionSettings = SessionSettings(
        note.settings, given: Dictionary(uniqueKeysWithValues: known.map { ($0, values.text($0) ?? "") }))
    }
    for secret in note.secrets(in: values) { recorder?.secrets.hide(secret) }
    return values
  }

  /// No code of the library runs.
  package func identity(of path: String) throws(PluginError) -> ProviderIdentity {
    let files = opened(try LibraryFile(at: path), try libraries?.load() ?? [:])
    return ProviderIdentity(
      path: files.main.path, note: try ProviderNote(of: files.main), isIsolated: files.process == .new)
  }
}

// MARK: - The steps

extension ProviderLoader {
  func open(_ path: String, isNamed: Bool = true) throws(PluginError) -> ProviderLibrary {
    let libraries = LibrarySet(try LibraryFile(at: path), for: .this)
    return try open(libraries, vet(libraries, isNamed: isNamed))
  }

  /// No code of the libraries runs.
  func vet(_ libraries: LibrarySet, isNamed: Bool) throws(PluginError) -> ProviderNote {
    try checkTrust(in: libraries, isNamed: isNamed)
    let path = libraries.main.path
    let (library, linkage) = try libraries.contents.get()
    let note = try ProviderNote(library.image, library.windows, path: path)
    if let problem = note.incompatibility(with: .host, path: path) { throw problem }
    for pin in [pin, pins[note.id]].compactMap(\.self) { try pin.require(libraries, of: note.id) }
    try linkage.checkEntry()
    try libraries.requireAll()
    return note
  }

  func open(_ libraries: LibrarySet, _ note: ProviderNote) throws(PluginError) -> ProviderLibrary {
    let plan = try LoadPlan.of(libraries)
    try willMap(libraries)
    let answered: ProviderLibrary
    if let watchdog {
      // A short limit is meant for calls, and not for loading.
      answered = try watchdog.watching("loading \(libraries.main.path.displayable)", atLeast: child.startDeadline) {
        () throws(PluginError) in try answer(libraries, plan)
      }
    } else {
      answered = try answer(libraries, plan)
    }
    try answered.requireNote(note)
    return answered
  }

  /// Runs the constructors.
  private func answer(_ libraries: LibrarySet, _ plan: LoadPlan) throws(PluginError) -> ProviderLibrary {
    let mapped = try LoadedLibrary(plan)
    for file in plan.files { try file.checkUnchanged() }
    let path = libraries.main.path
    guard let query = unsafe try mapped.query(in: libraries.contents.get().library.image) else {
      throw .changed(path, "its entry is gone")
    }
    return unsafe try ProviderLibrary(path: path, query: query)
  }

  private func checkTrust(in libraries: LibrarySet, isNamed: Bool) throws(PluginError) {
    // Without anybody to warn, nothing depends on it.
    if isNamed, warningHandler == nil { return }
    for problem in libraries.problems(.current) {
      guard isNamed else { throw problem }
      warningHandler?(problem)
    }
  }
}

package struct PermissionRequest {
  package let note: ProviderNote
  package let path: String
  package let missing: [DeclaredPermission]
  /// Keyed by the words of the permissions.
  package let findings: [String: String]
}

extension PluginError {
  package static func unknownProvider(_ id: String, _ listing: ProviderListing) -> PluginError {
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

extension ProviderNote {
  func secrets(in values: ProviderSettings) -> [Secret] {
    settings.filter { $0.kind == .secret }.compactMap { values.secret($0.name) }
  }
}

extension PluginError {
  fileprivate static var nestedChild: PluginError {
    PluginError(
      .childNotServing, what: "this process was started for a provider and wants to start another process for one",
      why:
        "the app's main function does not begin with ProviderChild.runIfRequested(), so that it began as an app again",
      fix: "let the app's main function begin with ProviderChild.runIfRequested()"
    )
  }
}
