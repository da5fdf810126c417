import AppControllerKit
import Glibc
import ProviderValidator

struct GivenInputs {
  private let texts: [String: [String]]
  private var piped: (name: String, secret: Secret)?

  /// Reads standard input for `--set-stdin`; throws for a name that is given twice, or when standard input cannot be
  /// read.
  init(_ given: [NamedValue] = [], stdin name: String? = nil) throws(CommandError) {
    texts = Dictionary(grouping: given, by: \.name).mapValues { $0.map(\.value) }
    guard let name else { return }
    if texts[name] != nil {
      throw .usage(
        "the input \(CommandError.quoted(name)) is given twice", why: "--set and --set-stdin both name it",
        fix: "leave one of them out")
    }
    piped = (name, try StandardInput.readSecret(for: name))
  }

  init(_ inputs: CheckInputs) { (texts, piped) = (inputs.texts.mapValues { [$0] }, inputs.piped) }

  func forChecks(action: String?) -> CheckInputs {
    CheckInputs(texts: texts.compactMapValues(\.first), piped: piped, action: action)
  }

  var names: [String] { (Array(texts.keys) + (piped.map { [$0.name] } ?? [])).sorted() }

  var isEmpty: Bool { names.isEmpty }

  /// `nil` for a value from standard input, which may be a secret.
  func text(_ name: String) -> String? { texts[name]?.first }

  /// Throws `ACK5003` for a secret that is given on the command line.
  func values(for form: Form) throws(CommandError) -> InputValues {
    var values: InputValues = [:]
    for entry in form.entries {
      let name = entry.input.name
      if let given = texts[name] {
        if entry.input.content.isSecret { throw .secretInArguments(name) }
        values[name] = .plain(given)
      } else if let piped, piped.name == name {
        values[name] = entry.input.content.isSecret ? .secret(piped.secret) : .text(piped.secret.text)
      }
    }
    return values
  }
}

extension CommandError {
  static var twoFromStandardInput: CommandError {
    .bothGiven(
      "--set-stdin", "--setting-stdin", why: "standard input has one value",
      fix: "give the setting in config.json with { \"file\": \"PATH\" }")
  }

  static func secretInArguments(_ name: String) -> CommandError {
    CommandError(
      .secretInArguments, what: "the input '\(name)' is a secret and stands on the command line",
      why: "every process of this machine can read the arguments of every other, and shells keep them in their history",
      fix: "give it on standard input with --set-stdin \(name), or leave it out on a terminal and be asked")
  }
}
