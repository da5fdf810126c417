internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderPlugins

/// Checks with random questions; equal seeds give equal questions.
enum FuzzChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "fuzz-actions", .instance(.behaviour), "Actions with whatever a user can type do no harm.", "ProviderABI 7"
    ) { instance, run in
      var generator = SeededGenerator(seed: run.seed)
      for (context, share) in [(CheckContext.loggedOut, 0.35), (.loggedIn, 0.7)] {
        let deadline = run.deadline(share)
        var walk = ActionWalk(repetitions: 1)
        if let description = instance.describe(context).description { walk.add(description) }
        while !deadline.isOver, let stop = walk.next() {
          let offered = stop.offered
          run.step("performing the action \(offered.described.name)")
          let plain = instance.perform(offered.makeAction(isFilled: true), context)
          // Other checks report an answer that is always wrong.
          if plain.refusal != nil { continue }
          for screen in plain.screens { walk.add(screen, depth: stop.depth + 1) }
          let fields = offered.described.sends.filter {
            Form(of: offered.node.screen).entry(named: $0)?.node.kind == .field
          }
          if fields.isEmpty, offered.described.payload.isEmpty { continue }
          for round in 1...6 where !deadline.isOver {
            let typed = Dictionary(fields.map { ($0, InputValue.text(text(&generator))) }) { first, _ in first }
            var action = offered.makeAction(isFilled: true, given: typed)
            if round > 4 {
              let payload = action.payload.sorted { $0.key < $1.key }.map { ($0.key, text(&generator)) }
              action = InterfaceAction(
                action.name, nodeID: action.nodeID, values: action.values,
                payload: Dictionary(uniqueKeysWithValues: payload), revision: 1)
            }
            run.step("performing the action \(action.name) with random texts, round \(round) of seed \(run.seed)")
            // A host refuses to log in without a subject, and tells the user so.
            if let seen = instance.perform(action, context).misuse(.value, .afterTransition, .tooMany) {
              throw CheckVerdict.broken(
                "Whatever is typed, the answer to the action \(action.name) should be one that a host can apply",
                seen: seen, cause: "What the user types may be handed on unchecked; run again with --seed \(run.seed)")
            }
          }
          if !instance.notes.unanswered.isEmpty { break }
        }
        for kind in walk.untried {
          run.reportUntried("the action \(kind.words) of the \(context.state) interface, with random texts")
        }
      }
    },
    .init(
      "fuzz-order", .process(.behaviour), "Calls that a host can make do no harm in any order.", "ProviderABI 6"
    ) { _, run in
      var generator = SeededGenerator(seed: run.seed)
      let clock = ContinuousClock()
      let end = clock.now + run.timeout / 4
      for round in 1...12 where clock.now < end {
        let instance = try run.instance()
        var order: [String] = []
        for _ in 0..<16 {
          let context = Bool.random(using: &generator) ? CheckContext.loggedOut : .loggedIn
          let (name, call) = calls[Int.random(in: 0..<calls.count, using: &generator)]
          order.append(name)
          run.step("asking in the order \(order.joined(separator: ", ")), round \(round) of seed \(run.seed)")
          call(instance, context)
          // Pending questions take time, so fewer questions are asked then.
          if clock.now >= end { break }
        }
        run.step("destroying after \(order.joined(separator: ", ")), round \(round) of seed \(run.seed)")
        instance.destroy()
      }
    },
  ]

  /// Returns a text that is long, empty or otherwise unusual, but always valid UTF-8.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "\0", "a", "ann@example.com", "'; --", "../", "%s%n", "\u{202E}", "🐱", "\n", "\u{301}", "-", "0x7fffffff", " ",
      "\u{FFFF}", "\r", "\u{1B}[2J",
    ]
    let count = [0, 1, 2, 7, 60, 700][Int.random(in: 0..<6, using: &generator)]
    return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
  }

  private static let calls: [(String, @Sendable (CheckedInstance, CheckContext) -> Void)] = [
    ("describe", { _ = $0.describe($1) }),
    ("configuration", { _ = $0.configuration($1) }),
    ("is_initially_logged_in", { _ = $0.initialState($1) }),
    ("session_ended", { _ = $0.endSession(.madeUp, $1) }),
    ("did-login", { $0.notify("did-login", $1) }),
    ("did-logout", { $0.notify("did-logout", $1) }),
    ("screen_changed", { $0.screenChanged(to: "covered", $1) }),
    ("refresh_session", { _ = $0.refresh(.madeUp, $1) }),
    ("session-expires", { $0.notify("session-expires", $1) }),
    ("tick", { instance, _ in if instance.host.takeTickRequest() { instance.tick() } }),
    (
      "perform",
      { instance, context in
        guard let offered = instance.actions(context).first else { return }
        _ = instance.perform(offered.makeAction(isFilled: true), context)
      }
    ),
  ]
}
