import AppControllerKit

extension ProviderContract {
  nonisolated static let answeringRules: [Rule] = [
    Rule("unknown-actions-are-refused", "An action that no interface names is refused with an error.") { examination in
      for state in Examination.states {
        guard (try? await examination.performUnknown(state, by: examination.makeProvider())) != nil else { continue }
        examination.report(
          expected: "an error at an action that nobody described, \(state.rawValue)", seen: "an answer",
          likelyCause: "perform has a case that answers everything; throw AppControllerError.unsupported(action.name)"
        )
      }
    },
    Rule("refused-actions-change-nothing", "An action that is refused leaves the interfaces as they were.") {
      examination in
      for state in Examination.states {
        let provider = examination.makeProvider()
        guard let before = await examination.steadyInterface(state, of: provider) else { continue }
        do {
          _ = try await examination.performUnknown(state, by: provider)
          continue
        } catch {}
        if await examination.interface(state, of: provider) == before { continue }
        examination.report(
          expected: "the \(state.rawValue) interface as it was before the action", seen: "another one",
          likelyCause: "perform changes something before it looks at the action's name"
        )
      }
    },
    Rule("named-actions-are-known", "Every action that an interface names is one that the provider does.") {
      examination in
      await examination.perform { performance in
        guard (performance.error as? AppControllerError)?.code == .unsupportedAction else { return }
        examination.report(
          expected: "an answer to \(performance.name)", seen: "that the provider does not do it",
          likelyCause: "the name is spelled differently in the description and in perform"
        )
      }
    },
    Rule("transitions-come-last", "A login or logout ends its answer.") { examination in
      await examination.perform { performance in
        let effects = performance.response?.effects ?? []
        guard effects.dropLast().contains(where: \.isTransition) else { return }
        examination.report(
          expected: "nothing after the login or logout in the answer to \(performance.name)",
          seen: "\(effects.count) effects, of which another is the last",
          likelyCause: "a message is meant to follow the transition; put it before, or into the new interface"
        )
      }
    },
    Rule("shown-screens-are-valid", "Every screen that an answer shows is valid.") { examination in
      await examination.perform { performance in
        for case .show(let screen, let placement) in performance.response?.effects ?? [] {
          for fault in screen.validate() where fault.severity == .error {
            examination.report(
              expected: "a valid screen to \(placement.rawValue) in the answer to \(performance.name)",
              seen: "\(fault)",
              likelyCause: "what stands at the path; `appctl explain \(fault.code.rawValue)` says more"
            )
          }
        }
      }
    },
    Rule("effects-have-a-place", "What an answer shows, leaves and selects has its place.") {
      examination in
      await examination.perform { performance in
        guard let fault = await performance.misplaced, !fault.isFieldError else { return }
        examination.report(
          expected: "effects that the interface has a place for, in the answer to \(performance.name)",
          seen: fault.error.what, likelyCause: fault.error.fix
        )
      }
    },
    Rule("field-errors-name-inputs", "A field error names an input of the screen that the action came from.") {
      examination in
      await examination.perform { performance in
        guard let fault = await performance.misplaced, fault.isFieldError else { return }
        examination.report(
          expected: "field errors for inputs of the screen, in the answer to \(performance.name)",
          seen: fault.error.what,
          likelyCause: "the id of the node is named and not its input, or another screen's input"
        )
      }
    },
    Rule("sessions-are-valid", "Every session that an answer logs in can be stored.") { examination in
      await examination.perform { performance in
        guard case .login(let session?)? = performance.response?.effects.last else { return }
        do throws(AppControllerError) { try session.validated() } catch {
          examination.report(
            expected: "a session within its rules, in the answer to \(performance.name)", seen: error.what,
            likelyCause: error.fix
          )
        }
        guard session.isExpired(at: .now) else { return }
        examination.report(
          expected: "a session that has not ended, in the answer to \(performance.name)",
          seen: "expiresAt is \(session.expiresAt?.secondsSince1970 ?? 0)",
          likelyCause: "the expiry is a duration, or in milliseconds; it is in seconds since 1970"
        )
      }
    },
    Rule("errors-explain-themselves", "Every error says what failed, why, and how to fix it.") { examination in
      var errors: [(asked: String, error: any Error)] = []
      for state in Examination.states {
        do {
          _ = try await examination.performUnknown(state, by: examination.makeProvider())
        } catch {
          errors.append(("an action that nobody described", error))
        }
        do {
          _ = try await examination.makeProvider().interface(for: examination.handle(state))
        } catch {
          errors.append(("the \(state.rawValue) interface", error))
        }
      }
      await examination.perform { performance in
        if let error = performance.error { errors.append((performance.name, error)) }
      }
      for (asked, error) in errors where !error.isExplained {
        examination.report(
          expected: "an error at \(asked) that says what, why and how to fix it", seen: "\(error.sentence)",
          likelyCause: "the type of the error does not conform to ExplainedError, or leaves a sentence empty; hosts "
            + "show all three"
        )
      }
    },
  ]
}

extension Error {
  fileprivate var isExplained: Bool {
    if self is CancellationError { return true }
    guard let error = self as? any ExplainedError else { return false }
    return !error.what.isEmpty && !error.why.isEmpty && !error.fix.isEmpty
  }
}

extension Examination {
  func performUnknown(
    _ state: AppController.State, by provider: any AppControllerInterfaceProviding
  ) async throws -> ActionResponse {
    let action = InterfaceAction("contract.no-such-action", nodeID: "contract-no-such-node", revision: 1)
    return try await provider.perform(action, for: handle(state))
  }
}
