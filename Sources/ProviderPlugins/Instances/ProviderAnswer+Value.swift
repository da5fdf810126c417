internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension ProviderAnswer {
  /// Checks that nothing of what was written was refused.
  ///
  /// - Parameter question: What was asked, for the message.
  /// - Throws: ``AppControllerError`` for a description that could not be built, ``PluginError`` for a misuse.
  func requireAccepted(_ question: ProviderQuestion) throws {
    switch content {
    case .nothing, .isLoggedIn, .configuration, .interface, .response: return
    case .refusedInterface(let diagnostic):
      throw AppControllerError(
        invalid: diagnostic, of: "the provider's \(question.name)")
    case .refusedScreen(let diagnostic):
      throw AppControllerError(invalid: diagnostic, of: "the screen that the provider answered with")
    case .refusedReply(let what): throw PluginError.badReply(what)
    }
  }

  /// The interface, when there is one.
  var interface: InterfaceDescription? {
    if case .interface(let interface) = content { interface } else { nil }
  }

  /// The effects; none when there is nothing.
  var response: ActionResponse {
    if case .response(let response) = content { response } else { .nothing }
  }

  /// The header's configuration, when there is one.
  var configuration: ack_configuration? {
    if case .configuration(let configuration) = content { configuration } else { nil }
  }

  /// Whether the first interface is the logged-in one, when that was said.
  var isLoggedIn: Bool? {
    if case .isLoggedIn(let flag) = content { flag } else { nil }
  }
}

extension PluginError {
  fileprivate static func badReply(_ what: String) -> PluginError {
    PluginError(
      .badReply, what: "the provider's answer to the action breaks the ABI: \(what)",
      why: "an answer is applied whole or not at all", fix: "the provider's author can correct its perform function"
    )
  }
}

extension AppControllerError {
  /// The error for a description that could not be built.
  init(invalid diagnostic: Diagnostic, of subject: String) {
    self.init(
      .invalidDescription,
      what: "\(subject) is not valid: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.code.rawValue)]",
      why: "the host's builder refused it there, and everything after it",
      fix: "correct the provider's description at the path that is named", diagnostics: [diagnostic]
    )
  }
}
