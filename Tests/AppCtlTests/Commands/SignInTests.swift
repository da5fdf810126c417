import AppControllerKit
import Testing

@testable import appctl

/// A provider that answers each sign-in with its next response.
private final class Answering: AppControllerInterfaceProviding {
  private var answers: [ActionResponse]

  init(_ answers: [ActionResponse]) { self.answers = answers }

  static func form(_ banners: [(Severity, String)] = []) -> InterfaceDescription {
    InterfaceDescription("form") {
      Screen("form", title: "Sign in") {
        for (severity, text) in banners { Banner(severity, text) }
        Text("One more thing.")
        Button("go", "Go", style: .primary, action: Action("go"))
      }
    }
  }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { Self.form() }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("in") { Screen("in", title: "In") {} }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) -> ActionResponse {
    if answers.isEmpty { controller.requestLogin(Session(subject: "ann")) }
    return answers.isEmpty ? .nothing : answers.removeFirst()
  }
}

@MainActor
@Suite struct `What a provider says while somebody signs in` {
  /// Signs in, and returns the printed text and the reason for the failure.
  private func signIn(
    quietly isQuiet: Bool = false, _ answers: ActionResponse...
  ) async throws -> (said: String, refusal: String?) {
    let transcript = Transcript()
    let console = transcript.console()
    console.isQuiet = isQuiet
    let controller = AppController(interfaceProvider: Answering(answers))
    let signIn = SignIn(
      controller: controller, console: console, inputs: try GivenInputs(), action: nil)
    let window = InterfaceWindow(traits: .text)
    try await controller.installRootInterface(in: window)
    do {
      try await signIn.run()
      return (transcript.errors, nil)
    } catch let error as CommandError {
      #expect(error.code == .refused)
      return (transcript.errors, error.what)
    }
  }

  private func messages(_ messages: KeyValuePairs<Severity, String>) -> ActionResponse {
    ActionResponse { response in
      for (severity, text) in messages { response.message(severity, text) }
    }
  }

  private let all: KeyValuePairs<Severity, String> = [
    .info: "checking", .success: "found", .warning: "expires soon", .error: "locked",
  ]

  @Test func `is printed with how grave it is`() async throws {
    let (said, _) = try await signIn(messages(all))
    #expect(said == "info: checking\nsuccess: found\nwarning: expires soon\nerror: locked\n")
  }

  @Test func `is printed with --quiet when it warns or is an error, and only then`() async throws {
    let (said, refusal) = try await signIn(quietly: true, messages(all))
    #expect(said == "warning: expires soon\nerror: locked\n")
    #expect(refusal == "the provider did not sign in: locked")
  }

  @Test func `is printed the same way when it stands in the next form`() async throws {
    let form = ActionResponse.replace(with: Answering.form(all.map { ($0.key, $0.value) }))
    let (loud, refusal) = try await signIn(form, .login(Session(subject: "ann")))
    #expect(refusal == nil)
    #expect(loud == "info: checking\nsuccess: found\nwarning: expires soon\nerror: locked\nOne more thing.\n")
    let (quiet, _) = try await signIn(quietly: true, form, .login(Session(subject: "ann")))
    #expect(quiet == "warning: expires soon\nerror: locked\n")
  }

  @Test func `is the reason of a refusal when it is the last error`() async throws {
    let (_, refusal) = try await signIn(
      messages([.info: "Last login: today", .error: "the token is late", .error: "the account is locked", .info: "Bye"])
    )
    #expect(refusal == "the provider did not sign in: the account is locked")
  }

  @Test func `is the reason of a refusal when it comes last and nothing is an error`() async throws {
    let (_, refusal) = try await signIn(messages([.info: "Last login: today", .warning: "try later"]))
    #expect(refusal == "the provider did not sign in: try later")
    #expect(try await signIn(.nothing).refusal == "the provider answered and did not sign in")
  }

  @Test func `is no refusal when the provider asks for the login itself`() async throws {
    let (said, refusal) = try await signIn()
    #expect(said == "")
    #expect(refusal == nil)
  }
}
