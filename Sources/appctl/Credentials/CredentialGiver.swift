internal import AppControllerJSON
import AppControllerKit
import Glibc

/// Gives the secret of a session to git, docker and kubectl, each by its own protocol; or in its place a credential
/// that the provider gives for the program.
///
/// A host gets the secret only of the session for which the user has set it up. The user is never asked to sign in, and
/// no error repeats a secret.
@MainActor
struct CredentialGiver {
  let options: ProviderOptions
  let settings: Settings
  let console: Console

  private func search() throws -> CredentialSearch { try CredentialSearch(options, settings, console) }

  /// `nil` is the account that the command line names.
  private func inWorkspace<Result>(of account: Account?, _ body: (Workspace) async throws -> Result) async throws
    -> Result
  {
    if let account {
      if options.provider == nil {
        let path = try StateFolder(options.stateDir).path(of: account.provider)
        // Such a name would be a file of the working directory, and an attacker may have put the file into a git
        // repository there.
        if path == nil, account.provider.isLibraryName {
          throw CommandError(
            .noProvider, what: "there is no file for the provider \(CommandError.quoted(account.provider))",
            why: "its name is also that of a file, and is looked for nowhere",
            fix: "log in again with the path of its library")
        }
        options.provider = path ?? account.provider
      }
      options.profile = account.profile
    }
    return try await Workspace(options, settings, console).closing(body)
  }

  private struct Answer {
    let userName: String
    let token: String
    let end: Timestamp?
  }

  /// The server accepts the secret for at least another minute; `host` is nil when the program does not name it.
  ///
  /// The end is that of the token or of the session, whichever is earlier.
  private func answer(
    _ account: Account?, for program: String, _ host: CredentialHost?, _ path: String
  ) async throws -> Answer {
    guard let request = CredentialRequest(program: program, host: host?.description ?? "", path: path) else {
      throw CommandError.badCredentialRequest("the path has over \(CredentialRequest.pathLimit) bytes")
    }
    let (session, own) = try await inWorkspace(of: account) {
      try await $0.credential(of: account?.provider, for: request)
    }
    guard let token = (own?.secret ?? session.secret)?.line else { throw CommandError.noSecret(of: session.subject) }
    let userName = own?.userName ?? ""
    return Answer(
      userName: userName.isEmpty ? session.credentialUsername : userName, token: token,
      end: [own == nil ? session.secretExpiresAt : own?.expiresAt, session.expiresAt].compactMap(\.self).min())
  }
}

// MARK: - git

extension CredentialGiver {
  /// Does not answer for a host that no session names, because another helper may; with `isStrict` git is told to give
  /// up when a session for the host has no usable secret.
  func git(_ operation: String, isStrict: Bool) async throws {
    guard ["get", "erase"].contains(operation) else { return }
    let request = try GitCredential(StandardInput.request())
    guard let host = request.host else { return }
    let search = try search()
    // Which user name the provider's own credential has is known only then.
    let account = search.account(for: host).flatMap { account in
      let session = account.session
      return session.hasOwnCredential(for: "git") || request.allows(session.credentialUsername) ? account : nil
    }
    if operation == "erase" {
      if let account, let refused = request.reportedSecret { try await forget(refused, of: account) }
      return
    }
    if account == nil, !search.isSetUp(host), !search.accounts.isEmpty {
      if let claim = search.claims(of: host).first {
        console.warning(CommandError.noCredential(host, claimedBy: claim), withFix: true)
      }
      return
    }
    if account == nil, search.account(for: host) != nil { return }
    do {
      guard let account else { throw AppControllerError.nobody() }
      let answer = try await answer(account, for: "git", host, request.path)
      if request.allows(answer.userName) {
        console.result(request.answer(answer.userName, answer.token, until: answer.end))
      }
    } catch {
      if isStrict { console.result("quit=1\n") }
      guard let reason = Self.needOfLogin(error) else { throw error }
      console.warning("\(reason.what) [\(reason.codeName)]; run appctl login")
    }
  }

  /// A secret with neither an end nor a refresh token is not marked for renewal, because it could not be renewed.
  private func forget(_ refused: Secret, of account: Account) async throws {
    try await inWorkspace(of: account) { workspace in
      let store = workspace.sessions.store
      let record = try await store.load(for: account.provider)
      guard var session = record.session, session.secret == refused,
        session.refreshToken != nil || session.secretExpiresAt != nil
      else { return }
      session.secretExpiresAt = .now
      do {
        _ = try await store.replace(for: account.provider, with: session, ifGeneration: record.generation)
      } catch let error as AppControllerError where error.code == .sessionConflict {
        // Another process has changed the session meanwhile.
      }
    }
  }

  /// `nil` for any error that a login would not resolve.
  private static func needOfLogin(_ error: any Error) -> (any ExplainedError)? {
    switch error {
    case let error as AppControllerError
    where [.notLoggedIn, .sessionEnded, .notRenewable, .secretLost].contains(error.code):
      error
    case let error as CommandError where error.code == .noSecret: error
    default: nil
    }
  }
}

// MARK: - kubectl

extension CredentialGiver {
  func kubernetes() async throws {
    let request = try ExecCredential(SystemText.variable("KUBERNETES_EXEC_INFO"))
    do {
      var account: Account?
      if let host = request.host {
        let search = try search()
        account = search.account(for: host)
        if account == nil, search.accounts.isEmpty { throw AppControllerError.nobody() }
        if account == nil { throw CommandError.noCredential(host, claimedBy: search.claims(of: host).first) }
      } else if options.provider == nil {
        throw CommandError(
          .noCredential, what: "kubectl does not say which cluster asks",
          why: "a secret goes to the hosts that were set up for its session",
          fix: "set provideClusterInfo: true in the kubeconfig, or name the account with --provider")
      }
      let answer = try await answer(account, for: "kubernetes", request.host, request.path)
      console.result(request.answer(answer.token, until: answer.end))
    } catch let error as AppControllerError where error.code == .notLoggedIn {
      throw AppControllerError.nobody()
    }
  }
}

// MARK: - docker

extension CredentialGiver {
  enum DockerText {
    static let notFound = "credentials not found in native keychain"
    static let noServer = "no credentials server URL"
    static let noUsername = "no credentials username"
  }

  /// Docker reads its text from standard output.
  private struct Refusal: Error {
    let text: String
  }

  /// An error is printed to standard output, and the exit status is 1.
  func docker(_ operation: String) async throws {
    let text: String
    do {
      return console.result(try await dockerAnswer(operation))
    } catch let refusal as Refusal {
      text = refusal.text
    } catch let error as any ExplainedError {
      text = "\(error.what); \(error.fix) [\(error.codeName)]"
    }
    console.result(text.displayable + "\n")
    throw SilentRefusal()
  }

  private func dockerAnswer(_ operation: String) async throws -> String {
    switch operation {
    case "version": return "docker-credential-appctl (AppControllerKit) \(HelpText.versionNumber)\n"
    case "list":
      let search = try search()
      let users = search.accounts.flatMap { account in
        search.hosts(of: account).map { ($0, account.session.credentialUsername) }
      }
      return JSONValue.object(users.sorted { $0.0 < $1.0 }.map { .init($0, $1.json) }).line
    case "get":
      let server = try Self.server(in: StandardInput.request())
      guard let host = CredentialHost(address: server), let account = try search().account(for: host) else {
        throw Refusal(text: DockerText.notFound)
      }
      let answer = try await answer(account, for: "docker", host, CredentialHost.path(inAddress: server))
      return ["Secret": answer.token, "ServerURL": server, "Username": answer.userName].json.line
    case "store":
      let json = try? JSONReader.read(StandardInput.request())
      if (json?["ServerURL"]?.stringValue ?? "").isEmpty { throw Refusal(text: DockerText.noServer) }
      if (json?["Username"]?.stringValue ?? "").isEmpty { throw Refusal(text: DockerText.noUsername) }
      throw Refusal(text: "appctl stores no passwords: log in with 'appctl login'")
    case "erase":
      _ = try Self.server(in: StandardInput.request())
      throw Refusal(text: "appctl erases no sessions: log out with 'appctl logout'")
    default: throw Refusal(text: "Usage: docker-credential-appctl <get|list|version|store|erase>")
    }
  }

  private static func server(in bytes: [UInt8]) throws -> String {
    let text = String(validating: bytes, as: UTF8.self) ?? ""
    let line = String(text.prefix { !$0.isNewline })
    if line.isEmpty || line.utf8.contains(0) { throw Refusal(text: DockerText.noServer) }
    return line
  }
}

/// A refusal that the command has printed itself.
struct SilentRefusal: Error {}

extension AppControllerError {
  fileprivate static func nobody() -> AppControllerError {
    AppControllerError(
      .notLoggedIn, what: "nobody is logged in", why: "a program that asks for a secret cannot sign in",
      fix: "run appctl login")
  }
}

extension CommandError {
  fileprivate static func noCredential(_ host: CredentialHost, claimedBy account: Account?) -> CommandError {
    let way = account.map { "--provider \($0.provider) --profile \($0.profile.name)" }
    return CommandError(
      .noCredential, what: "no session is set up for the host \(quoted(host.description))",
      why: account.map { "\($0.name) names it, which alone gives it nothing" }
        ?? "no session that is meant here names it in its attribute 'hosts', either",
      fix: way.map { "run appctl credential setup git \(host) \($0)" }
        ?? "add the host to the provider's setting, such as 'hosts', log in again, then run appctl credential setup")
  }
}
