import ProviderSDK

extension OAuthProvider {
  /// The longest deadline of a question.
  private static let longestQuestion = 600.0

  /// Whether a sign-in takes a browser of this machine: its user has to be here, and not at another machine.
  func usesBrowser(for controller: ControllerHandle) -> Bool {
    configuration.usesBrowser && controller.traits.place != .remote
  }

  /// The screen on which a sign-in begins.
  func door(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("sign-in", language: "en") {
      Screen("sign-in-screen", title: "Sign in to \(configuration.serverName)", primaryAction: "start") {
        Text(
          usesBrowser(for: controller)
            ? "You sign in on a page of the server, in a browser on this machine."
            : "You get a code, and confirm it in a browser on this or any other device.")
        Button("start", "Sign in", style: .primary, action: Action("start", deadline: 90))
      }
    }
  }

  private func timeLeft(of attempt: Attempt) -> Double { max(0, (attempt.end - time.now()) / .seconds(1)).rounded() }

  /// The seconds for which the outcome is waited for, with a reserve for the requests that follow the last poll.
  func deadline(of attempt: Attempt) -> Double { min(Self.longestQuestion, timeLeft(of: attempt) + 90) }

  /// The screen of a sign-in under way.
  func page(of attempt: Attempt) -> InterfaceDescription {
    let left = timeLeft(of: attempt)
    return InterfaceDescription("waiting", language: "en") {
      Screen("waiting-screen", title: "Sign in to \(configuration.serverName)", primaryAction: "wait") {
        if case .failure(let error)? = attempt.outcome { Banner(.error, "\(error.what): \(error.why)") }
        switch attempt.page {
        case .device(let grant): instructions(grant)
        case .browser(let address): instructions(address)
        }
        if attempt.outcome == nil { ProgressView("Waiting for you to confirm", deadline: left).live(.polite) }
        Button("wait", "Continue", style: .primary, action: Action("wait", deadline: deadline(of: attempt)))
        Button("new", attempt.isInBrowser ? "New page" : "New code", action: Action("start", deadline: 90))
        Button("cancel", "Cancel", style: .cancel, action: Action("cancel", validates: false))
      }
    }
  }

  @InterfaceContentBuilder
  private func instructions(_ grant: DeviceGrant) -> some InterfaceContent {
    let complete = grant.completeAddress.flatMap { $0.isSafe ? $0 : nil }
    Text("Open this page in a browser, on this or any other device:")
    Text(grant.address.text)
    Code(
      grant.userCode, label: "Your code",
      qrCode: complete.flatMap { $0.text.utf8.count <= 134 ? $0.text : nil })
    Text("Check that the page shows this code.")
    // Only what a face may open has a link; the address is to be read in any case.
    if grant.address.isSafe { Link("open", "Open the page", url: (complete ?? grant.address).text) }
  }

  @InterfaceContentBuilder
  private func instructions(_ address: WebAddress) -> some InterfaceContent {
    Text("Open this page in a browser on this machine:")
    Text(address.text)
    Link("open", "Open the page", url: address.text)
  }

  /// The screen of who has signed in.
  func room(of session: Session?) -> InterfaceDescription {
    let name = session.map { $0.displayName.isEmpty ? $0.subject : $0.displayName } ?? ""
    return InterfaceDescription("signed-in", language: "en") {
      Screen("signed-in-screen", title: "Signed in to \(configuration.serverName)") {
        Text("Hello, \(name)!", style: .heading)
        if let session {
          Text("Signed in as \(session.subject)")
          if let end = session.expiresAt { Text("Until \(end)", style: .caption) }
        }
        Button("sign-out", "Log Out", style: .destructive, action: "sign-out")
      }
    }
  }
}
