import AppControllerKit

extension ProviderContract {
  nonisolated static let secretRules: [Rule] = [
    Rule("session-secrets-stay-secret", "The secret of a session is not in what is shown, thrown or logged.") {
      examination in
      await examination.checkSessionSecret()
    },
    Rule("typed-secrets-stay-secret", "A password that was typed is not in what is shown, thrown or logged.") {
      examination in
      await examination.checkTypedSecrets()
    },
  ]
}

extension Examination {
  private static let cause =
    "the value is put into a text, an attribute or an error; show whose it is instead, and keep "
    + "it in the session's secret"

  fileprivate func checkSessionSecret() async {
    let secret = contract.session.secret?.text ?? ""
    if secret.utf8.count < 8 { return }
    var texts: [(place: String, text: String)] = []
    let provider = makeProvider()
    for state in Self.states {
      do {
        guard let interface = try await provider.interface(for: handle(state)) else { continue }
        texts.append(("the \(state.rawValue) interface", JSONRenderer().render(interface)))
      } catch {
        texts.append(("the error of the \(state.rawValue) interface", "\(error)"))
      }
    }
    do {
      _ = try await performUnknown(.loggedIn, by: provider)
    } catch {
      texts.append(("the error of an action that nobody described", "\(error)"))
    }
    await perform { performance in
      if let error = performance.error { texts.append(("the error of \(performance.name)", "\(error)")) }
      texts += performance.response?.publicTexts(in: performance.name) ?? []
    }
    do {
      try await makeProvider().sessionEnded(endedSession, for: handle(.loggedOut))
    } catch {
      texts.append(("the error of sessionEnded", "\(error)"))
    }
    report([secret], in: texts, called: "the session's secret")
  }

  fileprivate func checkTypedSecrets() async {
    await perform { performance in
      var texts: [(place: String, text: String)] = performance.response?.publicTexts(in: performance.name) ?? []
      if let error = performance.error { texts.append(("the error of \(performance.name)", "\(error)")) }
      for state in Self.states {
        var session = contract.session
        if case .login(let new?)? = performance.response?.effects.last { session = new }
        let asked = handle(state, session: state == .loggedIn ? session : nil)
        guard let interface = try? await performance.provider.interface(for: asked) else { continue }
        texts.append(("the \(state.rawValue) interface after \(performance.name)", JSONRenderer().render(interface)))
      }
      report(performance.typed, in: texts, called: "what was typed into a secret input")
    }
  }

  private func report(_ secrets: [String], in texts: [(place: String, text: String)], called name: String) {
    let log = recorder.log.map { (place: "a line of the log", text: $0.text) }
    for secret in Set(secrets) {
      for (place, _) in (texts + log).filter({ $0.text.contains(secret) }) {
        report(expected: "\(name) nowhere", seen: "it is in \(place)", likelyCause: Self.cause)
      }
    }
  }
}

extension ActionResponse {
  fileprivate func publicTexts(in name: String) -> [(place: String, text: String)] {
    effects.flatMap(\.publicTexts).map { ("the answer to \(name)", $0) }
  }
}
