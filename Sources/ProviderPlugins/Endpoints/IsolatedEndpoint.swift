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
  /// The values of secret settings.
  private let secrets: [Secret]
  /// The question that is being asked.
  private var asked: ProviderCall?
  /// The session of the last question.
  private var session: Session?
  /// The end of the process, which is news even while nothing is asked.
  var end: (any ExplainedError)? {
    if death == nil, !lane.isTaken, link.inbox.isReaped, link.inbox.end != .unwanted { return end(.rest, nil) }
    return death
  }
  /// Whether a tick is queued already, so that another one is not needed.
  private var isTickDue = false

  /// Starts the process, and writes the order to load the library and make an instance.
  ///
  /// The instance can be used after ``awaitStart()``.
  ///
  /// - Parameters:
  ///   - identity: The identity of the library, as its file gives it.
  ///   - order: The library to load, and its options.
  ///   - files: The files that the order describes.
  ///   - services: The services of the host for the process, if the order's rights need them.
  ///   - options: The options of the process, and its deadlines.
  ///   - clock: The clock that times the deadline of a call, and of a start without a waiting thread.
  ///   - context: Receives the requests of the instance to its host.
  ///   - secrets: The values of secret settings, which are hidden in what the process has written last.
  ///   - deathHandler: Called when the process has crashed or hung, or identifies itself as another provider.
  /// - Throws: ``PluginError`` with the code `ACK2211`, or when the order is too large.
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
    writer.write(HostMessage.start(order))
    do throws(FrameFault) { _ = try writer.finish() } catch { throw .unsendable("the order to start", error) }
  }

  isolated deinit { link.kill(.unwanted) }
}

// MARK: - The start

extension IsolatedEndpoint {
  /// Sends the order on this thread, and waits until the process has made the instance, at most for the deadline of the
  /// start, and a second before in which the process is limited.
  ///
  /// - Throws: ``PluginError``; if the child refuses the library, the error is the child's.
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

  /// Sends the order, and waits until the process has made the instance, as the other function does, and suspends meanwhile.
  ///
  /// - Throws: ``PluginError``. When the task is cancelled, the process is killed, and the code is `ACK2107`.
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
    watch.begin(startLimit)
    await withTaskCancellationHandler {
      await link.inbox.wait()
    } onCancel: { [link] in
      link.kill(.unwanted)
    }
    watch.end()
    if Task.isCancelled { throw .gone("provider \(identity.id)") }
    // The process may have ended right after its reply.
    link.read()
    try begin(after: link.inbox.takeReply())
  }

  // The codes that only the child can determine. The host accepts no other code from the child, because it has checked
  // the rest itself.
  private static let refusals: Set<PluginError.Code> = [
    .missingDependency, .undefinedSymbol, .loadFailed, .program, .changedFile, .notAProvider, .incompatibleABI,
    .badAnswer,
    .badTable, .contradictedNote, .createFailed, .sandboxFailed, .notFound,
  ]

  /// Checks the reply to the order; the reply is `nil` when the process has ended, or has taken too long.
  private func begin(after reply: ChildMessage?) throws(PluginError) {
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
    for case .lacking(let sentence) in link.inbox.notes { context.log(.warning, sentence) }
  }

  private func deathAtStart() -> PluginError {
    let death = death(during: .start, limit: startLimit)
    deathHandler(death)
    return death.error
  }
}

// MARK: - Calls

extension IsolatedEndpoint {
  /// Asks the library.
  ///
  /// - Throws: ``PluginError`` when the process has ended, or was killed because it did not answer or violated the
  ///   protocol.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply {
    let turn = lane.reserve()
    _ = await turn?.value
    (asked, session) = (call, call.controller.session)
    context.setRunning(.current)
    defer {
      asked = nil
      context.setRunning(nil)
      leaveLane()
    }
    let reply = try await exchange(.ask(call), .question(call.name), within: min(limit, callLimit))
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

  /// Ends the instance and its process; kills the process when the instance was broken off.
  ///
  /// - Returns: A task that finishes when the process has ended and its whole log has been read.
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
      guard death == nil, link.inbox.abandon(.unwanted) else { return }
      if (try? frame(.end)) != nil { link.send(writer.bytes) }
      link.arm()
      let watch = Task { [link, clock, callLimit] in
        try? await clock.pause(for: callLimit)
        if !Task.isCancelled { link.kill() }
      }
      await link.inbox.wait(orReply: false)
      watch.cancel()
    }
  }

  /// Sends a message whose reply no caller waits for; it keeps its place in the order of calls.
  private func notify(_ message: HostMessage, _ phase: ChildDeath.Phase, begin: @escaping () -> Void = {}) {
    let turn = lane.reserve()
    Task {
      _ = await turn?.value
      defer { leaveLane() }
      begin()
      _ = try? await exchange(message, phase, within: callLimit)
    }
  }

  /// Sends a message, and waits for the reply.
  private func exchange(
    _ message: HostMessage, _ phase: ChildDeath.Phase, within limit: Duration
  ) async throws(PluginError) -> ChildMessage {
    if let death { throw death }
    let number = try frame(message)
    link.inbox.expect(.answer(number))
    link.send(writer.bytes, polls: patience > .zero)
    writer.wipe()
    if patience > .zero {
      if let reply = link.poll(atMost: patience) {
        link.armSoon()
        return reply
      }
      link.arm()
    }
    watch.begin(limit)
    await link.inbox.wait()
    watch.end()
    // The process may have ended right after its reply.
    link.read()
    if let reply = link.inbox.takeReply() { return reply }
    throw end(phase, nil)
  }

  /// Ends an exchange; a process that has ended after its reply is news then.
  private func leaveLane() {
    lane.leave()
    if link.inbox.isReaped { context.noteEnd() }
  }

  /// Encodes a message into a frame, and returns the frame's number.
  private func frame(_ message: HostMessage) throws(PluginError) -> UInt32 {
    writer.write(message)
    do throws(FrameFault) { return try writer.finish() } catch { throw .unsendable("a question", error) }
  }

  /// Records that the process has ended, after killing it if a reason is given.
  private func end(_ phase: ChildDeath.Phase, _ reason: ChildInbox.End?) -> PluginError {
    if let death { return death }
    if let reason { link.kill(reason) }
    let death = death(during: phase, limit: callLimit)
    self.death = death.error
    deathHandler(death)
    context.noteEnd()
    return death.error
  }

  /// Returns the end of the process, and its last output without the secrets that it was told.
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
