/// An instance of a library, here, in a child process, or in a recording.
///
/// Isolation: the main actor.
@MainActor
enum ProviderInstance {
  /// The library is loaded into this process, and a call is one of its functions.
  case loaded(LoadedInstance)
  /// The library is loaded into a child process, and a call is a frame to it.
  case isolated(IsolatedInstance)
  /// There is no library, and a call is answered as a recording says.
  case replayed(ReplayedInstance)
}

extension ProviderInstance {
  /// Who the library is.
  var identity: LibraryIdentity {
    switch self {
    case .loaded(let instance): instance.library.identity
    case .isolated(let instance): instance.identity
    case .replayed(let instance): instance.identity
    }
  }

  /// Whether the library is in another process, which may answer later than it was asked.
  var isIsolated: Bool {
    switch self {
    case .loaded: false
    case .isolated: true
    case .replayed(let instance): instance.isIsolated
    }
  }

  /// Makes one call.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - limit: How long a child process may take to answer.
  /// - Returns: What it answered.
  /// - Throws: ``PluginError`` when there is no answer, because the child process is gone.
  func answer(to question: ProviderQuestion, within limit: Duration) async throws(PluginError) -> ProviderAnswer {
    switch self {
    case .loaded(let instance): instance.answer(question)
    case .isolated(let instance): try await instance.answer(to: question, within: limit)
    case .replayed(let instance): try await instance.answer(question)
    }
  }

  /// The answer to a pending question is no longer wanted.
  func cancel(_ sequence: UInt64) {
    switch self {
    case .loaded(let instance): instance.cancel(sequence)
    case .isolated(let instance): instance.cancel(sequence)
    case .replayed(let instance): instance.cancel(sequence)
    }
  }

  /// Lets the library run what has become ready.
  func tick() {
    switch self {
    case .loaded(let instance): instance.tick()
    case .isolated(let instance): instance.tick()
    case .replayed(let instance): instance.tick()
    }
  }

  /// Ends the instance.
  ///
  /// - Returns: What is over when it has ended, if that takes time.
  func end() -> Task<Void, Never>? {
    switch self {
    case .loaded(let instance): instance.end()
    case .isolated(let instance): return instance.end()
    case .replayed(let instance): instance.end()
    }
    return nil
  }

  /// Calls the instance never again, because it has asked for more than it may.
  func breakOff() {
    switch self {
    case .loaded(let instance): instance.breakOff()
    case .isolated(let instance): instance.breakOff()
    case .replayed(let instance): instance.end()
    }
  }
}
