import AppControllerKit

extension ProviderContract {
  nonisolated static let transitionRules: [Rule] = [
    Rule("splash-is-immediate", "The splash is there at once, or left to the host.") { examination in
      let provider = examination.makeProvider()
      let handle = examination.handle(.launching)
      let answer = Outcome<InterfaceDescription?>()
      let task = Task.immediate { @MainActor in
        await answer.take { try await provider.splashInterface(for: handle) }
      }
      if answer.result == nil {
        examination.report(
          expected: "a splash, or none, without a wait", seen: "the function suspended",
          likelyCause: "it waits for something, or leaves its actor because NonisolatedNonsendingByDefault is off; a "
            + "host does not wait for a splash"
        )
      }
      await task.value
      if case .failure(let error)? = answer.result {
        examination.report(
          expected: "a splash, or none", seen: "the error: \(error.sentence)",
          likelyCause: "the function throws where it could return nil, which leaves the splash to the host"
        )
      }
    },
    Rule("configuration-is-valid", "The configuration of each transition is within its ranges.") { examination in
      for state in Examination.states {
        do {
          try await examination.makeProvider().configuration(for: examination.handle(state)).requireValid()
        } catch {
          examination.report(
            expected: "a configuration of the transition to \(state.rawValue), with times from 0 to 60 seconds",
            seen: "the error: \(error.sentence)",
            likelyCause: "a time in another unit, or one that was worked out and became negative"
          )
        }
      }
    },
    Rule("first-state-is-answered", "The first state is known, with a stored session and without.") {
      examination in
      for session in [nil, examination.contract.session] {
        let asked = session == nil ? "without a stored session" : "with a stored session"
        do {
          let provider = examination.makeProvider()
          let handle = examination.handle(.launching, session: session)
          let answers = (
            try await provider.isInitiallyLoggedIn(for: handle), try await provider.isInitiallyLoggedIn(for: handle)
          )
          if answers.0 == answers.1 { continue }
          examination.report(
            expected: "the same answer to the same question \(asked)", seen: "\(answers.0), and then \(answers.1)",
            likelyCause: "the function changes what it looks at"
          )
        } catch {
          examination.report(
            expected: "true or false \(asked)", seen: "the error: \(error.sentence)",
            likelyCause: "a session that cannot be used is no error here: answer false"
          )
        }
      }
    },
  ]
}

/// The result of a function that runs in another task.
@MainActor
final class Outcome<Value> {
  private(set) var result: Result<Value, any Error>?

  func take(_ body: () async throws -> Value) async {
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }
}
