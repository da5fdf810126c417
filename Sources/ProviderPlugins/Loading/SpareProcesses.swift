internal import AppControllerKit

/// Processes of a provider that are started before anybody needs them, for a server that starts one for each visitor.
///
/// ``ProviderLoader/loadSuspending(_:)`` takes one where it would start a process with exactly the same now: the same
/// files and folders, settings, permissions and limits. Others end. A spare process has loaded the library and made an
/// instance, and was asked nothing, so that it knows nothing of anybody. The loaders that share this object differ in
/// nothing else than what is compared.
///
/// Isolation: the main actor.
@MainActor
public final class SpareProcesses {
  /// All that a process is started with; what is opened counts as what it is, and not by its name.
  struct Terms: Equatable {
    let order: StartOrder
    let libraries: [LibraryStatus]
    let places: [PlaceIdentity?]
    let services: LocalServices
    let settings: SessionSettings?
  }

  typealias Spare = (terms: Terms, provider: PluginProvider)

  private let count: Int
  private let age: Duration
  private let clock: any Clock<Duration>
  private var spares: [Spare] = []
  private var uses = 0
  private var isFinished = false
  private var renewal: Task<Void, Never>?
  private var expiry: Task<Void, Never>?

  /// Starts none yet: those that are missing are started after each use.
  ///
  /// - Parameters:
  ///   - count: The number of processes that wait.
  ///   - age: The time after the last use at which they end.
  ///   - clock: The clock that times the age.
  public init(count: Int = 2, age: Duration = .seconds(600), clock: any Clock<Duration> = ContinuousClock()) {
    (self.count, self.age, self.clock) = (max(0, count), age, clock)
  }

  isolated deinit { cancel() }

  var alive: Int { spares.count { !$0.provider.hasEnded } }

  /// Ends the processes, and waits for their end; none is started any more.
  public func finish() async {
    cancel()
    await renewal?.value
    for spare in takeAll() { await spare.provider.finish() }
  }

  private func cancel() {
    isFinished = true
    renewal?.cancel()
    expiry?.cancel()
  }
}

extension SpareProcesses {
  /// Ends those that were started with anything else.
  func take(_ terms: Terms) -> PluginProvider? {
    while let spare = spares.popLast() {
      if spare.terms == terms, !spare.provider.hasEnded { return spare.provider }
      spare.provider.end()
    }
    return nil
  }

  /// Starts those that are missing, once nobody has needed one for a moment: who needs one now has the processor.
  ///
  /// A failure is not reported: whoever needs a process finds it out.
  func renew(_ start: @escaping @MainActor () async throws(PluginError) -> Spare) {
    if isFinished { return }
    uses += 1
    expire()
    guard renewal == nil else { return }
    renewal = Task {
      defer { renewal = nil }
      var seen = 0
      while seen != uses {
        seen = uses
        guard (try? await clock.pause(for: .milliseconds(20))) != nil else { return }
        if seen == uses, await !fill(by: start) { return }
      }
    }
  }

  /// Returns whether they are there now.
  private func fill(by start: @MainActor () async throws(PluginError) -> Spare) async -> Bool {
    spares.removeAll { $0.provider.hasEnded }
    for _ in spares.count..<count {
      guard let spare = try? await start() else { return false }
      if isFinished {
        spare.provider.end()
        return false
      }
      spares.append(spare)
    }
    return true
  }

  private func takeAll() -> [Spare] {
    defer { spares = [] }
    return spares
  }

  private func expire() {
    expiry?.cancel()
    expiry = Task { [weak self, clock, age] in
      guard (try? await clock.pause(for: age)) != nil else { return }
      for spare in self?.takeAll() ?? [] { spare.provider.end() }
    }
  }
}
