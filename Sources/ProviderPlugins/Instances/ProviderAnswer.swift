internal import AppControllerKit
internal import CProviderABI

/// What a library answered to one call.
struct ProviderAnswer: Sendable {
  /// What it said before it answered a failure.
  struct Failure: Sendable, Equatable {
    let what: String
    let why: String
    let fix: String
  }

  /// What it wrote.
  enum Content: Sendable {
    /// Nothing that counts: it answered a failure, or not yet, or was asked for nothing.
    case nothing
    case isLoggedIn(Bool)
    case configuration(ack_configuration)
    case interface(InterfaceDescription)
    case response(ActionResponse)
    /// An interface that the builder refused. It knows better than the library, which may not have looked.
    case refusedInterface(Diagnostic)
    /// A screen of a reply that the builder refused.
    case refusedScreen(Diagnostic)
    /// A reply that breaks the ABI, and how.
    case refusedReply(String)
  }

  /// The header's status.
  var status: Int32
  var content = Content.nothing
  var failure: Failure?

  /// The function is optional, and the library does not have it.
  static let unsupported = ProviderAnswer(status: ACK_UNSUPPORTED)
}
