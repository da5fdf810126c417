public import AppControllerKit
internal import CProviderABI

/// A provider that lives in a library: one that is loaded into this process, or into a child process of its own.
///
/// It conforms to the same protocol as a provider of the app's own. A question that the library answers pending is asked
/// again when the library says so; a deadline, a cancelled task and ``end()`` cancel it there.
///
/// Isolation: the main actor.
@MainActor
public final class PluginProvider: AppControllerInterfaceProviding, CallAnswering {
  /// The provider's id, as the library answers it.
  public var id: String { identity.id }
  /// The provider's version, as the library answers it.
  public var version: String { identity.version }
  /// The library's path, with every link resolved.
  public var path: String { identity.path }
  /// The version of the ABI that is spoken.
  public var abiVersion: String { "\(identity.abi.major).\(identity.abi.minor)" }

  /// Where the library runs: in this process or in one of its own.
  public var isolation: ProviderIsolation { identity.isIsolated ? .process : .none }

  let identity: ProviderIdentity
  let endpoint: any ProviderEndpoint
  let context: HostContext
  private let deadline: Duration?
  private let clock: any Clock<Duration>
  /// Receives the lines that no controller was told.
  private let logHandler: ((LogLevel, String) -> Void)?
  private(set) var isEnded = false
  private var ending: Task<Void, Never>?
  private var isBrokenOff = false
  private var sequence: UInt64 = 0
  private var openPerforms = 0

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - deadline: How long any question may stay open; `nil` for 30 seconds, or what an action declares.
  ///   - clock: What the deadline is timed by.
  ///   - recorder: Records what is asked and answered, if nobody was recorded before.
  ///   - logHandler: Receives the lines that no controller was told, at the end, or when no instance was made.
  ///   - make: Makes the instance, which asks things of its host through the context.
  /// - Throws: What `make` throws, and the code `ACK2108`.
  init(
    deadline: Duration?, clock: any Clock<Duration>, recorder: ProviderRecorder? = nil,
    logHandler: ((LogLevel, String) -> Void)? = nil,
    _ make: (HostContext) throws(PluginError) -> any ProviderEndpoint
  ) throws(PluginError) {
    self.deadline = deadline
    self.clock = clock
    self.logHandler = logHandler
    let mainActor = SignalReceiver()
    let context = HostContext(clock) { mainActor.receive($0) }
    self.context = context
    var endpoint: any ProviderEndpoint
    do throws(PluginError) { endpoint = try make(context) } catch {
      context.close()
      for (level, text) in context.takeLines() { logHandler?(level, text) }
      throw error
    }
    identity = endpoint.identity
    if let recorder, recorder.begin(identity, deadline: deadline) {
      endpoint = RecordingEndpoint(endpoint, recorder)
      context.recorder = recorder
    }
    self.endpoint = endpoint
    mainActor.provider = self
    if let refusal {
      end()
      throw refusal
    }
  }

  isolated deinit { end() }

  /// Ends the instance: open questions are cancelled, and the provider's later requests do nothing.
  ///
  /// A library that is loaded stays loaded; a child process ends. Called again, it does nothing.
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

  /// Ends the instance as ``end()`` does, and waits until it has ended: what it says until then reaches the log.
  ///
  /// A child process that does not end is killed when a call of it would be.
  public func finish() async {
    end()
    await ending?.value
  }

  /// Asks nothing of the library any more, which has asked for more than it may.
  private func breakOff() {
    if isEnded || isBrokenOff { return }
    isBrokenOff = true
    endpoint.end(cancelling: [], isBrokenOff: true)
    let error = PluginError.flooded("provider \(id)")
    context.say(.error, "\(error.what) [\(error.code.rawValue)]")
  }

  /// Lets the library run what has become ready.
  func tick() {
    context.tickBegins()
    if refusal == nil { endpoint.tick() }
  }
}

// MARK: - The questions

extension PluginProvider {
  @MainActor package func answer(_ call: ProviderCall) async throws -> ProviderReply {
    let limit = deadline ?? call.deadline ?? .seconds(30)
    sequence += 1
    let call = call.numbered(sequence)
    if call.isNotice {
      // Nothing waits for an event; a process that dies of it says so at the next question.
      if refusal == nil { _ = try? await endpoint.answer(call, within: limit) }
      return .done
    }
    if call.isAction {
      guard openPerforms < 8 else { throw PluginError.tooManyQuestions(identity) }
      openPerforms += 1
    } else {
      context.connect(call.controller.port)
    }
    defer { if call.isAction { openPerforms -= 1 } }
    let reply = try await ask(call, within: limit)
    // Every other function is the host's to do without; so are a splash and a screen that is shown already.
    guard case .unsupported = reply, call.function == .describe, call.screen.isEmpty, !call.isSplash else {
      return reply
    }
    throw PluginError.failure(.questionFailed, "failed at describing its \(call.name)", ACK_UNSUPPORTED, nil, identity)
  }

  /// Asks the library, and again after each wake, until it has answered.
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
        // As the header has it: what it does not name is a failure when negative, and a misuse when positive.
        let code: PluginError.Code = status < 0 ? .questionFailed : .badStatus
        throw PluginError.failure(code, "failed at its \(call.name)", status, failure, identity)
      }
      guard case .pending = reply else { return reply }
      if call.isSplash {
        endpoint.cancel(call.sequence)
        return .unsupported
      }
      watch = watch ?? abandonment(of: call.sequence, after: limit)
      pendingTime = pendingTime ?? clock.stopwatch()
      try await wake(for: call, within: limit) { (pendingTime?() ?? .zero) >= limit }
    }
  }

  /// Why nothing is asked of the library any more; `nil` while it lives.
  private var refusal: PluginError? {
    if context.isFlooded { return .flooded("provider \(id)") }
    return isEnded ? .gone("provider \(id)") : nil
  }

  private func abandonment(of sequence: UInt64, after limit: Duration) -> Task<Void, Never> {
    Task { [context, clock] in
      try? await clock.sleep(for: limit)
      if !Task.isCancelled { context.abandon(sequence) }
    }
  }

  /// Waits until a pending question may be asked again.
  ///
  /// - Throws: Why it is not to be asked again; it has been cancelled then.
  private func wake(for call: ProviderCall, within limit: Duration, isOver: () -> Bool) async throws {
    await withTaskCancellationHandler {
      await context.wait(for: call.sequence)
      // One that was woken early has not waited: everybody else has a turn before the library is asked again.
      await Task.yield()
    } onCancel: { [context] in
      context.abandon(call.sequence)
    }
    guard isOver() || context.isAbandoned(call.sequence) else { return }
    if refusal == nil { endpoint.cancel(call.sequence) }
    try Task.checkCancellation()
    throw refusal ?? PluginError.timedOut(identity, call.name, limit)
  }

  /// Carries a signal from whatever thread gives it to the main actor, where it takes its place behind what waits already.
  private final class SignalReceiver: Sendable {
    @MainActor weak var provider: PluginProvider?

    @MainActor init() {}

    func receive(_ signal: HostContext.Signal) {
      Task { @MainActor in
        switch signal {
        case .tick: provider?.tick()
        case .turn: provider?.context.turn()
        case .flood: provider?.breakOff()
        }
      }
    }
  }
}
