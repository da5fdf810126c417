internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI

/// A round through the life of an instance, as an app makes it, with all answers.
struct Round {
  /// The descriptions, each with its state.
  private(set) var described: [(state: String, description: InterfaceDescription?)] = []
  /// The answers to actions, each with its action.
  private(set) var performed: [(action: String, answer: CheckedInstance.Performed)] = []
  /// The configurations, each with its state.
  private(set) var configurations: [(state: String, content: ack_configuration, beyond: Int, isAnswered: Bool)] = []
  /// The initial states, with a stored session and without.
  private(set) var flags: [(hasSession: Bool, flag: UInt32, wentBeyond: Bool)] = []
  private(set) var notes = CallNotes()
  private(set) var calls: [CheckHost.Call] = []
  private(set) var badSessions: [String] = []
  private(set) var misuses = CallObserver.Misuse()
  /// The sequences of the questions.
  private(set) var sequences: ClosedRange<UInt64> = 0...0

  /// Runs the whole round.
  init(_ run: CheckRun, _ instance: CheckedInstance) {
    startUp(run, instance)
    let out = describe(.loggedOut, run, instance)
    perform(out, .loggedOut, run, instance)
    run.step("telling of a login")
    instance.notify("did-login", .loggedIn)
    let inside = describe(.loggedIn, run, instance)
    perform(inside, .loggedIn, run, instance)
    run.step("telling of a logout")
    for event in ["did-pop", "session-expires"] { instance.notify(event, .loggedIn) }
    instance.notify("did-logout", .loggedOut)
    run.step("telling that the session has ended")
    _ = instance.endSession(.checked, .loggedOut)
    if instance.host.takeTickRequest() { instance.tick() }
    _ = describe(.loggedOut, run, instance)
    run.step("destroying the instance")
    instance.destroy()
    sequences = 0...instance.sequence
    (notes, calls, badSessions) = (instance.notes, instance.host.calls, instance.host.badSessions)
    misuses = instance.observer.misuse
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
    _ description: InterfaceDescription?, _ context: CheckContext, _ run: CheckRun, _ instance: CheckedInstance
  ) {
    for offered in description?.offers ?? [] {
      for action in offered.attempts {
        run.step("performing the action \(action.name)")
        performed.append((action.name, instance.perform(action, context)))
      }
    }
  }
}

extension CheckRun {
  /// Makes an instance, and runs a whole round with it.
  func round() throws(CheckStop) -> Round { Round(self, try instance()) }
}
