internal import AppControllerKit

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
