internal import AppControllerKit
internal import CProviderABI

/// An instance of a library that is loaded into a child process: turns calls into frames.
///
/// Isolation: the main actor.
@MainActor
final class IsolatedEndpoint: ProviderEndpoint {
  let identity: ProviderIdentity
  private let link: ChildLink
  private let context: HostContext
  private let clock: any Clock<Duration>
  private let startLimit: Duration
  private let callLimit: Duration
  private let patience: Duration
  private let limits: ChildLimits
  private let lane = SerialLane()
  private let watch: CallWatch
  private var writer: FrameWriter
  /// Called when the process has ended by the provider's fault.
  private let deathHandler: @MainActor (ChildDeath) -> Void
  private var death: PluginError?
  private let secrets: [Secret]
  private var asked: ProviderCall?
  private var session: Session?
  /// The end of the process, which is news even while nothing is asked.
  var end: (any ExplainedError)? {
    if death == nil, !lane.isTaken, link.machine({ $0.isReaped && $0.end != .unwanted }) { return end(.rest, nil) }
    return death
  }
  private var isTickDue = false

  /// Starts the process, and writes the order to load the library.
  ///
  /// The instance can be used after ``awaitStart()``. Throws `ACK2211`, or when the order is too large.
  init(
    _ identity: ProviderIdentity, _ order: StartOrder, _ files: HandedFiles, _ services: any HostServices,
    _ options: ProviderChild.Options, _ clock: any Clock<Duration>, _ context: HostContext, secrets: [Secret],
    deathHandler: @escaping @MainActor (ChildDeath) -> Void
  ) throws(PluginError) {
    self.secrets = secrets
    self.identity = identity
    self.clock = clock
    self.context = context
    context.speaker = identity.id
    self.deathHandler = deathHandler
    (startLimit, callLimit, patience) = (options.startDeadline, options.callDeadline, options.patience)
    limits = options.limits
    var program = ChildProcess.Program(options, home: order.home)
    program.files = files.numbers
    if order.rights.needsBroker {
      let childEnd = try Broker.serve(services)
      link = try ChildLink(program, context, broker: childEnd.number, patience: patience)
    } else {
      link = try ChildLink(program, context, patience: patience)
    }
    watch = CallWatch(clock) { [link] in link.expire($0) }
    // They were copied into the process, and are not needed here any more.
    withExtendedLifetime(files) {}
    writer = FrameWriter()
    writer.write(ToChild.start(order))
    do throws(FrameFault) { _ = try writer.finish() } catch { throw .unsendable("the order to start", error) }
  }

  isolated deinit { link.kill(.unwanted) }
}

// MARK: - The start

extension IsolatedEndpoint {
  /// Blocks for at most the deadline of the start, and a second before in which the process is limited; a refusal of
  /// the library is the child's error.
  func awaitStart() throws(PluginError) {
    link.limit(limits)
    sendOrder()
    try begin(after: link.poll(atMost: startLimit))
    link.arm()
  }

  private func sendOrder() {
    link.send(writer.bytes)
    writer.wipe()
  }

  /// Suspends meanwhile; when the task is cancelled, the process is killed, and the code is `ACK2107`.
  func awaitStart() async throws(PluginError) {
    await withCheckedContinuation { continuation in
      let number = DetachedThread.start { [link, limits] in
        link.limit(limits)
        continuation.resume()
      }
      if number != 0 { continuation.resume() }
    }
    sendOrder()
    link.arm()
    let reply = await withTaskCancellationHandler {
      await self.reply(within: startLimit)
    } onCancel: { [link] in
      link.kill(.unwanted)
    }
    if Task.isCancelled { throw .gone("provider \(identity.id)") }
    try begin(after: reply)
  }

  // The codes that only the child can determine. The host accepts no other code from the child, because it has checked
  // the rest itself.
  private static let refusals: Set<PluginError.Code> = [
    .missingDependency, .undefinedSymbol, .loadFailed, .program, .changedFile, .notAProvider, .incompatibleABI,
    .badAnswer,
    .badTable, .contradictedNote, .createFailed, .sandboxFailed, .notFound,
  ]

  /// The reply is `nil` when the process has ended, or has taken too long.
  private func begin(after reply: FromChild?) throws(PluginError) {
    switch reply {
    case .started(let claim):
      guard let difference = identity.contradiction(to: claim) else { break }
      link.kill(.pretended(difference))
      throw deathAtStart()
    case .refused(let error):
      guard Self.refusals.contains(error.code) else {
        let fault = CodingFault.unexpected(error.code.rawValue, wanted: "one that only the process can find out")
        link.kill(.broken(.content(fault.within("the code of a refusal"))))
        throw deathAtStart()
      }
      link.kill(.unwanted)
      throw error.saidInProcess(of: identity)
    default: throw deathAtStart()
    }
    for case .lacking(let sentence) in link.machine({ $0.notes }) { context.log(.warning, sentence) }
  }

  private func deathAtStart() -> PluginError {
    let death = death(during: .start, limit: startLimit)
    deathHandler(death)
    return death.error
  }
}

// MARK: - Calls

extension IsolatedEndpoint {
  /// Throws when the process has ended, or was killed because it did not answer or violated the protocol.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    if let turn = lane.reserve() { _ = await turn.value }
    (asked, session) = (call, call.controller.session)
    context.setRunning(.current)
    defer {
      asked = nil
      context.setRunning(nil)
      leaveLane()
    }
    let reply =
      if let early = try send(.ask(call)) { early } else {
        try await reply(within: min(limit, callLimit), .question(call.name))
      }
    guard case .answer(_, let answer) = reply else {
      throw end(.question(call.name), .broken(.unexpected("\(reply.name) to a question")))
    }
    return answer
  }

  func cancel(_ sequence: UInt64) { notify(.cancel(sequence), .cancel) }

  func tick() {
    if isTickDue { return }
    isTickDue = true
    notify(.tick, .tick) { self.isTickDue = false }
  }

  /// The task finishes when the process has ended and its whole log has been read.
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? {
    if isBrokenOff {
      _ = end(.request, .flooded)
      return nil
    }
    for sequence in open { cancel(sequence) }
    let turn = lane.reserve()
    return Task {
      _ = await turn?.value
      defer { lane.leave() }
      guard death == nil, link.machine({ $0.abandon(.unwanted) }) else { return }
      if (try? frame(.end)) != nil { link.send(writer.bytes) }
      link.arm()
      let watch = Task { [link, clock, callLimit] in
        try? await clock.pause(for: callLimit)
        if !Task.isCancelled { link.kill() }
      }
      await link.wait(orReply: false)
      watch.cancel()
    }
  }

  /// Sends a message whose reply no caller waits for; it keeps its place in the order of calls.
  private func notify(_ message: ToChild, _ phase: ChildDeath.Phase, begin: @escaping () -> Void = {}) {
    let turn = lane.reserve()
    Task {
      _ = await turn?.value
      defer { leaveLane() }
      begin()
      // The reason of a failure is kept for the next question.
      do { if try send(message) == nil { _ = try await reply(within: callLimit, phase) } } catch {}
    }
  }

  /// The reply, if it arrives within the patience; most do, and no executor is switched for them.
  private func send(_ message: ToChild) throws(PluginError) -> FromChild? {
    if let death { throw death }
    let number = try frame(message)
    link.send(writer.bytes, expecting: .answer(number), polls: patience > .zero)
    writer.wipe()
    guard patience > .zero else { return nil }
    let reply = link.poll(atMost: patience)
    if reply == nil { link.arm() } else { link.armSoon() }
    return reply
  }

  private func reply(
    within limit: Duration, _ phase: @autoclosure () -> ChildDeath.Phase
  ) async throws(PluginError) -> FromChild {
    if let reply = await reply(within: limit) { return reply }
    throw end(phase(), nil)
  }

  private func reply(within limit: Duration) async -> FromChild? {
    watch.begin(limit)
    await link.wait()
    watch.end()
    return link.readReply()
  }

  /// A process that has ended after its reply is news.
  private func leaveLane() {
    lane.leave()
    if link.machine({ $0.isReaped }) { context.noteEnd() }
  }

  private func frame(_ message: ToChild) throws(PluginError) -> UInt32 {
    writer.write(message)
    do throws(FrameFault) { return try writer.finish() } catch { throw .unsendable("a question", error) }
  }

  /// Kills the process if a reason is given.
  private func end(_ phase: ChildDeath.Phase, _ reason: ChildMachine.End?) -> PluginError {
    if let death { return death }
    if let reason { link.kill(reason) }
    let death = death(during: phase, limit: callLimit)
    self.death = death.error
    deathHandler(death)
    context.noteEnd()
    return death.error
  }

  /// The last output is without the secrets that the process was told.
  private func death(during phase: ChildDeath.Phase, limit: Duration) -> ChildDeath {
    var death = link.death(of: identity, during: phase, limit: limit)
    let told = SecretNumbers()
    for secret in secrets { told.hide(secret) }
    if let asked { _ = told.members(of: asked) }
    if let session { _ = told.members(of: session) }
    death.lastOutput = told.redacted(death.lastOutput)
    return death
  }
}
