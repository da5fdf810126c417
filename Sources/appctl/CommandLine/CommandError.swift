import AppControllerKit

/// The error that the command line throws.
struct CommandError: ExplainedError, Equatable {
  /// What kind of failure this is; the raw value is the stable code.
  enum Code: String, Sendable, CaseIterable {
    /// The command line breaks a rule.
    case usage = "ACK5001"
    /// An input has no value, and nobody can be asked for it.
    case missingInput = "ACK5002"
    /// A secret stands on the command line, where every process can read it.
    case secretInArguments = "ACK5003"
    /// Somebody else is logged in.
    case otherUser = "ACK5004"
    /// The provider refused.
    case refused = "ACK5005"
    /// No provider is named, or none is found under the name.
    case noProvider = "ACK5006"
    /// No action is named, or several match.
    case actionUnclear = "ACK5007"
    /// Standard input gives no value that can be used.
    case standardInput = "ACK5008"
    /// There is no folder to keep sessions in.
    case noStateFolder = "ACK5009"
    /// A file that was checked has errors.
    case faultyFile = "ACK5010"
    /// Something stands where a new provider would go.
    case alreadyThere = "ACK5011"
    /// AppControllerKit is not where a new provider would find it.
    case noPackage = "ACK5012"
    /// A library that was looked at would not load.
    case wouldNotLoad = "ACK5013"
    /// The file of the pins cannot be understood.
    case damagedPins = "ACK5014"
    /// A provider that was validated does not conform.
    case doesNotConform = "ACK5015"
    /// A setting cannot be understood.
    case badConfiguration = "ACK5016"
    /// The file of what was chosen with --isolated and --not-isolated cannot be understood.
    case damagedIsolation = "ACK5017"
    /// Standard output does not take the result.
    case outputNotWritten = "ACK5018"
  }

  /// The stable code.
  let code: Code
  /// What failed.
  let what: String
  /// Why it failed.
  let why: String
  /// What to do about it.
  let fix: String

  init(_ code: Code, what: String, why: String, fix: String) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
  }

  /// How a process ends that fails with this error.
  var exitStatus: Int32 { code.exitStatus.rawValue }
}

extension CommandError.Code {
  /// How a process ends that fails with this code.
  var exitStatus: ExitStatus {
    switch self {
    case .usage, .missingInput, .secretInArguments, .otherUser, .actionUnclear, .standardInput, .alreadyThere:
      .usage
    case .refused: .refused
    case .noProvider, .noPackage: .noProvider
    case .noStateFolder, .outputNotWritten: .storeFailed
    case .faultyFile, .doesNotConform, .badConfiguration: .invalidData
    case .wouldNotLoad: .unavailable
    case .damagedPins, .damagedIsolation: .security
    }
  }
}
