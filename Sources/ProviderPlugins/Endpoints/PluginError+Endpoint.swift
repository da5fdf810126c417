internal import AppControllerKit
internal import CProviderABI

extension ProviderReply.Refusal {
  /// Returns the error for the app.
  func error(for call: ProviderCall) -> any Error {
    switch self {
    case .interface(let diagnostic): AppControllerError(invalid: diagnostic, of: "the provider's \(call.name)")
    case .screen(let diagnostic):
      AppControllerError(invalid: diagnostic, of: "the screen that the provider answered with")
    case .response(let what):
      PluginError(
        .badReply, what: "the provider's answer to the action breaks the ABI: \(what)",
        why: "an answer is applied whole or not at all", fix: "the provider's author can correct its perform function"
      )
    case .time(let name, let value): AppControllerError.badTime(name, value)
    case .asset(let what):
      PluginError(
        .badReply, what: "the provider's answer with the \(call.name) breaks the ABI: \(what)",
        why: "the bytes of a picture are given once and whole, and are of bounded size",
        fix: "the provider's author can correct its asset function"
      )
    }
  }
}

extension AppControllerError {
  /// The error for a description that could not be built.
  fileprivate init(invalid diagnostic: Diagnostic, of subject: String) {
    self.init(
      .invalidDescription,
      what: "\(subject) is not valid: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.code.rawValue)]",
      why: "the host's builder refused it there, and everything after it",
      fix: "correct the provider's description at the path that is named", diagnostics: [diagnostic]
    )
  }
}

extension PluginError {
  /// The error for a call that was answered with a failure.
  static func failure(
    _ code: PluginError.Code, _ what: String, _ status: Int32, _ failure: ProviderFailure?,
    _ library: ProviderIdentity
  ) -> PluginError {
    if let failure {
      return PluginError(
        code, what: "provider \(library.id) \(what): \(failure.what)",
        why: failure.why.isEmpty ? "the provider did not say" : failure.why,
        fix: failure.fix.isEmpty ? "the provider's author can tell more" : failure.fix
      )
    }
    let isKnown = (ACK_MISUSE...ACK_PENDING).contains(status)
    let words =
      library.isSwift
      ? "throw an error that conforms to ExplainedError, with what, why and fix"
      : "say what, why and how to fix it, with fail() in C, ack::Failure in C++ and failure() in Rust"
        + (isKnown ? "" : ", and then answer ACK_FAILED in the place of \(status)")
    return PluginError(
      code, what: "provider \(library.id) \(what): it answered status \(status), which \(StatusName.of(status))",
      why: isKnown ? "the provider gave no reason" : "a number of its own, such as an errno, says nothing to a host",
      fix: "the provider's author can \(words)"
    )
  }
}

/// The meaning of a status, for a message.
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
  /// The error for exceeding the limit of requests, with the provider's name.
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

  /// The error for a call after the end of an instance, with the provider's name.
  static func gone(_ name: String) -> PluginError {
    PluginError(
      .gone, what: "\(name) has been ended", why: "end() was called, and an instance is not begun again",
      fix: "load the provider again for another instance"
    )
  }

  static func timedOut(_ library: ProviderIdentity, _ question: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "provider \(library.id) did not answer for its \(question) within \(limit)",
      why: "it answered pending and did not wake the host in time",
      fix: "try again; or give it more time with --timeout"
    )
  }

  static func tooManyQuestions(_ library: ProviderIdentity) -> PluginError {
    PluginError(
      .tooManyQuestions, what: "provider \(library.id) has eight open actions; a ninth is refused",
      why: "the ABI allows eight at a time", fix: "wait for an answer before the next action"
    )
  }
}
