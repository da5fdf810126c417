internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
import Glibc

enum PendingChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "pending-woken", .round(.pending), "A pending question that nobody has to answer is woken.", "ProviderABI 6"
    ) { round, run in
      // An action may wait for a person, for example for the touch of a token.
      guard let question = round.notes.unanswered.first(where: { !$0.hasPrefix("perform") }) else { return }
      throw CheckVerdict.broken(
        "\(question) should be woken once it has answered ACK_PENDING", seen: "it was not within \(run.patience.each)",
        cause: "wake() may be called for another sequence, or never when something fails")
    },
    .init(
      "wake-means-ready", .round(.pending), "What is asked again after a wake is answered in the end.",
      "ProviderABI 6"
    ) { round, _ in
      guard let question = round.notes.endless.first else { return }
      throw CheckVerdict.broken(
        "\(question) should be answered once it is woken", seen: "it was pending again after each of 100 wakes",
        cause: "It may be begun anew each time that it is asked again")
    },
    .init(
      "pending-writes-nothing", .round(.pending), "Nothing is written before ACK_PENDING, because it is discarded.",
      "ProviderABI 6", onlyWarns: true
    ) { round, _ in
      guard let question = round.notes.wroteBeforePending.first else { return }
      throw CheckVerdict.broken(
        "\(question) should write nothing before it answers ACK_PENDING", seen: "it did, and the host discards it",
        cause: "The rest may be meant to follow when it is asked again; write everything then")
    },
    .init(
      "wakes-its-own", .round(.pending), "Only sequences are woken that were asked.", "ProviderABI 6", onlyWarns: true,
      expected: "Only sequences should be woken that were asked",
      cause: "The sequence may be counted by the provider; it is context->sequence"
    ) { round, _ in
      let woken = round.calls.filter { $0.function == "wake" }.map(\.sequence)
      return woken.first { !round.sequences.contains($0) || $0 == 0 }.map { "\($0) was woken, and was never asked" }
    },
    .init(
      "tick-tolerated", .instance(.pending), "A tick that nobody asked for does no harm.", "ProviderABI 6",
      expected: "After ticks the interface should be described",
      cause: "A tick may be taken for the answer to something"
    ) { instance, run in
      run.step("ticking before anything was asked")
      for _ in 0..<20 { instance.tick() }
      run.step("describing after ticks")
      return try differenceFromPlain(run, instance)
    },
    .init(
      "cancel-tolerated", .instance(.pending), "To cancel a sequence that is not pending does no harm.",
      "ProviderABI 6", expected: "After a cancel of what is not pending the interface should be described",
      cause: "A sequence that is not known may be taken for the latest"
    ) { instance, run in
      let before = instance.describe(.loggedOut)
      for sequence in [0, instance.sequence, instance.sequence, 999_999, .max] {
        run.step("cancelling the sequence \(sequence), which is not pending")
        instance.cancel(sequence)
      }
      run.step("describing after cancels")
      return instance.describe(.loggedOut).outcome == before.outcome ? nil : "it was answered otherwise"
    },
    .init(
      "cancelled-splash-left", .instance(.pending), "A pending splash that is cancelled at once is given up.",
      "ProviderABI 6", expected: "After a splash that was cancelled the interface should be described",
      cause: "The splash may still be waited for"
    ) { instance, run in
      run.step("describing the splash")
      guard instance.describeSplash().status == ACK_PENDING else {
        throw CheckVerdict.skipped("Its splash is not pending.")
      }
      run.step("describing after a splash that was cancelled")
      return try differenceFromPlain(run, instance)
    },
    .init(
      "cancel-then-again", .instance(.pending), "After a cancel the same can be asked again.", "ProviderABI 6"
    ) { instance, run in
      let slow = try slowAction(run, instance)
      run.step("performing the action \(slow.action.name) after it was cancelled")
      try requireAnswer(instance.perform(slow.action, slow.context).outcome, "After a cancel the same action")
    },
    .init(
      "cancel-leaves-nothing", .instance(.pending), "A cancelled question leaves no memory.", "ProviderABI 6",
      needs: isCancelled
    ) { instance, run in
      let slow = try slowAction(run, instance)
      instance.host.record(false)
      try run.requireNoGrowth(
        of: "a pending action and its cancel", rounds: 300, "A cancelled question should take no memory",
        settling: { if instance.host.takeTickRequest() { instance.tick() } }
      ) {
        begin(slow, instance)
        if instance.host.takeTickRequest() { instance.tick() }
        instance.host.forgetWakes()
        instance.forgetStatuses()
      }
    },
    .init(
      "eight-performs", .instance(.pending), "Eight actions are pending at once, and each is answered.",
      "ProviderABI 6", needs: isCancelled
    ) { instance, run in
      let slow = try slowAction(run, instance)
      var sequences: [UInt64] = []
      for number in 1...8 {
        instance.sequence += 1
        run.step("performing the action \(slow.action.name) for the time \(number)")
        let outcome = attempt(slow, instance, sequence: instance.sequence)
        if outcome == .pending { sequences.append(instance.sequence) }
        try requireAnswer(outcome, "Action \(number) of eight at once")
      }
      for sequence in sequences.reversed() {
        run.step("waiting for the sequence \(sequence), one of \(sequences.count)")
        var outcome = CheckedInstance.Outcome.pending
        for _ in 0..<10 where outcome == .pending && instance.waits(for: sequence) {
          outcome = attempt(slow, instance, sequence: sequence)
        }
        if outcome == .pending { instance.cancel(sequence) }
        try requireAnswer(outcome, "Each of eight actions at once")
      }
    },
    .init(
      "describe-while-pending", .instance(.pending), "An interface is described while an action is pending.",
      "ProviderABI 6", needs: isCancelled,
      expected: "While an action is pending the interface should be described",
      cause: "The provider may allow one question at a time"
    ) { instance, run in
      let slow = try slowAction(run, instance)
      let plain = instance.describe(slow.context).outcome
      instance.sequence += 1
      let sequence = instance.sequence
      run.step("describing while the action \(slow.action.name) is pending")
      guard attempt(slow, instance, sequence: sequence) == .pending else { throw notAgain }
      let outcome = instance.describe(slow.context).outcome
      instance.cancel(sequence)
      return outcome == plain ? nil : "it was answered \(outcome.words)"
    },
    .init(
      "pending-instances-apart", .process(.pending), "The same sequence is pending in two instances.",
      "ProviderABI 6", needs: isCancelled
    ) { _, run in
      let table = try run.table()
      let instances = [try run.instance(table), try run.instance(table)]
      defer { for instance in instances { instance.destroy() } }
      let slow = try slowAction(run, instances[0])
      let sequence: UInt64 = 1000
      for instance in instances {
        run.step("performing the action \(slow.action.name) with the same sequence in two instances")
        guard attempt(slow, instance, sequence: sequence) == .pending else { throw notAgain }
      }
      for (number, instance) in instances.enumerated() {
        run.step("waiting for the same sequence in instance \(number + 1) of two")
        guard instance.waits(for: sequence) else {
          instance.cancel(sequence)
          // An action that waits for a person may wait in both instances.
          try expect(
            number == 0, "The same sequence should be woken in each of two instances", seen: "it was woken in one",
            cause: "Pending questions may be kept under their sequence for the whole library")
          continue
        }
        let outcome = attempt(slow, instance, sequence: sequence)
        if outcome == .pending { instance.cancel(sequence) }
        try requireAnswer(outcome, "The same sequence in each of two instances")
      }
    },
    .init(
      "late-wake-harmless", .process(.pending),
      "A thread that outlives its instance, and is answered ACK_GONE, does no harm.", "ProviderABI 10",
      needs: isCancelled
    ) { _, run in
      let instance = try run.instance()
      let slow = try slowAction(run, instance)
      for _ in 0..<4 { begin(slow, instance) }
      run.step("destroying an instance whose action was cancelled")
      let threads = ProcessState.now.threads
      instance.destroy()
      run.step("waiting for what threads of the provider do after destroy")
      let deadline = run.deadline(0.3)
      repeat {
        _ = instance.host.wait(for: .max, atMost: .milliseconds(100)) {}
      } while ProcessState.now.threads > threads && !deadline.isOver
    },
  ]

  private static let isCancelled = ["cancel-then-again"]
  private static let notAgain = CheckVerdict.skipped("The action is not pending the second time.")

  /// `nil` when the interface is described as by an instance that has been asked nothing else.
  private static func differenceFromPlain(_ run: CheckRun, _ instance: CheckedInstance) throws(CheckVerdict) -> String?
  {
    let outcome = instance.describe(.loggedOut).outcome
    let other = try run.instance()
    defer { other.destroy() }
    return outcome == other.describe(.loggedOut).outcome ? nil : "it was answered \(outcome.words)"
  }
}

// MARK: - Pending actions

extension PendingChecks {
  private struct Slow {
    let action: InterfaceAction
    let context: CheckContext
  }

  private static func slowAction(_ run: CheckRun, _ instance: CheckedInstance) throws(CheckVerdict) -> Slow {
    var untried = 0
    for (context, share) in [(CheckContext.loggedOut, 0.15), (.loggedIn, 0.3)] {
      let deadline = run.deadline(share)
      var walk = ActionWalk(repetitions: 1)
      if let description = instance.describe(context).description { walk.add(description) }
      while !deadline.isOver, let stop = walk.next() {
        for action in stop.offered.attempts {
          run.step("performing the action \(action.name)")
          instance.sequence += 1
          let (status, answer) = instance.attempt(action, context, sequence: instance.sequence)
          guard status == ACK_PENDING else {
            for screen in answer.screens { walk.add(screen, depth: stop.depth + 1) }
            continue
          }
          instance.cancel(instance.sequence)
          return Slow(action: action, context: context)
        }
      }
      untried += walk.untried.count
    }
    if untried > 0 { throw .untried("None of the actions that there was time for is pending.") }
    throw .skipped("None of its actions is pending.")
  }

  private static func attempt(
    _ slow: Slow, _ instance: CheckedInstance, sequence: UInt64
  ) -> CheckedInstance.Outcome {
    let status = instance.attempt(slow.action, slow.context, sequence: sequence).status
    return status == ACK_PENDING ? .pending : .answered(status)
  }

  /// Cancels the action if it is pending.
  private static func begin(_ slow: Slow, _ instance: CheckedInstance) {
    instance.sequence += 1
    if attempt(slow, instance, sequence: instance.sequence) == .pending { instance.cancel(instance.sequence) }
  }

  /// A failure with a reason is an answer.
  private static func requireAnswer(_ outcome: CheckedInstance.Outcome, _ what: String) throws(CheckVerdict) {
    try expect(
      [.answered(ACK_OK), .answered(ACK_FAILED), .pending].contains(outcome), "\(what) should be answered",
      seen: "it was answered \(outcome.words)", cause: "A place for one pending question may be shared by all")
  }
}
