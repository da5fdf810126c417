import AppControllerKit

struct CommandError: ExplainedError, Equatable {
  /// The raw value is the stable code.
  enum Code: String, Sendable, CaseIterable {
    case usage = "ACK5001"
    /// An input has no value, and the user cannot be asked for it.
    case missingInput = "ACK5002"
    /// A secret is given on the command line, where every process can read it.
    case secretInArguments = "ACK5003"
    case otherUser = "ACK5004"
    case refused = "ACK5005"
    /// No provider is named, or none has the name.
    case noProvider = "ACK5006"
    case actionUnclear = "ACK5007"
    case standardInput = "ACK5008"
    /// The state folder cannot be determined.
    case noStateFolder = "ACK5009"
    case faultyFile = "ACK5010"
    case alreadyThere = "ACK5011"
    case noPackage = "ACK5012"
    case wouldNotLoad = "ACK5013"
    case damagedPins = "ACK5014"
    case doesNotConform = "ACK5015"
    case badConfiguration = "ACK5016"
    case outputNotWritten = "ACK5018"
    case nothingChecked = "ACK5019"
    case notConfirmed = "ACK5020"
    case noSecret = "ACK5021"
    /// No session is set up for the host for which a credential is requested.
    case noCredential = "ACK5022"
    case notSetUp = "ACK5023"
    /// A provider that was validated breaks no rule in what was tried, and not everything was.
    case notTried = "ACK5024"
    /// Another session has the host, or names it, too.
    case hostTaken = "ACK5031"
    case unprintableSecret = "ACK5032"
  }

  let code: Code
  let what: String
  let why: String
  let fix: String

  init(_ code: Code, what: String, why: String, fix: String) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
  }

  var exitStatus: Int32 { code.exitStatus.rawValue }
}

extension CommandError.Code {
  var exitStatus: ExitStatus {
    switch self {
    case .usage, .missingInput, .secretInArguments, .otherUser, .actionUnclear, .standardInput, .alreadyThere:
      .usage
    case .refused, .notConfirmed, .noSecret, .noCredential, .unprintableSecret: .refused
    case .noProvider, .noPackage: .noProvider
    case .noStateFolder, .outputNotWritten: .storeFailed
    case .faultyFile, .doesNotConform, .badConfiguration: .invalidData
    case .wouldNotLoad, .nothingChecked, .notSetUp: .unavailable
    case .notTried: .timedOut
    case .damagedPins, .hostTaken: .security
    }
  }
}

extension CommandError {
  static func usage(_ what: String, why: String, fix: String) -> CommandError {
    CommandError(.usage, what: what, why: why, fix: fix)
  }

  static func unknownCommand(_ name: String, among names: [String]) -> CommandError {
    let nearest = Suggestion.nearest(to: name, among: names)
    return .usage(
      "there is no command \(quoted(name))\(nearest.map { "; did you mean '\($0)'?" } ?? "")",
      why: "the first word that is not an option names the command",
      fix: nearest.map { "run 'appctl \($0)', or 'appctl help' to see what each command does" }
        ?? "run 'appctl help' to see what each command does")
  }

  /// Of `-pVALUE`, the error repeats only the letter.
  static func unknownOption(_ name: String, of command: (any Command.Type)?, among options: [ParameterSpec])
    -> CommandError
  {
    let nearest = Suggestion.nearest(to: name, among: options.map(\.name))
    let shown = nearest == nil && !name.hasPrefix("--") ? String(name.prefix(2)) : name
    return .usage(
      "\(invoking(command)) has no option \(quoted(shown))",
      why: "an option that is not understood could change what is meant, so nothing was done",
      fix: nearest.map { "did you mean '\($0)'?" } ?? "run '\(helping(command))' to see the options")
  }

  static func bothGiven(
    _ one: String, _ other: String, why: String, fix: String = "leave one of them out"
  ) -> CommandError {
    .usage("\(one) and \(other) are both given", why: why, fix: fix)
  }

  /// Without a remedy, the second is to be left out.
  static func exclusive(_ one: String, _ other: String, why: String, fix: String? = nil) -> CommandError {
    .usage("\(one) and \(other) exclude each other", why: why, fix: fix ?? "leave out \(other)")
  }

  static func misplaced(_ option: ParameterSpec) -> CommandError {
    .usage(
      "\(option.name) stands before the command",
      why: "only an option that commands share may stand there",
      fix: "put \(option.name) after the command")
  }

  static func repeated(_ option: ParameterSpec) -> CommandError {
    .usage(
      "\(option.name) is given twice",
      why: "it may be given once only, and which of the two is meant would be a guess",
      fix: "leave one of them out")
  }

  static func missingValue(of option: ParameterSpec, since reason: String) -> CommandError {
    let value = option.value ?? "VALUE"
    return .usage(
      "\(option.name) has no value",
      why: "it wants \(value), and \(reason)",
      fix: "write \(option.name)=\(value)")
  }

  static func unwantedValue(of option: ParameterSpec) -> CommandError {
    .usage("\(option.name) is given a value", why: "it takes none", fix: "write \(option.name) alone")
  }

  static func badChoice(_ value: String, for name: String, among choices: [String]) -> CommandError {
    badValue(
      value, for: name, why: "it is one of \(choices.joined(separator: ", "))",
      fix: Suggestion.fix(for: value, among: choices, or: "choose one of them"))
  }

  static func badValue(_ value: String, for name: String, why: String, fix: String) -> CommandError {
    .usage("\(name) cannot be \(quoted(value))", why: why, fix: fix)
  }

  static func missingArgument(_ argument: ParameterSpec, of command: any Command.Type) -> CommandError {
    .usage(
      "\(invoking(command)) is given no \(argument.name)",
      why: argument.help.hasSuffix(".") ? String(argument.help.dropLast()) : argument.help,
      fix: "write appctl \(command.name) \(command.parameters.arguments.map(\.synopsis).joined(separator: " "))")
  }

  /// Contains the number of the arguments and not their texts, because one of them may be a secret.
  static func excessArguments(_ count: Int, of command: any Command.Type) -> CommandError {
    let wanted = command.parameters.arguments.map(\.synopsis).joined(separator: " ")
    return .usage(
      "\(invoking(command)) is given \(count) argument\(count == 1 ? "" : "s") too many",
      why: wanted.isEmpty ? "it takes options only" : "besides options it takes \(wanted) only",
      fix: "join an option and its value with '=' and quote what has spaces; '\(helping(command))' shows both")
  }

  /// A text between quotes, shortened, without characters that control or mislead a terminal.
  static func quoted(_ text: String, limit: Int = 60) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: shown += "\u{FFFD}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return "'\(shown)\(text.unicodeScalars.count > limit ? "..." : "")'"
  }

  private static func invoking(_ command: (any Command.Type)?) -> String {
    command.map { "'appctl \($0.name)'" } ?? "'appctl'"
  }

  private static func helping(_ command: (any Command.Type)?) -> String {
    command.map { "appctl help \($0.name)" } ?? "appctl help"
  }
}
