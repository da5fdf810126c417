internal import AppControllerKit

extension ProviderLoader {
  /// What a process is started with, when nothing is left to be checked.
  struct IsolatedStart {
    let identity: ProviderIdentity
    let order: StartOrder
    let libraries: LibrarySet
    let places: [Place]
    let services: LocalServices
    let secrets: [Secret]

    @MainActor func terms(_ settings: SessionSettings?) -> SpareProcesses.Terms {
      SpareProcesses.Terms(
        order: order, libraries: [libraries.main.status] + libraries.needed.map(\.file.status),
        places: places.map { PlaceIdentity(of: $0.number) }, services: services, settings: settings)
    }
  }

  func start(
    _ library: AdmittedLibrary, _ context: HostContext
  ) throws(PluginError) -> IsolatedStart {
    // The process receives the open files, and looks no path up again; its later messages cannot change the provider's
    // identity.
    let (libraries, note) = (library.files, library.note)
    let file = libraries.main
    let identity = ProviderIdentity(path: file.path, note: note, isIsolated: true)
    let settings = try values(for: note, context)
    let decision = try decision(about: library)
    let rights = try decision.rights(of: note.permissions, settings: settings) { context.log(.warning, $0) }
    var places = [libraries.resources].compactMap(\.self)
    for path in child.readablePaths { places.append(try Place(at: path)) }
    places += rights.folders
    let home = try home(of: identity.id)
    if let home { places.append(home) }
    try willMap(libraries)
    let order = StartOrder(
      libraries, places, limits: child.limits, home: home?.path, rights: rights, settings: settings)
    return IsolatedStart(
      identity: identity, order: order, libraries: libraries, places: places,
      services: decision.services(of: note.permissions), secrets: note.secrets(in: settings))
  }

  func started(_ start: IsolatedStart, _ opening: ProviderOpening) async throws(PluginError) -> PluginProvider {
    let endpoint = try endpoint(start, opening.context)
    try await endpoint.awaitStart()
    return try PluginProvider(opening, endpoint)
  }

  func endpoint(_ start: IsolatedStart, _ context: HostContext) throws(PluginError) -> IsolatedEndpoint {
    try IsolatedEndpoint(
      start.identity, start.order, HandedFiles(libraries: start.libraries.files, places: start.places), start.services,
      child, clock, context, secrets: start.secrets,
      deathHandler: { [quarantine, file = start.libraries.main] death in
        guard let quarantine, let entry = QuarantineEntry(death, file, at: .now) else { return }
        do throws(PluginError) { try quarantine.add(entry) } catch { context.log(.error, "\(error)") }
      }
    )
  }

  /// Nobody is asked or warned.
  func spare(_ path: String, isNamed: Bool) async throws(PluginError) -> SpareProcesses.Spare {
    var loader = self
    loader.isolation = .process
    (loader.permissionHandler, loader.libraryHandler, loader.warningHandler) = (nil, nil, nil)
    let main = try LibraryFile(at: path)
    let opening = try loader.opening(main)
    do throws(PluginError) {
      let start = try loader.start(loader.admitted(main, isNamed: isNamed), opening.context)
      let terms = start.terms(opening.context.sessionSettings)
      return (terms, try await loader.started(start, opening))
    } catch {
      throw opening.closed(by: error)
    }
  }

  /// Throws until every declared permission is granted or agreed to.
  private func decision(about library: AdmittedLibrary) throws(PluginError) -> PermissionDecision {
    let (file, note) = (library.files.main, library.note)
    var decision = PermissionDecision(
      granted: child.permissions.union(permissions[note.id, default: []])
        .union(library.record?.grantedByName ?? []),
      agreed: agreedPermissions[note.id, default: []].union(library.record?.agreement?.permissions ?? []),
      privateFolders: child.privateFolders + [child.homes].compactMap(\.self),
      programs: [file.path, child.executable ?? "/proc/self/exe"] + programs
        + ProviderSearchPath.ofThisProcess().locations.map(\.path))
    let missing = decision.missing(of: note.permissions)
    if !missing.isEmpty {
      let known = note.permissions.filter { $0.grantName != nil }
      let error = PluginError.notGranted(missing, of: note.id, at: file.path, isMore: missing.count < known.count)
      guard let permissionHandler else { throw error }
      let request = PermissionRequest(
        note: note, path: file.path, missing: missing, findings: try decision.findings(of: note.permissions))
      guard permissionHandler(request) else { throw .permissionsRefused(of: note.id) }
      decision.agreed.formUnion(note.permissions.map(\.words))
      if let record = library.record {
        do throws(PluginError) {
          try libraries?.store(
            LibraryRecord.Agreement(permissions: known.map(\.words), agreedAt: .now), for: note.id, of: record)
        } catch {
          warningHandler?(error)
        }
      }
    }
    return decision
  }

  /// Created if needed; `nil` when it has none.
  private func home(of id: String) throws(PluginError) -> Place? {
    guard let homes = child.homes else { return nil }
    func open() throws(AppControllerError) -> FileDescriptor {
      let folder = try FileSystem.makeFolder(FileSystem.absolute(homes).appending(entry: id))
      try folder.status().check(folder.path, is: .folder, without: 0o077)
      return folder
    }
    let folder: FileDescriptor
    do throws(AppControllerError) {
      folder = try open()
    } catch {
      throw PluginError(
        .noHome, what: "provider \(id) has no folder of its own: \(error.what)", why: error.why, fix: error.fix)
    }
    return try Place(copying: folder)
  }
}
