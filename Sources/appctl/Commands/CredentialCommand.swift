import AppControllerKit

@MainActor
struct CredentialCommand: Command {
  nonisolated static let help = CommandHelp(
    "Give the secret of a session to git, docker and kubectl.",
    "These programs run it; 'appctl credential setup git', 'docker' or 'kubernetes' tells them to, for the named hosts "
      + "or for those of all sessions. Docker runs it by the name docker-credential-appctl.",
    "A host belongs to the session for which it was set up, and gets the secret of no other one, only by HTTPS; a "
      + "session proposes hosts in its attribute 'hosts'. 'appctl credential hosts' lists them, and 'release' takes "
      + "them back. A secret that ends within a minute is renewed first; until then no provider is loaded, unless the "
      + "session says that it gives a credential of its own. Nobody is asked to sign in.",
    examples: [
      "Have git use the session for its hosts": "appctl credential setup git",
      "See what would be written": "appctl credential setup docker registry.example.com --print",
      "Print the user for a kubeconfig": "appctl credential setup kubernetes",
      "See which session answers for which host": "appctl credential hosts",
    ])

  private enum Program: String, CaseIterable, ParameterValue {
    case git, docker, kubernetes, setup, hosts, release
  }

  @Argument(
    "The program that asks; setup tells it to, hosts lists what is set up, and release takes it back.")
  private var program: Program
  @Argument(
    optional: true,
    "What git or docker asks, such as get; after setup one of git, docker and kubernetes, and hosts; after release "
      + "hosts.")
  private var words: [String]
  @Flag("Have git give up when nobody is logged in, instead of asking for a password.") private var strict: Bool
  @Flag("With setup, print the changes without making them.") private var print: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "PROGRAM": _program, "WORD": _words, "--strict": _strict, "--print": _print,
    ]
  }
  let common = ProviderOptions(formats: [])

  nonisolated var shared: DeclaredParameters { common.declared }
  var quiet: Bool { common.quiet }
  var verbose: Bool { common.verbose }

  func run(_ console: Console) async throws {
    let giver = CredentialGiver(options: common, settings: try .current(), console: console)
    if print, program != .setup {
      throw CommandError.usage(
        "--print is given without setup", why: "it prints what setup would change", fix: "leave it out")
    }
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
      case .kubernetes: try setup.kubernetes(hosts, giver.settings)
      case .setup, .hosts, .release, nil: throw CommandError.noOperation("setup git")
      }
    case .hosts:
      if !words.isEmpty { throw CommandError.noOperation("hosts") }
      let owners = try StateFolder(common.stateDir).credentialHosts.load()
      let lines = owners.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)\n" }
      console.result(lines.joined().displayableLines)
    case .release:
      if words.isEmpty { throw CommandError.noOperation("release git.example.com") }
      let file = try StateFolder(common.stateDir).credentialHosts
      for word in words {
        guard let host = CredentialHost(address: word) else { throw CommandError.badHost(word) }
        guard let owner = try file.release(host) else {
          throw CommandError(
            .noCredential, what: "no session is set up for the host \(CommandError.quoted(host.description))",
            why: "there is nothing to take back", fix: "'appctl credential hosts' lists the hosts that are set up")
        }
        console.result("\(host) belongs to the session \(owner.name) no more\n")
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
}
