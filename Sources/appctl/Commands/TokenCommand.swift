internal import AppControllerJSON
import AppControllerKit
import Glibc

@MainActor
struct TokenCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Print the secret of the session, for another program.",
    "The secret, such as an access token, is printed on a line of its own, as curl -H \"Authorization: Bearer "
      + "$(appctl token)\" needs it; one that would drive a terminal is not printed on one. One that is accepted for less than "
      + "--min-valid is renewed first, by one process at a time; until then the provider is not loaded. Nobody is asked "
      + "to sign in: without a session the exit status is 1.",
    examples: [
      "Have one for a long download": "appctl token --min-valid 600",
      "Try again when it was refused": "appctl token --renew",
    ])

  @Option(value: "SECONDS", "Print a secret that is accepted for so long; 60 unless given.") private var minValid:
    Duration?
  @Flag("Renew the secret in any case, because it was refused.") private var renew: Bool
  nonisolated var declared: DeclaredParameters { ["--min-valid": _minValid, "--renew": _renew] }
  let common = ProviderOptions()

  func run(in workspace: Workspace) async throws {
    let session = try await workspace.freshSession(validFor: minValid ?? .seconds(60), renews: renew)
    guard let secret = session.secret else { throw CommandError.noSecret(of: session.subject) }
    if !workspace.wantsJSON, !secret.text.isDisplayable {
      if isatty(STDOUT_FILENO) == 1 {
        throw CommandError(
          .unprintableSecret,
          what: "the secret of \(session.subject.displayable) has characters that would drive the terminal, "
            + "or several lines",
          why: "standard output is a terminal, which would obey them",
          fix: "pass it to a program, or add --format json")
      }
      if secret.text.utf8.contains(UInt8(ascii: "\n")) {
        workspace.console.warning("the secret has several lines; --format json has it on one")
      }
    }
    let end = [session.secretExpiresAt, session.expiresAt].compactMap(\.self).min()
    workspace.console.result(
      common.format, ["expiresAt": end, "secret": secret.text, "subject": session.subject], text: secret.text + "\n")
  }
}

extension CommandError {
  static func noSecret(of subject: String) -> CommandError {
    CommandError(
      .noSecret, what: "the session of \(subject.displayable) has no secret",
      why: "its provider keeps none with the session, as one that signs in at the machine itself",
      fix: "use a provider whose sessions are good for something else, such as an OAuth provider")
  }
}
