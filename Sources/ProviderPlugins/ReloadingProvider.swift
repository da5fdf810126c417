public import AppControllerKit

/// A provider whose library is replaced while the app runs, each time its file is built again; for the provider's
/// author.
///
/// Each build of the library runs in a process of its own. The new build takes over once it has described the present
/// interface without an error; the old one still answers the earlier questions. The session is kept, and the interface
/// is requested again. Text, selections and scroll positions are kept where the ids are the same. A build that cannot
/// be loaded or describes no valid interface changes nothing, and ``reloadHandler`` receives the error.
///
/// Isolation: the main actor.
@MainActor
public final class ReloadingProvider {
  /// The outcome of a new build.
  public enum Reload: Sendable {
    /// The new build is running now.
    case replaced(id: String, version: String)
    /// The new build is not used, and the previous one continues.
    case refused(any Error)
  }

  /// The provider that answers new questions.
  public private(set) var current: PluginProvider
  /// Receives the outcome of each new build.
  public var reloadHandler: (@MainActor (Reload) -> Void)?

  private var endHandler: (@MainActor (any ExplainedError) -> Void)?
  private let path: String
  private let loader: ProviderLoader
  private var watch: Task<Void, Never>?
  /// The digest of the file that was examined last, used or not.
  private var digest: Digest?
  package private(set) var replacements = 0
  private var handle: AppController.Handle?
  private var open: [ObjectIdentifier: Int] = [:]

  /// Watches the file of a provider from now on.
  ///
  /// - Parameters:
  ///   - provider: The provider that runs first.
  ///   - path: The path of its library and of each new build; by default, that of the library.
  ///   - loader: Loads each new build. Its isolation has to be ``ProviderIsolation/process``, because a library is
  ///     never unloaded.
  ///   - interval: The time between two checks of the file.
  ///   - clock: The clock that times the interval.
  public init(
    _ provider: PluginProvider, at path: String? = nil, loader: ProviderLoader,
    interval: Duration = .milliseconds(100), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.path = path ?? provider.path
    self.loader = loader
    current = provider
    let first = LibraryStatus(at: self.path)
    digest = Self.digest(ofFileAt: self.path)
    watch = Task { [weak self, path = self.path] in
      var (last, seen) = (first, first)
      while (try? await clock.pause(for: interval)) != nil {
        let sight = LibraryStatus(at: path)
        // A build is loaded only when two checks see the same file, because a linker writes for a while.
        if let sight, sight == last, sight != seen {
          seen = sight
          await self?.reload()
        }
        last = sight
        if self == nil { return }
      }
    }
  }

  isolated deinit { watch?.cancel() }

  /// Ends the watch and the provider.
  public func end() {
    watch?.cancel()
    current.end()
  }

  /// Ends the watch and the provider, and waits for the provider's end; until then, the provider may log.
  public func finish() async {
    end()
    await current.finish()
  }
}

// MARK: - A new build

extension ReloadingProvider {
  private static func digest(ofFileAt path: String) -> Digest? {
    (try? LibraryFile(at: path)).flatMap { try? Digest(of: $0) }
  }

  private func reload() async {
    do {
      let new = Self.digest(ofFileAt: path)
      if new != nil, new == digest { return }
      digest = new
      let candidate = try loader.load(path)
      do { try await check(candidate) } catch {
        candidate.end()
        throw error
      }
      replace(with: candidate)
    } catch {
      reloadHandler?(.refused(error))
    }
  }

  private func check(_ candidate: PluginProvider) async throws {
    guard candidate.id == current.id else { throw PluginError.otherProvider(candidate.id, current.id) }
    guard let handle else { return }
    switch handle.state {
    case .loggedIn: try await candidate.loggedInInterface(for: handle).requireValid("the new logged-in interface")
    case .loggedOut: try await candidate.loggedOutInterface(for: handle).requireValid("the new logged-out interface")
    case .uninstalled, .launching, .terminated: break
    }
  }

  private func replace(with candidate: PluginProvider) {
    let former = current
    current = candidate
    replacements += 1
    watchEnd()
    if open[ObjectIdentifier(former)] == nil { former.end() }
    handle?.invalidate()
    reloadHandler?(.replaced(id: candidate.id, version: candidate.version))
  }
}

// MARK: - The end of a build

extension ReloadingProvider: EndingProvider {
  package var hasEnded: Bool { current.hasEnded }

  package func onEnd(_ body: @escaping @MainActor (any ExplainedError) -> Void) {
    endHandler = body
    watchEnd()
  }

  private func watchEnd() {
    current.onEnd { [weak self, weak current] error in
      if let self, self.current === current { endHandler?(error) }
    }
  }
}

// MARK: - The questions

extension ReloadingProvider: SettingsProvider {
  package var sessionSettings: SessionSettings? { current.sessionSettings }
}

extension ReloadingProvider: AppControllerInterfaceProviding, CallAnswering {
  /// Forwards the call to the current provider, which answers it even if another one takes over meanwhile.
  @MainActor package func answer(_ call: ProviderCall) async throws -> ProviderReply {
    handle = call.controller
    let provider = current
    let key = ObjectIdentifier(provider)
    open[key, default: 0] += 1
    defer {
      let rest = open[key, default: 1] - 1
      open[key] = rest > 0 ? rest : nil
      if rest == 0, provider !== current { provider.end() }
    }
    return try await provider.answer(call)
  }
}

extension PluginError {
  fileprivate static func otherProvider(_ found: String, _ wanted: String) -> PluginError {
    PluginError(
      .otherProvider, what: "the library is provider \(found.displayable) now, and was \(wanted.displayable)",
      why: "sessions are stored under the id, so that another provider cannot take over",
      fix: "give the provider its former id, or start the app again"
    )
  }
}

extension ReloadingProvider: SpeakingProvider {
  package var id: String { current.id }
}
