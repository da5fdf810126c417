internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension PluginProvider {
  /// Asks the library, and again after each wake, until it has answered.
  ///
  /// - Returns: `ACK_OK` or `ACK_UNSUPPORTED`.
  func ask(
    _ question: String, _ controller: AppController.Handle, revision: UInt64 = 0, deadline: Duration? = nil,
    waits: Bool = true, _ call: (OpaquePointer?, UnsafePointer<ack_context>) throws -> Int32
  ) async throws -> Int32 {
    sequence += 1
    let sequence = sequence
    defer { context.endQuestion(sequence) }
    var watch: Task<Void, Never>?
    defer { watch?.cancel() }
    while true {
      guard let instance else { throw PluginError.gone(library) }
      context.beginCall(sequence)
      let status = try unsafe controller.withABI(sequence: sequence, revision: revision) { asked in
        Result { try unsafe call(instance.pointer, asked) }
      }.get()
      switch status {
      case ACK_OK, ACK_UNSUPPORTED: return status
      case ACK_PENDING: break
      default:
        // As the header has it: what it does not name is a failure when negative, and a misuse when positive.
        let code: PluginError.Code = status < 0 ? .questionFailed : .badStatus
        throw Self.failure(code, "failed at its \(question)", status, context.takeFailure(), library)
      }
      if !waits {
        unsafe library.table.cancel?(instance.pointer, sequence)
        return ACK_UNSUPPORTED
      }
      let limit = self.deadline ?? deadline ?? .seconds(30)
      watch =
        watch
        ?? Task { [context, clock] in
          try? await clock.sleep(for: limit)
          if !Task.isCancelled { context.abandon(sequence) }
        }
      await withTaskCancellationHandler {
        await context.wait(for: sequence)
      } onCancel: { [context] in
        context.abandon(sequence)
      }
      if context.isAbandoned(sequence) {
        if let instance = self.instance { unsafe library.table.cancel?(instance.pointer, sequence) }
        try Task.checkCancellation()
        if self.instance == nil { throw PluginError.gone(library) }
        throw PluginError.timedOut(library, question, limit)
      }
    }
  }

  /// Lets the library run what has become ready.
  func tick() {
    context.tickBegins()
    if let instance { unsafe library.table.tick?(instance.pointer) }
  }

  static func failure(
    _ code: PluginError.Code, _ what: String, _ status: Int32, _ failure: HostContext.Failure?,
    _ library: ProviderLibrary
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
  fileprivate static func gone(_ library: ProviderLibrary) -> PluginError {
    PluginError(
      .gone, what: "provider \(library.id) has been ended", why: "end() was called, and an instance is not begun again",
      fix: "load the provider again for another instance"
    )
  }

  fileprivate static func timedOut(_ library: ProviderLibrary, _ question: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "provider \(library.id) did not answer for its \(question) within \(limit)",
      why: "it answered pending and did not wake the host in time",
      fix: "try again; or give it more time with --timeout"
    )
  }

  static func tooManyQuestions(_ library: ProviderLibrary) -> PluginError {
    PluginError(
      .tooManyQuestions, what: "provider \(library.id) has eight open actions; a ninth is refused",
      why: "the ABI allows eight at a time", fix: "wait for an answer before the next action"
    )
  }
}
