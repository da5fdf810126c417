/// A command: what it takes is declared as properties beside what it does, and parsing, help, completions and the manual
/// page come from that.
///
/// The type's name is that of the command: `LoginCommand` is `appctl login`.
protocol Command: Sendable {
  /// What there is to say about it.
  static var help: CommandHelp { get }

  /// Whether only results, warnings and errors are printed.
  @MainActor var quiet: Bool { get }
  /// Whether it is said what is being done.
  @MainActor var verbose: Bool { get }

  /// Makes a command that can only be asked for what it takes.
  init()

  /// Does what it is for.
  @MainActor func run(_ console: Console) async throws
}

/// What help and the manual page say about a command besides what it takes.
struct CommandHelp: Sendable {
  /// One sentence that says what it does.
  let summary: String
  /// The rest of what there is to know, a paragraph each.
  let discussion: [String]
  /// Command lines to learn from, by what they do, without a full stop.
  let examples: KeyValuePairs<String, String>

  init(_ summary: String, _ discussion: String..., examples: KeyValuePairs<String, String> = [:]) {
    (self.summary, self.discussion, self.examples) = (summary, discussion, examples)
  }
}

extension Command {
  var quiet: Bool { false }
  var verbose: Bool { false }

  /// The name that is typed after `appctl`.
  static var name: String { "\(Self.self)".dropLast("Command".count).lowercased() }

  /// What it takes by position, in order.
  static var arguments: [ParameterSpec] { parameters.filter(\.isArgument) }
  /// The options of its own.
  static var options: [ParameterSpec] { parameters.filter { !$0.isArgument && !$0.isShared } }
  /// The options that it shares with other commands; these may also stand before the command.
  static var sharedOptions: [ParameterSpec] { parameters.filter(\.isShared) + [.help, .version] }
  /// Every option that it takes.
  static var allOptions: [ParameterSpec] { options + sharedOptions }

  /// What it takes of its own, as a usage line shows it.
  static var synopsis: [String] { (arguments + options).map(\.synopsis) }

  // A choice of nothing is none.
  private static var parameters: [ParameterSpec] { Self().declared.map(\.spec).filter { $0.choices != [] } }

  /// Reads a command line that keeps the rules.
  ///
  /// - Throws: ``CommandError`` with the code `ACK5001` for the first value that is not what is wanted.
  init(_ invocation: Invocation) throws(CommandError) {
    self.init()
    var rest = invocation.positionals[...]
    for (spec, parameter) in declared {
      if spec.isArgument {
        let texts = spec.isRepeatable ? rest : rest.prefix(1)
        rest = rest.dropFirst(texts.count)
        try parameter.take(Array(texts), as: spec)
      } else {
        try parameter.take(invocation.options.filter { $0.name == spec.name }.map { $0.value ?? "" }, as: spec)
      }
    }
  }

  private var declared: [(spec: ParameterSpec, parameter: any DeclaredParameter)] {
    Mirror(reflecting: self).parameters
  }
}

/// Options that commands share as a whole, in one property.
protocol OptionGroup: Sendable {}

extension Mirror {
  /// The parameters of a command or of a group, with their names; all of a group are shared.
  fileprivate var parameters: [(spec: ParameterSpec, parameter: any DeclaredParameter)] {
    children.flatMap { label, value -> [(spec: ParameterSpec, parameter: any DeclaredParameter)] in
      if value is any OptionGroup { return Mirror(reflecting: value).parameters }
      guard let parameter = value as? any DeclaredParameter else { return [] }
      var spec = parameter.spec
      if spec.name.isEmpty { spec.name = Self.optionName(label ?? "") }
      spec.isShared = spec.isShared || subjectType is any OptionGroup.Type
      return [(spec, parameter)]
    }
  }

  /// The option that a wrapped property is: `--state-dir` for `_stateDir`.
  private static func optionName(_ label: String) -> String {
    "--" + label.dropFirst().map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}
