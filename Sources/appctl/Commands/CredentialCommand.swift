import AppControllerKit

/// `appctl credential`: gives the secret of a session to git, docker and kubectl.
@MainActor
struct CredentialCommand: Command {
  nonisolated static let help = CommandHelp(
    "Give the secret of a session to git, docker and kubectl.",
    "These programs run it; 'appctl credential setup git', 'docker' or 'kubernetes' tells them to, for the named hosts "
      + "or for those of all sessions. Docker runs it by the name docker-credential-appctl.",
    "Only hosts that a session names in its attribute 'hosts' get its secret, and only by HTTPS; of several "
      + "accounts those in use come first. A secret that ends within a minute is renewed first; until then no provider is "
      + "loaded. Nobody is asked to sign in.",
    examples: [
      "Have git use the session for its hosts": "appctl credential setup git",
      "See what would be written": "appctl credential setup docker registry.example.com --print",
      "Print the user for a kubeconfig": "appctl credential setup kubernetes",
    ])

  private enum Program: String, CaseIterable, ParameterValue {
    case git, docker, kubernetes, setup
  }

  @Argument(name: "PROGRAM", "The program that asks; setup tells it to.") private var program: Program
  @Argument(
    name: "WORD", optional: true,
    "What git or docker asks, such as get; after setup one of git, docker and kubernetes, and hosts.")
  private var words: [String]
  @Flag("Have git give up when nobody is logged in, instead of asking for a password.") private var strict: Bool
  @Flag("With setup, print the changes without making them.") private var print: Bool
  let common = ProviderOptions(formats: [])

  var quiet: Bool { common.quiet }
  var verbose: Bool { common.verbose }

  func run(_ console: Console) async throws {
    let giver = CredentialGiver(options: common, settings: try .current(), console: console)
    if print, program != .setup { throw CommandError.needsSetup }
    switch program {
    case .git:
      guard words.count == 1 else { throw CommandError.noOperation("git get") }
      try await giver.git(words[0], isStrict: strict)
    case .docker: try await giver.docker(words.count == 1 ? words[0] : "")
    case .kubernetes:
      if !words.isEmpty { throw CommandError.noOperation("kubernetes") }
      try await giver.kubernetes()
    case .setup:
      let setup = CredentialSetup(options: common, console: console, isDry: print)
      let hosts = Array(words.dropFirst())
      switch words.first.flatMap(Program.init(rawValue:)) {
      case .git: try setup.git(hosts, giver.settings, isStrict: strict)
      case .docker: try setup.docker(hosts, giver.settings)
      case .kubernetes: try setup.kubernetes()
      case .setup, nil: throw CommandError.noOperation("setup git")
      }
    }
  }
}

extension CommandError {
  fileprivate static func noOperation(_ words: String) -> CommandError {
    .usage(
      "it is not said what 'appctl credential' is to do", why: "git, docker and kubectl add words that say it",
      fix: "write appctl credential \(words); 'appctl help credential' shows more")
  }

  fileprivate static var needsSetup: CommandError {
    .usage("--print is given without setup", why: "it prints what setup would change", fix: "leave it out")
  }
}
