import AppControllerKit

extension ProviderContract {
  nonisolated static let livingRules: [Rule] = [
    Rule("cancelled-questions-end", "A question that is cancelled ends soon.") { examination in
      await examination.checkCancellation()
    },
    Rule("instances-are-independent", "What one instance is asked changes nothing for another.") { examination in
      await examination.checkIndependence()
    },
    Rule("events-are-tolerated", "After every event, and after the end of a session, the interfaces are described.") {
      examination in
      for told in ProviderEvent.contract.map(\.rawValue) + ScreenAppearance.allCases.map(\.rawValue) + ["sessionEnded"]
      {
        let provider = examination.makeProvider()
        guard await examination.interface(.loggedOut, of: provider) != nil,
          await examination.interface(.loggedIn, of: provider) != nil
        else { return }
        if let event = ProviderEvent(rawValue: told) {
          await provider.notify(event, for: examination.handle(event == .didLogout ? .loggedOut : .loggedIn))
        } else if let appearance = ScreenAppearance(rawValue: told) {
          await provider.screenDidChange("contract", to: appearance, for: examination.handle(.loggedIn))
        } else {
          try? await provider.sessionEnded(examination.endedSession, for: examination.handle(.loggedOut))
        }
        for state in Examination.states {
          do {
            _ = try await provider.interface(for: examination.handle(state))
          } catch {
            examination.report(
              expected: "the \(state.rawValue) interface after \(told)", seen: "the error: \(error.sentence)",
              likelyCause: "the provider ends itself with a session; another one may begin, and a host may ask first"
            )
          }
        }
      }
    },
    Rule("logout-restores-the-interface", "After a login and a logout the logged-out interface is the one before.") {
      examination in
      await examination.checkRoundTrip()
    },
  ]
}

extension ProviderEvent {
  /// Every event.
  fileprivate static let contract: [ProviderEvent] = [.didLogin, .didLogout, .didPop, .sessionExpires]
}

extension Examination {
  fileprivate func checkCancellation() async {
    typealias Question = @MainActor (any AppControllerInterfaceProviding) async throws -> Void
    let session = endedSession
    var questions: [(name: String, ask: Question)] = []
    for state in Self.states {
      questions.append(
        ("the \(state.rawValue) interface", { [self] in _ = try await $0.interface(for: handle(state)) }))
    }
    questions.append(("the configuration", { [self] in _ = try await $0.configuration(for: handle(.loggedIn)) }))
    questions.append(
      ("the first state", { [self] in _ = try await $0.isInitiallyLoggedIn(for: handle(.launching, session: session)) })
    )
    questions.append(
      ("the end of a session", { [self] in try await $0.sessionEnded(session, for: handle(.loggedOut)) }))
    for event in ProviderEvent.contract {
      questions.append(("the event \(event.rawValue)", { [self] in await $0.notify(event, for: handle(.loggedIn)) }))
    }
    await perform { performance in
      let (action, state): (InterfaceAction, AppController.State) = (performance.action, performance.state)
      questions.append((performance.name, { [self] in _ = try await $0.perform(action, for: handle(state)) }))
    }
    for question in questions { await checkCancellation(of: question.name, question.ask) }
  }

  private func checkCancellation(
    of name: String, _ ask: @escaping @MainActor (any AppControllerInterfaceProviding) async throws -> Void
  ) async {
    let provider = makeProvider()
    let outcome = Outcome<Void>()
    let isOver = AwaitedAnswer<Void>()
    let task = Task.immediate { @MainActor in
      await outcome.take { try await ask(provider) }
      isOver.give(())
    }
    if outcome.result != nil { return }
    let watch = Task.immediate { @MainActor [contract] in
      try? await contract.clock.pause(for: contract.patience)
      isOver.give(())
    }
    task.cancel()
    await isOver.value
    watch.cancel()
    if outcome.result != nil { return }
    report(
      expected: "an end of \(name) when its task is cancelled", seen: "that it goes on",
      likelyCause: "it waits for something that does not look at Task.isCancelled, such as a continuation without a "
        + "cancellation handler"
    )
  }

  fileprivate func checkIndependence() async {
    let bystander = makeProvider()
    var before: [AppController.State: InterfaceDescription] = [:]
    for state in Self.states { before[state] = await steadyInterface(state, of: bystander) }
    await perform { _ in }
    let provider = makeProvider()
    for event in ProviderEvent.contract { await provider.notify(event, for: handle(.loggedIn)) }
    try? await provider.sessionEnded(endedSession, for: handle(.loggedOut))
    for state in Self.states {
      guard let expected = before[state] else { continue }
      guard await interface(state, of: bystander) != expected else { continue }
      report(
        expected: "the \(state.rawValue) interface of an instance that nothing was done with", seen: "another one",
        likelyCause: "state that is static or global, or make returns the same object twice; an app may have several "
          + "controllers"
      )
    }
  }

  fileprivate func checkRoundTrip() async {
    let provider = makeProvider()
    guard let before = await steadyInterface(.loggedOut, of: provider) else { return }
    let signedIn = await signIn(provider, in: before)
    let session = signedIn ?? contract.session
    let inside = handle(.loggedIn, session: session)
    _ = try? await provider.configuration(for: inside)
    _ = try? await provider.loggedInInterface(for: inside)
    await provider.notify(.didLogin, for: inside)
    _ = try? await provider.configuration(for: handle(.loggedOut))
    guard let after = await interface(.loggedOut, of: provider) else { return }
    try? await provider.sessionEnded(signedIn ?? endedSession, for: handle(.loggedOut))
    await provider.notify(.didLogout, for: handle(.loggedOut))
    let later = await interface(.loggedOut, of: provider)
    guard after != before || (later != nil && later != before) else { return }
    report(
      expected: "the logged-out interface as it was before \(session.subject) logged in", seen: "another one",
      likelyCause: "something of the session is kept; whoever comes next would see it"
    )
  }

  /// Returns nil when no action logs in with these values.
  private func signIn(
    _ provider: any AppControllerInterfaceProviding, in interface: InterfaceDescription
  ) async -> Session? {
    for offered in OfferedAction.all(in: interface) {
      let action = offered.makeAction(isFilled: true, given: contract.values)
      guard let response = try? await provider.perform(action, for: handle(.loggedOut)) else { continue }
      if case .login(let session)? = response.effects.last { return session ?? .anonymous }
    }
    return nil
  }
}
