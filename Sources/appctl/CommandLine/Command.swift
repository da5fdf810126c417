/// A command of appctl.
///
/// Its options and arguments are properties of the type. Parsing, help, completions and the manual page are derived
/// from them.
///
/// The type's name gives the command its name: `LoginCommand` is `appctl login`.
protocol Command: Sendable {
  static var help: CommandHelp { get }

  @MainActor var quiet: Bool { get }
  @MainActor var verbose: Bool { get }

  /// Without values, for a list of its parameters.
  init()

  @MainActor func run(_ console: Console) async throws
}

struct CommandHelp: Sendable {
  /// One sentence.
  let summary: String
  /// A paragraph each.
  let discussion: [String]
  /// Keyed by a description without a full stop.
  let examples: KeyValuePairs<String, String>

  init(_ summary: String, _ discussion: String..., examples: KeyValuePairs<String, String> = [:]) {
    (self.summary, self.discussion, self.examples) = (summary, discussion, examples)
  }
}

struct CommandParameters: Sendable {
  let arguments: [ParameterSpec]
  let options: [ParameterSpec]
  /// The options that the command shares with others; these may also stand before the command.
  let sharedOptions: [ParameterSpec]

  var allOptions: [ParameterSpec] { options + sharedOptions }
  var synopsis: [String] { (arguments + options).map(\.synopsis) }

  fileprivate init(_ declared: [ParameterSpec]) {
    // One with an empty list of choices is left out.
    let offered = declared.filter { $0.choices != [] }
    arguments = offered.filter(\.isArgument)
    options = offered.filter { !$0.isArgument && !$0.isShared }
    sharedOptions = offered.filter(\.isShared) + ParameterSpec.ofEveryCommand
  }
}

extension Command {
  var quiet: Bool { false }
  var verbose: Bool { false }

  static var name: String { "\(Self.self)".dropLast("Command".count).lowercased() }

  /// Found by reflection at each access.
  static var parameters: CommandParameters { CommandParameters(Self().declared.map(\.spec)) }

  /// Throws `ACK5001` for the first value that is not valid.
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

/// Options that several commands share as a group, in one property.
protocol OptionGroup: Sendable {}

extension Mirror {
  /// Every parameter of a group is shared.
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

  /// `--state-dir` for `_stateDir`.
  private static func optionName(_ label: String) -> String {
    "--" + label.dropFirst().map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}
