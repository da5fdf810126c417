import AppControllerKit

/// The error of the command line.
struct CommandError: ExplainedError, Equatable {
  /// The kinds of failure; the raw value is the stable code.
  enum Code: String, Sendable, CaseIterable {
    /// The command line breaks a rule.
    case usage = "ACK5001"
    /// An input has no value, and the user cannot be asked for it.
    case missingInput = "ACK5002"
    /// A secret is given on the command line, where every process can read it.
    case secretInArguments = "ACK5003"
    /// Another user is logged in.
    case otherUser = "ACK5004"
    /// The provider refused.
    case refused = "ACK5005"
    /// No provider is named, or none has the name.
    case noProvider = "ACK5006"
    /// No action is named, or several match.
    case actionUnclear = "ACK5007"
    /// Standard input gives no usable value.
    case standardInput = "ACK5008"
    /// The state folder cannot be determined.
    case noStateFolder = "ACK5009"
    /// A file that was checked has errors.
    case faultyFile = "ACK5010"
    /// A file or folder already exists at the path of a new provider.
    case alreadyThere = "ACK5011"
    /// AppControllerKit is not found at the place that a new provider would use.
    case noPackage = "ACK5012"
    /// An inspected library would not load.
    case wouldNotLoad = "ACK5013"
    /// The file of the pins cannot be parsed.
    case damagedPins = "ACK5014"
    /// A validated provider does not conform.
    case doesNotConform = "ACK5015"
    /// A setting cannot be parsed.
    case badConfiguration = "ACK5016"
    /// The file of the choices made with --isolated and --not-isolated cannot be parsed.
    case damagedIsolation = "ACK5017"
    /// The result cannot be written to standard output.
    case outputNotWritten = "ACK5018"
    /// Every check of a validation was skipped.
    case nothingChecked = "ACK5019"
    /// The answer to the question before an action is not yes.
    case notConfirmed = "ACK5020"
    /// The session has no secret to print.
    case noSecret = "ACK5021"
    /// No session names the host for which a credential is requested.
    case noCredential = "ACK5022"
    /// The configuration of another program cannot be changed.
    case notSetUp = "ACK5023"
  }

  /// The stable code.
  let code: Code
  /// The failure.
  let what: String
  /// The reason for the failure.
  let why: String
  /// The remedy.
  let fix: String

  init(_ code: Code, what: String, why: String, fix: String) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
  }

  /// The exit status of a process that fails with this error.
  var exitStatus: Int32 { code.exitStatus.rawValue }
}

extension CommandError.Code {
  /// The exit status of a process that fails with this code.
  var exitStatus: ExitStatus {
    switch self {
    case .usage, .missingInput, .secretInArguments, .otherUser, .actionUnclear, .standardInput, .alreadyThere:
      .usage
    case .refused, .notConfirmed, .noSecret, .noCredential: .refused
    case .noProvider, .noPackage: .noProvider
    case .noStateFolder, .outputNotWritten: .storeFailed
    case .faultyFile, .doesNotConform, .badConfiguration: .invalidData
    case .wouldNotLoad, .nothingChecked, .notSetUp: .unavailable
    case .damagedPins, .damagedIsolation: .security
    }
  }
}
