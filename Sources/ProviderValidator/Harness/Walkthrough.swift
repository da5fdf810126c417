internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI

/// A round through the life of an instance, with the calls of an app, and all answers.
struct Walkthrough {
  private(set) var described: [(state: String, description: InterfaceDescription?)] = []
  private(set) var performed: [(action: String, answer: CheckedInstance.Performed)] = []
  private(set) var configurations: [(state: String, content: ack_configuration, beyond: Int, isAnswered: Bool)] = []
  private(set) var flags: [(hasSession: Bool, flag: UInt32, wentBeyond: Bool)] = []
  /// For the last session that an action has logged in as, if any.
  private(set) var renewal = (of: Session.checked, answer: CheckedInstance.Performed())
  private(set) var notes = CallNotes()
  private(set) var calls: [CheckHost.Call] = []
  private(set) var badSessions: [String] = []
  private(set) var misuses = CallObserver.Misuse()
  private(set) var sequences: ClosedRange<UInt64> = 0...0

  /// The share of a check's time that a round has for actions.
  static let share = 0.7

  /// The maximum number of performed actions of one kind, in a thorough round and in any other.
  private static let (manyRepetitions, fewRepetitions) = (256, 4)

  /// In a thorough round the actions of a kind are performed as often as there is time for; `shares` is the part of the
  /// check's time for them.
  init(
    _ run: CheckRun, _ instance: CheckedInstance, isThorough: Bool = false,
    shares: ClosedRange<Double> = 0...Walkthrough.share
  ) {
    startUp(run, instance)
    let middle = (shares.lowerBound + shares.upperBound) / 2
    let out = describe(.loggedOut, run, instance)
    run.step("telling what became of the screens")
    for appearance in ["shown", "covered", "shown", "left"] { instance.screenChanged(to: appearance, .loggedOut) }
    perform(out, .loggedOut, run, instance, isThorough, until: middle)
    run.step("telling of a login")
    instance.notify("did-login", .loggedIn)
    let inside = describe(.loggedIn, run, instance)
    perform(inside, .loggedIn, run, instance, isThorough, until: shares.upperBound)
    run.step("asking for another secret")
    let session = performed.last { $0.answer.session != nil }?.answer.session ?? .checked
    renewal = (session, instance.refresh(session, CheckContext(.loggedIn, session: session)))
    run.step("telling of a logout")
    for event in ["did-pop", "session-expires"] { instance.notify(event, .loggedIn) }
    instance.notify("did-logout", .loggedOut)
    run.step("telling that the session has ended")
    _ = instance.endSession(.madeUp, .loggedOut)
    if instance.host.takeTickRequest() { instance.tick() }
    _ = describe(.loggedOut, run, instance)
    instance.noteRequests()
    run.step("destroying the instance")
    instance.destroy()
    sequences = 0...instance.sequence
    (notes, calls, badSessions) = (instance.notes, instance.host.calls, instance.host.badSessions)
    misuses = instance.observer.misuse
  }

  /// Returns the first action whose answer has a fault.
  func first<Fault>(_ fault: (CheckedInstance.Performed) -> Fault?) -> (action: String, fault: Fault)? {
    for (action, answer) in performed { if let found = fault(answer) { return (action, found) } }
    return nil
  }

  private mutating func startUp(_ run: CheckRun, _ instance: CheckedInstance) {
    run.step("asking for the initial state")
    for context in [CheckContext.launching, CheckContext(.launching, session: .checked)] {
      let (outcome, flag, wentBeyond) = instance.initialState(context)
      if outcome == .answered(ACK_OK) { flags.append((context.handle.session != nil, flag, wentBeyond)) }
    }
    run.step("asking for a configuration")
    for context in [CheckContext.loggedOut, .loggedIn] {
      let (outcome, content, beyond) = instance.configuration(context)
      configurations.append((context.state, content, beyond, outcome == .answered(ACK_OK)))
    }
  }

  private mutating func describe(
    _ context: CheckContext, _ run: CheckRun, _ instance: CheckedInstance
  ) -> InterfaceDescription? {
    run.step("describing the \(context.state) interface")
    let description = instance.describe(context).description
    described.append((context.state, description))
    return description
  }

  private mutating func perform(
    _ description: InterfaceDescription?, _ context: CheckContext, _ run: CheckRun, _ instance: CheckedInstance,
    _ isThorough: Bool, until share: Double
  ) {
    guard let description else { return }
    let (deadline, repeating) = (run.deadline(share, isOfWork: true), run.deadline(share))
    var walk = ActionWalk(repetitions: isThorough ? Self.manyRepetitions : Self.fewRepetitions)
    walk.add(description)
    while !(walk.isRepeating ? repeating : deadline).isOver, let stop = walk.next() {
      for action in stop.offered.attempts {
        run.step("performing the action \(action.name)")
        let answer = instance.perform(action, context)
        performed.append((action.name, answer))
        for screen in answer.screens { walk.add(screen, depth: stop.depth + 1) }
      }
      if instance.host.takeInvalidation(), let changed = instance.describe(context).description {
        walk.add(changed, depth: stop.depth + 1)
      }
    }
    for kind in walk.untried { run.reportUntried("the action \(kind.words) of the \(context.state) interface") }
  }
}
