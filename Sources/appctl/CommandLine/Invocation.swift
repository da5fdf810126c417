import ProviderPlugins

/// A command line that keeps the rules: what is to be done, with what.
struct Invocation: Sendable, Equatable {
  /// An option as it was given.
  struct OptionValue: Sendable, Equatable {
    /// The name of the option, such as `--provider`.
    let name: String
    /// Its value; nil for a flag.
    let value: String?
  }

  /// One `NAME=VALUE`.
  struct Pair: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// The name of the command; `help` and `version` also when they were asked for by option.
  let command: String
  /// The options, in the order in which they were given.
  var options: [OptionValue] = []
  /// What was given by position.
  var positionals: [String] = []
  /// Whether the user's settings say that providers run in processes of their own; nil when they say nothing.
  var isIsolatedBySettings: Bool?
  /// What providers may do besides by the user's settings, by their ids.
  var permissions: [String: Set<ProviderPermission>] = [:]
  /// The pins of the user's settings, by the ids of providers.
  var pins: [String: ProviderPin] = [:]

  /// The value of an option that is given at most once.
  func string(_ option: OptionSpec) -> String? { strings(option).first }

  /// Every value of an option, in order.
  func strings(_ option: OptionSpec) -> [String] {
    options.compactMap { $0.name == option.name ? $0.value : nil }
  }

  /// What the command line grants.
  var granted: Set<ProviderPermission> { Set(strings(.allow).compactMap(ProviderPermission.init)) }

  /// Whether the option is given.
  func flag(_ option: OptionSpec) -> Bool { options.contains { $0.name == option.name } }

  /// The values of an option as names and values, split at the first `=`; only the value may be empty.
  ///
  /// - Throws: ``CommandError`` with the code `ACK5001`. It tells which value is wrong by its number, and never
  ///   repeats it, since it may be a secret.
  func pairs(_ option: OptionSpec) throws(CommandError) -> [Pair] {
    var pairs: [Pair] = []
    for (index, text) in strings(option).enumerated() {
      guard let (name, value) = CommandLineParser.split(text) else {
        throw Self.badPair(index, of: option, lacks: "no '='")
      }
      guard !name.isEmpty else { throw Self.badPair(index, of: option, lacks: "no name before its '='") }
      pairs.append(Pair(name: name, value: value))
    }
    return pairs
  }

  /// The value of an option as a time: decimal, above zero, at most 600 seconds.
  ///
  /// - Throws: ``CommandError`` with the code `ACK5001`.
  func seconds(_ option: OptionSpec) throws(CommandError) -> Duration? {
    guard let text = string(option) else { return nil }
    let plain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    guard plain, let seconds = Double(text), seconds <= 600, Duration.seconds(seconds) > .zero else {
      throw .usage(
        "\(option.name) cannot be \(CommandError.quoted(text))",
        why: "it is a number of seconds above 0 and at most 600",
        fix: "write a number such as 30 or 0.5"
      )
    }
    return .seconds(seconds)
  }

  private static func badPair(_ index: Int, of option: OptionSpec, lacks lack: String) -> CommandError {
    let form = option.value ?? "NAME=VALUE"
    return .usage(
      "value \(index + 1) of \(option.name) has \(lack)",
      why: "it wants \(form); the value is not repeated here, since it may be a secret",
      fix: "write \(option.name) \(form), between quotes when it has spaces"
    )
  }
}
