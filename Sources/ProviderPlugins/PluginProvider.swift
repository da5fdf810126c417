public import AppControllerKit
internal import CProviderABI

/// A provider in a library that is loaded into this process, or into a child process of its own.
///
/// It conforms to the same protocol as a provider that the app implements itself. When the library answers pending, the
/// question is asked again after the library has woken it. A deadline, a cancelled task and ``end()`` cancel the
/// question in the library.
///
/// Isolation: the main actor.
@MainActor
public final class PluginProvider: AppControllerInterfaceProviding, CallAnswering, EndingProvider, SettingsProvider,
  SpeakingProvider
{
  /// The provider's id, as the library's answer to the query gives it.
  public var id: String { identity.id }
  /// The provider's version, as the library's answer to the query gives it.
  public var version: String { identity.version }
  /// The library's path, with every symbolic link resolved.
  public var path: String { identity.path }
  /// The version of the ABI in use, such as `1.0`.
  public var abiVersion: String { "\(identity.abi.major).\(identity.abi.minor)" }

  /// The process that the library runs in: this one, or one of its own.
  public var isolation: ProviderIsolation { identity.isIsolated ? .process : .none }

  /// In the words of its note.
  package var name: String { context.name }
  /// `nil` when the provider declares none.
  package var sessionSettings: SessionSettings?
  package var hasEnded: Bool { refusal != nil || endpoint.end != nil }

  let identity: ProviderIdentity
  let endpoint: any ProviderEndpoint
  let context: HostContext
  private let deadline: Duration?
  private let clock: any Clock<Duration>
  private let logHandler: ((LogLevel, String) -> Void)?
  private(set) var isEnded = false
  private var ending: Task<Void, Never>?
  private var isBrokenOff = false
  private var sequence: UInt64 = 0
  private var openPerforms = 0
  private var endHandlers: [@MainActor (any ExplainedError) -> Void] = []
  /// The number of questions that the library has left pending, and that have not been asked again.
  private var pendingCount = 0

  /// Throws `ACK2108`.
  init(_ opening: ProviderOpening, _ endpoint: any ProviderEndpoint) throws(PluginError) {
    deadline = opening.deadline
    clock = opening.clock
    logHandler = opening.logHandler
    context = opening.context
    identity = endpoint.identity
    sessionSettings = context.sessionSettings
    context.speaker = identity.id
    if let recorder = opening.recorder, recorder.begin(identity, deadline: deadline) {
      self.endpoint = RecordingEndpoint(endpoint, recorder)
      context.recorder = recorder
    } else {
      self.endpoint = endpoint
    }
    opening.connect(self)
    if let refusal {
      end()
      throw refusal
    }
  }

  isolated deinit { end() }

  /// Ends the instance: open questions are cancelled, and later requests of the provider have no effect.
  ///
  /// A library in this process stays loaded; a child process ends. Further calls have no effect.
  public func end() {
    if isEnded { return }
    if context.isFlooded { breakOff() }
    isEnded = true
    let rest = endpoint.end(cancelling: context.end(), isBrokenOff: false)
    let close = { @MainActor [context, logHandler] in
      context.close()
      for (level, text) in context.takeLines() { logHandler?(level, text) }
    }
    guard let rest else { return close() }
    ending = Task {
      await rest.value
      close()
    }
  }

  /// Ends the instance as ``end()`` does, and waits for its end; the log receives all lines up to then.
  ///
  /// A child process that does not end is killed after the deadline of a call.
  public func finish() async {
    end()
    await ending?.value
  }

  package func onEnd(_ body: @escaping @MainActor (_ error: any ExplainedError) -> Void) {
    endHandlers.append(body)
    announceEnd(isEnded ? nil : endpoint.end)
  }

  /// Not reported when the app has ended the provider.
  private func announceEnd(_ error: (any ExplainedError)?) {
    guard let error, !isEnded else { return }
    let handlers = endHandlers
    endHandlers = []
    for handler in handlers { handler(error) }
  }

  private func breakOff() {
    if isEnded || isBrokenOff { return }
    isBrokenOff = true
    endpoint.end(cancelling: [], isBrokenOff: true)
    let error = PluginError.flooded("provider \(id)")
    context.say(.error, "\(error.what) [\(error.code.rawValue)]")
    announceEnd(error)
  }

  func receive(_ signal: HostContext.Signal) {
    switch signal {
    case .tick: tick()
    case .turn: context.turn()
    case .flood: breakOff()
    case .end: announceEnd(endpoint.end)
    }
  }

  func tick() {
    context.tickBegins()
    if refusal == nil { endpoint.tick() }
  }
}

// MARK: - The questions

extension PluginProvider {
  @MainActor package func answer(_ call: ProviderCall) async throws -> ProviderReply {
    let limit = deadline ?? call.deadline ?? ProviderCall.usualDeadline
    var call = call
    // What the user does in the live tree is in no recording, and must not change the numbers that are.
    if call.function != .screenChanged {
      sequence += 1
      call = call.numbered(sequence)
    }
    if call.isNotification {
      // The host does not wait for an event; if it crashes the process, the next question reports that.
      if refusal == nil { _ = try? await endpoint.answer(call, within: limit) }
      return .done
    }
    if call.isAction {
      guard openPerforms < ProviderCall.actionLimit else { throw PluginError.tooManyQuestions(identity) }
      openPerforms += 1
    } else {
      context.connect(call.controller.port)
    }
    defer { if call.isAction { openPerforms -= 1 } }
    let reply = try await ask(call, within: limit)
    // Every other function is optional, and so are a splash, the interface for a purpose, and the new description of a
    // shown screen.
    guard case .unsupported = reply, call.function == .describe, call.screen.isEmpty, !call.isSplash,
      call.controller.purpose == .signIn
    else { return reply }
    throw PluginError.failure(.questionFailed, "failed at describing its \(call.name)", ACK_UNSUPPORTED, nil, identity)
  }

  private func ask(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    defer { context.endQuestion(call.sequence) }
    var watch: Task<Void, Never>?
    defer { watch?.cancel() }
    var pendingTime: (() -> Duration)?
    while true {
      if let refusal { throw refusal }
      context.beginCall(call.sequence)
      let reply = try await endpoint.answer(call, within: limit)
      if context.isFlooded { throw PluginError.flooded("provider \(id)") }
      if case .refused(let refusal) = reply { throw refusal.error(for: call) }
      if case .failed(let status, let failure) = reply {
        // The header defines an unknown negative status as a failure, and an unknown positive one as a misuse.
        let code: PluginError.Code = status < 0 ? .questionFailed : .badStatus
        throw PluginError.failure(code, "failed at its \(call.name)", status, failure, identity)
      }
      guard case .pending = reply else { return reply }
      if call.isBestEffort {
        endpoint.cancel(call.sequence)
        return .unsupported
      }
      watch = watch ?? abandonment(of: call.sequence, after: limit)
      pendingTime = pendingTime ?? clock.stopwatch()
      // The library has been asked once more after its deadline, if it had woken the question before.
      if let pendingTime, pendingTime() >= limit { try giveUp(call, after: limit) }
      try await waitForWake(for: call, within: limit)
    }
  }

  /// `nil` while the library lives.
  private var refusal: PluginError? {
    if context.isFlooded { return .flooded("provider \(id)") }
    return isEnded ? .gone("provider \(id)") : nil
  }

  /// Whether a pending question was woken or given up, and its task has not resumed yet.
  var hasWokenQuestion: Bool { pendingCount > context.waiterCount }

  private func abandonment(of sequence: UInt64, after limit: Duration) -> Task<Void, Never> {
    Task { [context, clock] in
      try? await clock.pause(for: limit)
      if !Task.isCancelled { context.abandon(sequence) }
    }
  }

  /// A question that was woken in time may be asked again even if the app had no time for it before the deadline.
  ///
  /// Otherwise the reason is thrown; the question has been cancelled by then.
  private func waitForWake(for call: ProviderCall, within limit: Duration) async throws {
    pendingCount += 1
    defer { pendingCount -= 1 }
    await withTaskCancellationHandler {
      await context.wait(for: call.sequence)
      // A question that was woken early has not suspended yet; this yield gives other tasks a turn.
      await Task.yield()
    } onCancel: { [context] in
      context.abandon(call.sequence)
    }
    if Task.isCancelled || context.isAbandoned(call.sequence) { try giveUp(call, after: limit) }
  }

  private func giveUp(_ call: ProviderCall, after limit: Duration) throws -> Never {
    if refusal == nil { endpoint.cancel(call.sequence) }
    try Task.checkCancellation()
    throw refusal ?? PluginError.timedOut(identity, call.name, limit)
  }
}
