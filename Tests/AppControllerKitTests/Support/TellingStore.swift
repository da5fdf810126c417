import AppControllerKit
import Synchronization

/// A store in memory that tells of changes, and that another process changes whenever the test says so.
final class TellingStore: SessionStore {
  private let inner = InMemorySessionStore()
  private let listeners = Mutex<[NewsBox]>([])
  private let kept = Mutex<[UInt64?]?>(nil)
  private let count = Mutex(0)

  /// How often the app itself has changed it.
  var changesByTheApp: Int { count.withLock { $0 } }

  func load(for providerID: String) async throws -> SessionRecord { try inner.load(for: providerID) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let record = try inner.replace(for: providerID, with: session, ifGeneration: generation)
    count.withLock { $0 += 1 }
    tell(record.generation)
    return record
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? {
    let box = NewsBox()
    listeners.withLock { $0.append(box) }
    return AsyncStream { await box.next() }
  }

  /// Another process stores a session, or erases what is stored.
  func change(to session: Session?) throws {
    tell(try inner.replace(for: "test", with: session).generation)
  }

  /// Somebody says that something has changed, and cannot say what.
  func tell(_ generation: UInt64?) {
    if kept.withLock({ $0?.append(generation) }) != nil { return }
    for listener in listeners.withLock(\.self) { listener.put(generation) }
  }

  /// Keeps all news until they are let go of, as a slow system does.
  func keepNews() { kept.withLock { if $0 == nil { $0 = [] } } }

  /// Tells what was kept, from here on also what comes.
  func letGoOfNews() {
    let news = kept.withLock { kept in
      defer { kept = nil }
      return kept ?? []
    }
    for generation in news { tell(generation) }
  }

  /// Waits until everybody who listens has taken in what was told.
  func heard() async {
    for listener in listeners.withLock(\.self) { await listener.isEmptied() }
  }

  /// What is stored now.
  var session: Session? { get throws { try inner.load(for: "test").session } }
}

/// The latest news for one listener, who has taken in what it was handed when it asks for more.
private final class NewsBox: Sendable {
  private struct State: Sendable {
    var news: UInt64??
    var listener: CheckedContinuation<UInt64??, Never>?
    var isGone = false
    var observers: [CheckedContinuation<Void, Never>] = []

    var isEmptied: Bool { isGone || listener != nil && news == nil }

    mutating func tellObservers() {
      if !isEmptied { return }
      for observer in observers { observer.resume() }
      observers = []
    }
  }

  private let state = Mutex(State())

  func put(_ generation: UInt64?) {
    state.withLock { state in
      guard let listener = state.listener else {
        // What is told late does not take the place of what is not taken in yet.
        if case .some(let news?) = state.news, let generation, generation < news { return }
        return state.news = .some(generation)
      }
      state.listener = nil
      listener.resume(returning: .some(generation))
    }
  }

  /// What was told since; waits for it.
  ///
  /// Nothing when the listener's task is cancelled.
  func next() async -> UInt64?? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { listener in
        state.withLock { state in
          if case .some(let news) = state.news {
            state.news = nil
            return listener.resume(returning: .some(news))
          }
          if state.isGone { return listener.resume(returning: .none) }
          state.listener = listener
          state.tellObservers()
        }
      }
    } onCancel: {
      state.withLock { state in
        state.isGone = true
        state.listener?.resume(returning: .none)
        state.listener = nil
        state.tellObservers()
      }
    }
  }

  func isEmptied() async {
    await withCheckedContinuation { observer in
      state.withLock { state in
        if state.isEmptied { observer.resume() } else { state.observers.append(observer) }
      }
    }
  }
}
