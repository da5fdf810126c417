internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension PluginProvider {
  /// Asks the library, and again after each wake, until it has answered.
  ///
  /// - Returns: An answer whose status is `ACK_OK` or `ACK_UNSUPPORTED`.
  func ask(
    _ subject: ProviderQuestion.Subject, _ controller: AppController.Handle, deadline: Duration? = nil,
    waits: Bool = true
  ) async throws -> ProviderAnswer {
    sequence += 1
    let question = ProviderQuestion(subject: subject, sequence: sequence, controller: controller)
    let limit = limit(deadline)
    defer { context.endQuestion(question.sequence) }
    var watch: Task<Void, Never>?
    defer { watch?.cancel() }
    var pendingTime: (() -> Duration)?
    while true {
      if let refusal { throw refusal }
      context.beginCall(question.sequence)
      let answer = try await call(question, within: limit)
      if context.isFlooded { throw PluginError.flooded("provider \(identity.id)") }
      try answer.requireAccepted(question)
      switch answer.status {
      case ACK_OK, ACK_UNSUPPORTED: return answer
      case ACK_PENDING: break
      default:
        // As the header has it: what it does not name is a failure when negative, and a misuse when positive.
        let code: PluginError.Code = answer.status < 0 ? .questionFailed : .badStatus
        throw PluginError.failure(code, "failed at its \(question.name)", answer.status, answer.failure, identity)
      }
      if !waits {
        cancel(question.sequence)
        return .unsupported
      }
      watch = watch ?? abandonment(of: question.sequence, after: limit)
      pendingTime = pendingTime ?? clock.stopwatch()
      try await wake(for: question, within: limit) { (pendingTime?() ?? .zero) >= limit }
    }
  }

  /// Why nothing is asked of the library any more; `nil` while it lives.
  var refusal: PluginError? {
    if context.isFlooded { return .flooded("provider \(identity.id)") }
    return isEnded ? .gone(identity) : nil
  }

  /// Asks nothing of the library any more, which has asked for more than it may.
  func breakOff() {
    if isEnded || isBrokenOff { return }
    isBrokenOff = true
    instance.breakOff()
    let error = PluginError.flooded("provider \(identity.id)")
    context.say(.error, "\(error.what) [\(error.code.rawValue)]")
  }

  /// How long a question may stay open.
  func limit(_ declared: Duration? = nil) -> Duration { deadline ?? declared ?? .seconds(30) }

  private func abandonment(of sequence: UInt64, after limit: Duration) -> Task<Void, Never> {
    Task { [context, clock] in
      try? await clock.sleep(for: limit)
      if !Task.isCancelled { context.abandon(sequence) }
    }
  }

  /// Waits until a pending question may be asked again.
  ///
  /// - Throws: Why it is not to be asked again; it has been cancelled then.
  private func wake(
    for question: ProviderQuestion, within limit: Duration, isOver: () -> Bool
  ) async throws {
    await withTaskCancellationHandler {
      await context.wait(for: question.sequence)
      // One that was woken early has not waited: everybody else has a turn before the library is asked again.
      await Task.yield()
    } onCancel: { [context] in
      context.abandon(question.sequence)
    }
    guard isOver() || context.isAbandoned(question.sequence) else { return }
    if refusal == nil { cancel(question.sequence) }
    try Task.checkCancellation()
    throw refusal ?? PluginError.timedOut(identity, question.name, limit)
  }

  /// Lets the library run what has become ready.
  func tick() {
    context.tickBegins()
    if refusal != nil { return }
    recorder?.tells(.tick)
    instance.tick()
  }

  /// Makes one call.
  func call(_ question: ProviderQuestion, within limit: Duration) async throws(PluginError) -> ProviderAnswer {
    guard let recorder else { return try await instance.answer(to: question, within: limit) }
    recorder.calls(question)
    do throws(PluginError) {
      let answer = try await instance.answer(to: question, within: limit)
      recorder.returns(question, answer)
      return answer
    } catch {
      recorder.fails(question, error)
      throw error
    }
  }

  /// Tells the library that an answer is no longer wanted.
  func cancel(_ sequence: UInt64) {
    recorder?.tells(.cancel, sequence)
    instance.cancel(sequence)
  }
}

extension PluginError {
  /// The error for a call that was answered with a failure.
  static func failure(
    _ code: PluginError.Code, _ what: String, _ status: Int32, _ failure: ProviderAnswer.Failure?,
    _ library: LibraryIdentity
  ) -> PluginError {
    if let failure {
      return PluginError(
        code, what: "provider \(library.id) \(what): \(failure.what)",
        why: failure.why.isEmpty ? "the provider did not say" : failure.why,
        fix: failure.fix.isEmpty ? "the provider's author can tell more" : failure.fix
      )
    }
    return PluginError(
      code, what: "provider \(library.id) \(what): it answered status \(status), which \(StatusName.of(status))",
      why: "the provider gave no reason", fix: "the provider's author can call fail() with what, why and how to fix it"
    )
  }
}

/// What a status means, for a message.
enum StatusName {
  static func of(_ status: Int32) -> String {
    switch status {
    case ACK_OK: "means done"
    case ACK_PENDING: "means not yet"
    case ACK_FAILED: "means failed"
    case ACK_UNSUPPORTED: "means that it does not do that"
    case ACK_GONE: "means gone"
    case ACK_LIMIT: "means that a limit was reached"
    case ACK_MISUSE: "means that it was called wrongly"
    default: "the ABI does not have"
    }
  }
}

extension PluginError {
  /// The error for more that was asked for than may be, with the provider's name.
  static func flooded(_ name: String) -> PluginError {
    PluginError(
      .flooded,
      what: """
        \(name) asked for more than \(ProviderTraffic.requestLimit) logins, logouts, updates and refreshes within \
        \(ProviderTraffic.span), and was ended
        """,
      why: "the app carries out each of them, and more would leave it no time for anything else",
      fix: "load the provider again for another instance; its author can ask once, and wait for what becomes of it"
    )
  }

  fileprivate static func gone(_ library: LibraryIdentity) -> PluginError {
    PluginError(
      .gone, what: "provider \(library.id) has been ended", why: "end() was called, and an instance is not begun again",
      fix: "load the provider again for another instance"
    )
  }

  fileprivate static func timedOut(_ library: LibraryIdentity, _ question: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "provider \(library.id) did not answer for its \(question) within \(limit)",
      why: "it answered pending and did not wake the host in time",
      fix: "try again; or give it more time with --timeout"
    )
  }

  static func tooManyQuestions(_ library: LibraryIdentity) -> PluginError {
    PluginError(
      .tooManyQuestions, what: "provider \(library.id) has eight open actions; a ninth is refused",
      why: "the ABI allows eight at a time", fix: "wait for an answer before the next action"
    )
  }
}
