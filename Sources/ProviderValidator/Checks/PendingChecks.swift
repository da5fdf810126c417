internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
import Glibc

enum PendingChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck(
      "pending-woken", .pending, "A pending question that nobody has to answer is woken.", "ProviderABI 6",
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      // An action may wait for a person, for example for the touch of a token.
      guard let question = try run.walkthrough().notes.unanswered.first(where: { !$0.hasPrefix("perform") }) else {
        return
      }
      throw .broken(
        "\(question) should be woken once it has answered ACK_PENDING", seen: "it was not within \(run.patience.each)",
        cause: "wake() may be called for another sequence, or never when something fails")
    },
    ConformanceCheck(
      "wake-means-ready", .pending, "What is asked again after a wake is answered in the end.", "ProviderABI 6",
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      guard let question = try run.walkthrough().notes.endless.first else { return }
      throw .broken(
        "\(question) should be answered once it is woken", seen: "it was pending again after each of 100 wakes",
        cause: "It may be begun anew each time that it is asked again")
    },
    ConformanceCheck(
      "pending-writes-nothing", .pending, "Nothing is written before ACK_PENDING, because it is discarded.",
      "ProviderABI 6", onlyWarns: true, judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      guard let question = try run.walkthrough().notes.wroteBeforePending.first else { return }
      throw .broken(
        "\(question) should write nothing before it answers ACK_PENDING", seen: "it did, and the host discards it",
        cause: "The rest may be meant to follow when it is asked again; write everything then")
    },
    ConformanceCheck(
      "wakes-its-own", .pending, "Only sequences are woken that were asked.", "ProviderABI 6", onlyWarns: true,
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let round = try run.walkthrough()
      for call in round.calls {
        let sequence = call.sequence
        guard call.function == "wake", !round.sequences.contains(sequence) || sequence == 0 else { continue }
        throw .broken(
          "Only sequences should be woken that were asked", seen: "\(sequence) was woken, and was never asked",
          cause: "The sequence may be counted by the provider; it is context->sequence")
      }
    },
    ConformanceCheck(
      "tick-tolerated", .pending, "A tick that nobody asked for does no harm.", "ProviderABI 6", needs: isRound
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      run.step("ticking before anything was asked")
      for _ in 0..<20 { instance.tick() }
      run.step("describing after ticks")
      let outcome = instance.describe(.loggedOut).outcome
      guard try outcome == plain(run) else {
        throw .broken(
          "After ticks the interface should be described", seen: "it was answered \(outcome.words)",
          cause: "A tick may be taken for the answer to something")
      }
    },
    ConformanceCheck(
      "cancel-tolerated", .pending, "To cancel a sequence that is not pending does no harm.", "ProviderABI 6",
      needs: isRound
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let before = instance.describe(.loggedOut)
      for sequence in [0, instance.sequence, instance.sequence, 999_999, .max] {
        run.step("cancelling the sequence \(sequence), which is not pending")
        instance.cancel(sequence)
      }
      run.step("describing after cancels")
      guard instance.describe(.loggedOut).outcome == before.outcome else {
        throw .broken(
          "After a cancel of what is not pending the interface should be described", seen: "it was answered otherwise",
          cause: "A sequence that is not known may be taken for the latest")
      }
    },
    ConformanceCheck(
      "cancelled-splash-left", .pending, "A pending splash that is cancelled at once is given up.", "ProviderABI 6",
      needs: isRound
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      run.step("describing the splash")
      guard instance.describeSplash().status == ACK_PENDING else { throw .skipped("Its splash is not pending.") }
      run.step("describing after a splash that was cancelled")
      let outcome = instance.describe(.loggedOut).outcome
      guard try outcome == plain(run) else {
        throw .broken(
          "After a splash that was cancelled the interface should be described",
          seen: "it was answered \(outcome.words)", cause: "The splash may still be waited for")
      }
    },
    ConformanceCheck(
      "cancel-then-again", .pending, "After a cancel the same can be asked again.", "ProviderABI 6", needs: isRound
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let slow = try slowAction(run, instance)
      run.step("performing the action \(slow.action.name) after it was cancelled")
      try requireAnswer(instance.perform(slow.action, slow.context).outcome, "After a cancel the same action")
    },
    ConformanceCheck(
      "cancel-leaves-nothing", .pending, "A cancelled question leaves no memory.", "ProviderABI 6",
      needs: ["cancel-then-again"]
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let slow = try slowAction(run, instance)
      instance.host.record(false)
      try run.requireNoGrowth(
        of: "a pending action and its cancel", rounds: 300, "A cancelled question should take no memory",
        settling: { if instance.host.takeTickRequest() { instance.tick() } }
      ) {
        _ = begin(slow.action, slow.context, instance)
        if instance.host.takeTickRequest() { instance.tick() }
        instance.host.forgetWakes()
        instance.forgetStatuses()
      }
    },
    ConformanceCheck(
      "eight-performs", .pending, "Eight actions are pending at once, and each is answered.", "ProviderABI 6",
      needs: ["cancel-then-again"]
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let slow = try slowAction(run, instance)
      var sequences: [UInt64] = []
      for number in 1...8 {
        instance.sequence += 1
        run.step("performing the action \(slow.action.name) for the time \(number)")
        let status = instance.performOnce(slow.action, slow.context, sequence: instance.sequence)
        if status == ACK_PENDING { sequences.append(instance.sequence) }
        try requireAnswer(
          status == ACK_PENDING ? .givenUp : .answered(status), "Action \(number) of eight at once")
      }
      for sequence in sequences.reversed() {
        run.step("waiting for the sequence \(sequence), one of \(sequences.count)")
        var outcome = CheckedInstance.Outcome.givenUp
        for _ in 0..<10 where instance.waits(for: sequence) {
          let status = instance.performOnce(slow.action, slow.context, sequence: sequence)
          if status == ACK_PENDING { continue }
          outcome = .answered(status)
          break
        }
        if outcome == .givenUp { instance.cancel(sequence) }
        try requireAnswer(outcome, "Each of eight actions at once")
      }
    },
    ConformanceCheck(
      "describe-while-pending", .pending, "An interface is described while an action is pending.", "ProviderABI 6",
      needs: ["cancel-then-again"]
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let slow = try slowAction(run, instance)
      let plain = instance.describe(slow.context).outcome
      instance.sequence += 1
      let sequence = instance.sequence
      run.step("describing while the action \(slow.action.name) is pending")
      guard instance.performOnce(slow.action, slow.context, sequence: sequence) == ACK_PENDING else {
        throw .skipped("The action is not pending the second time.")
      }
      let outcome = instance.describe(slow.context).outcome
      instance.cancel(sequence)
      guard outcome == plain else {
        throw .broken(
          "While an action is pending the interface should be described", seen: "it was answered \(outcome.words)",
          cause: "The provider may allow one question at a time")
      }
    },
    ConformanceCheck(
      "pending-instances-apart", .pending, "The same sequence is pending in two instances.", "ProviderABI 6",
      needs: ["cancel-then-again"]
    ) { run throws(CheckVerdict) in
      let table = try run.table()
      let instances = [try run.instance(table), try run.instance(table)]
      defer { for instance in instances { instance.destroy() } }
      let slow = try slowAction(run, instances[0])
      let sequence: UInt64 = 1000
      for instance in instances {
        run.step("performing the action \(slow.action.name) with the same sequence in two instances")
        let status = instance.performOnce(slow.action, slow.context, sequence: sequence)
        guard status == ACK_PENDING else { throw .skipped("The action is not pending the second time.") }
      }
      for (number, instance) in instances.enumerated() {
        run.step("waiting for the same sequence in instance \(number + 1) of two")
        guard instance.waits(for: sequence) else {
          instance.cancel(sequence)
          // An action that waits for a person may wait in both instances.
          if number == 0 { continue }
          throw .broken(
            "The same sequence should be woken in each of two instances", seen: "it was woken in one",
            cause: "Pending questions may be kept under their sequence for the whole library")
        }
        let status = instance.performOnce(slow.action, slow.context, sequence: sequence)
        if status == ACK_PENDING { instance.cancel(sequence) }
        try requireAnswer(
          status == ACK_PENDING ? .givenUp : .answered(status), "The same sequence in each of two instances")
      }
    },
    ConformanceCheck(
      "late-wake-harmless", .pending, "A thread that outlives its instance, and is answered ACK_GONE, does no harm.",
      "ProviderABI 10", needs: ["cancel-then-again"]
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      let slow = try slowAction(run, instance)
      for _ in 0..<4 { _ = begin(slow.action, slow.context, instance) }
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

  private static let isRound = BehaviourChecks.isRound

  /// Describes with an instance that has been asked nothing else.
  private static func plain(_ run: CheckRun) throws(CheckVerdict) -> CheckedInstance.Outcome {
    let instance = try run.instance()
    defer { instance.destroy() }
    return instance.describe(.loggedOut).outcome
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

  /// Cancels a pending action, and returns whether it was pending.
  private static func begin(_ action: InterfaceAction, _ context: CheckContext, _ instance: CheckedInstance) -> Bool {
    instance.sequence += 1
    let status = instance.performOnce(action, context, sequence: instance.sequence)
    guard status == ACK_PENDING else { return false }
    instance.cancel(instance.sequence)
    return true
  }

  /// A failure with a reason is an answer.
  private static func requireAnswer(_ outcome: CheckedInstance.Outcome, _ what: String) throws(CheckVerdict) {
    if [.answered(ACK_OK), .answered(ACK_FAILED), .givenUp].contains(outcome) { return }
    throw .broken(
      "\(what) should be answered", seen: "it was answered \(outcome.words)",
      cause: "A place for one pending question may be shared by all")
  }

}
