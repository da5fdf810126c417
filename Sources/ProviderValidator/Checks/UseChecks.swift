internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

/// Checks of what goes wrong in use only: with the names of real users, with long settings, at a press, after a while.
enum UseChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "bare-session-tolerated", .instance(.instance),
      "The interface of a session that has only a subject is described.", "ProviderABI 7"
    ) { instance, run in
      let plain = instance.describe(.loggedIn).outcome
      run.step("describing the logged-in interface for a session without name, secret and attributes")
      let outcome = instance.describe(CheckContext(.loggedIn, session: Session(subject: "ann@example.com"))).outcome
      try expect(
        outcome == plain, "The interface of a session that has only a subject should be described",
        seen: "it was answered \(outcome.words)", cause: "attributes may be read without a look at attribute_count",
        said: instance.said)
    },
    .init(
      "characters-whole", .instance(.instance), "A text that is too long is cut between two characters.",
      "ProviderABI 4"
    ) { instance, run in
      // A place where all four texts are cut is inside a character in three of them.
      for shift in 0..<4 {
        let text = String(repeating: "x", count: shift) + String(repeating: "🐱", count: 100)
        run.step("describing the logged-in interface for a name of four-byte characters after \(shift) bytes")
        let session = Session(subject: text, displayName: text, attributes: ["name": text])
        let described = instance.describe(CheckContext(.loggedIn, session: session))
        try requireWhole(described.refusal?.code == .badUTF8, "The logged-in interface")
        for offered in instance.actions(.loggedOut) where !offered.described.sends.isEmpty {
          run.step("performing the action \(offered.described.name) with four-byte characters after \(shift) bytes")
          let action = offered.typing(text)
          let answer = instance.perform(action, .loggedOut)
          let isCut = answer.screenFault?.code == .badUTF8 || answer.misuse(.value)?.contains("UTF-8") == true
          try requireWhole(isCut, "The answer to the action \(action.name)")
        }
      }
    },
    .init(
      "lent-memory-not-overrun", .process(.behaviour), "No byte behind a lent text, array or struct is read.",
      "ProviderABI 4"
    ) { _, run in _ = Walkthrough(run, try run.instance(guardsMemory: true)) },
    .init(
      "settings-long-tolerated", .process(.instance), "A setting as long as it may be does no harm.", "ProviderABI 10",
      needs: ConformanceCheck.Group.instance.needs + FileChecks.isNoted
    ) { _, run in
      let settings = try run.settings().compactMap { setting in
        longest(setting.kind).flatMap { setting.problem(of: $0) == nil ? (name: setting.name, value: $0) : nil }
      }
      if settings.isEmpty { throw CheckVerdict.skipped("The provider has no setting that can be long.") }
      let table = try run.table()
      for (name, value) in settings {
        var creation = run.creation
        creation.settings.entries.removeAll { $0.name == name }
        creation.settings.entries.append(.init(name: name, value: Secret(value)))
        let size = "with \(value.utf8.count) bytes for the setting \(name)"
        guard let instance = try? run.instance(table, with: creation, size) else { continue }
        run.step("describing \(size)")
        for context in [CheckContext.loggedOut, .loggedIn] { _ = instance.describe(context) }
        instance.destroy()
      }
    },
    .init(
      "requests-few", .round(),
      "No question is answered with more than \(ProviderTraffic.requestLimit) requests to the host.", "ProviderABI 8",
      expected: "At most \(ProviderTraffic.requestLimit) logins, logouts, updates and refreshes should be asked for "
        + "at a time",
      cause: "A host ends the provider for that; ask once, and wait for what becomes of it"
    ) { round, _ in
      let (question, count) = round.notes.mostRequests
      return count > ProviderTraffic.requestLimit ? "\(count) were asked for at \(question)" : nil
    },
    .init(
      "refresh-keeps-subject", .round(), "A session is renewed for the same subject, or ended.", "ProviderABI 7"
    ) { round, _ in
      let (session, answer) = round.renewal
      guard answer.outcome == .answered(ACK_OK) else {
        throw CheckVerdict.skipped("It renews no session that it was asked for.")
      }
      let expected = "refresh_session should answer one login as the same subject, or one logout"
      try expect(
        answer.refusal == nil && answer.effects.count == 1, expected,
        seen: "it answered \(answer.effects.count) effects",
        cause: "ACK_OK may be meant for what was not renewed; that is ACK_UNSUPPORTED")
      try expect(
        answer.effects == [.logout] || answer.session?.subject == session.subject, expected,
        seen: "it answered \(answer.session.map { "a login as \($0.subject)" } ?? "something else")",
        cause: "The subject may come from the answer of a server; it is that of the given session")
    },
    .init(
      "process-unharmed", .process(.behaviour),
      "The standard streams stay open, and no alarm, timer or signal mask of the host's is set.", "ProviderABI 1",
      expected: "What the whole process depends on should stay the host's",
      cause: "The host and other providers would be harmed by it"
    ) { _, run in
      let before = ProcessHealth.now
      _ = try run.walkthrough()
      let differences = ProcessHealth.now.differences(from: before)
      return differences.isEmpty ? nil : differences.joined(separator: ", ")
    },
    .init(
      "exceptions-handled", .instance(.behaviour), "No exception and no panic leaves the code of the provider.",
      "ProviderABI 9"
    ) { instance, run in
      let deadline = run.deadline(Walkthrough.share)
      for context in [CheckContext.loggedOut, .loggedIn] {
        for offered in instance.actions(context) {
          for text in ["x", "", "7", "-1", "1e999", "é🐱", String(repeating: "9", count: 400)] where !deadline.isOver {
            let names = offered.described.sends
            let action = offered.typing(text)
            let start = text.prefix(20).debugDescription
            let inputs = names.isEmpty ? "" : " with \(start) in \(names.joined(separator: ", "))"
            run.step("performing the action \(action.name)\(inputs)")
            _ = instance.perform(action, context)
            try requireNone(instance.notes, inputs)
            if names.isEmpty { break }
          }
        }
      }
      try requireNone(try run.walkthrough().notes, "")
    },
  ]

  /// `nil` where all values are short.
  private static func longest(_ kind: ProviderSetting.Kind) -> String? {
    switch kind {
    // The length of a text counts characters, and each may have several bytes.
    case .text(let length): String(repeating: "é", count: min(length.upperBound, ProviderSetting.valueLimit / 2))
    case .secret: String(repeating: "x", count: ProviderSetting.valueLimit)
    case .url(let schemes): "\(schemes.first ?? "https")://example.com/" + String(repeating: "x", count: 1900)
    case .choice, .integer, .boolean, .unknown: nil
    }
  }

  private static func requireWhole(_ isCut: Bool, _ place: String) throws(CheckVerdict) {
    try expect(
      !isCut, "\(place) should have whole characters", seen: "it has a text that is no UTF-8",
      cause: "A text may be cut at a number of bytes; go back to the first byte of the character")
  }

  private static func requireNone(_ notes: CallNotes, _ inputs: String) throws(CheckVerdict) {
    guard let (question, failure) = notes.exceptions.first else { return }
    throw .broken(
      "An exception or a panic should not leave the code of the provider",
      seen: "\(question)\(inputs) did not handle one: \(failure.why)",
      cause: "What a user types may be anything; check it, and answer a field error", said: failure)
  }
}

extension OfferedAction {
  /// The action with the text in each of its inputs.
  fileprivate func typing(_ text: String) -> InterfaceAction {
    makeAction(
      isFilled: true, given: Dictionary(described.sends.map { ($0, InputValue.text(text)) }) { first, _ in first })
  }
}

extension Session {
  /// `nil` when the session is good now.
  var lateness: String? {
    let now = Timestamp.now
    if let end = expiresAt, end <= now { return "it expired at \(end)" }
    if let end = secretExpiresAt, end <= now { return "its secret expired at \(end)" }
    return nil
  }
}
