/// A command of appctl.
///
/// Its options and arguments are properties of the type, which `declared` lists. Parsing, help, completions and the
/// manual page are derived from that list.
///
/// The type's name gives the command its name: `LoginCommand` is `appctl login`.
protocol Command: Sendable {
  static var help: CommandHelp { get }

  var declared: DeclaredParameters { get }
  /// A group of options that several commands have.
  var shared: DeclaredParameters { get }

  @MainActor var quiet: Bool { get }
  @MainActor var verbose: Bool { get }

  /// Without values, for a list of its parameters.
  init()

  @MainActor func run(_ console: Console) async throws
}

/// Properties, each by its name on a command line: `--state-dir` for `stateDir`, and the placeholder of an argument,
/// such as `FILE`.
typealias DeclaredParameters = KeyValuePairs<String, any DeclaredParameter>

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
  private let offered: [ParameterSpec]

  fileprivate init(_ declared: [ParameterSpec]) {
    // One with an empty list of choices is left out.
    offered = declared.filter { $0.choices != [] }
  }

  var arguments: [ParameterSpec] { offered.filter(\.isArgument) }
  var options: [ParameterSpec] { offered.filter { !$0.isArgument && !$0.isShared } }
  /// The options that the command shares with others; these may also stand before the command.
  var sharedOptions: [ParameterSpec] { offered.filter(\.isShared) + ParameterSpec.ofEveryCommand }

  var allOptions: [ParameterSpec] { options + sharedOptions }

  /// In the order of help: the command's own options, and the shared ones by what they are about.
  var groups: [(title: String, options: [ParameterSpec])] {
    let shared = Self.sharedNames.map { title, names in
      (title, names.flatMap { name in sharedOptions.filter { $0.name == name } })
    }
    return ([("Options", options)] + shared).filter { !$0.1.isEmpty }
  }

  private static let sharedNames: KeyValuePairs<String, [String]> = [
    "Provider": [
      "--provider", "--provider-dir", "--storyboard", "--logged-out", "--logged-in", "--setting", "--setting-stdin",
      "--timeout",
    ],
    "Account": ["--profile", "--store", "--state-dir"],
    "Isolation": ["--isolated", "--not-isolated", "--allow", "--pin", "--accept-new-library"],
    "Output": ["--format", "--quiet", "--verbose", "--trace", "--color", "--help", "--version"],
  ]
  var synopsis: [String] { (arguments + options).map(\.synopsis) }
}

extension Command {
  var quiet: Bool { false }
  var verbose: Bool { false }

  static var name: String { "\(Self.self)".dropLast("Command".count).lowercased() }

  var declared: DeclaredParameters { [:] }
  var shared: DeclaredParameters { [:] }

  static var parameters: CommandParameters {
    var specs: [ParameterSpec] = []
    Self().forEachParameter { spec, _ in specs.append(spec) }
    return CommandParameters(specs)
  }

  /// Throws `ACK5001` for the first value that is not valid.
  init(_ invocation: Invocation) throws(CommandError) {
    self.init()
    var rest = invocation.positionals[...]
    try forEachParameter { spec, parameter throws(CommandError) in
      if spec.isArgument {
        let texts = spec.isRepeatable ? rest : rest.prefix(1)
        rest = rest.dropFirst(texts.count)
        try parameter.take(Array(texts), as: spec)
      } else {
        try parameter.take(invocation.options.filter { $0.name == spec.name }.map { $0.value ?? "" }, as: spec)
      }
    }
  }

  private func forEachParameter<Fault: Error>(
    _ body: (ParameterSpec, any DeclaredParameter) throws(Fault) -> Void
  ) throws(Fault) {
    for (group, isShared) in [(declared, false), (shared, true)] {
      for (name, parameter) in group {
        var spec = parameter.spec
        (spec.name, spec.isShared) = (name, spec.isShared || isShared)
        try body(spec, parameter)
      }
    }
  }
}
