import Testing

@testable import AppControllerKit

@Suite struct `The transition machine` {
  typealias Machine = TransitionMachine

  private static let kitty = Machine.Goal.loggedIn(subject: "kitty")
  private static let tiger = Machine.Goal.loggedIn(subject: "tiger")

  /// A machine at rest in a state.
  private static func settled(_ goal: Machine.Goal = .loggedOut) -> Machine {
    var machine = Machine()
    machine.beginInstalling()
    _ = machine.install(goal)
    return machine
  }

  private static func request(
    _ goal: Machine.Goal, by waiter: Machine.Waiter, session: Int? = nil, rebuilds: Bool = false, isForced: Bool = false
  ) -> Machine.Request {
    Machine.Request(goal: goal, isForced: isForced, rebuilds: rebuilds, session: session, waiters: [waiter])
  }

  /// A machine with one operation under way, for waiter 1.
  private static func busy(
    from: Machine.Goal = .loggedOut, to goal: Machine.Goal = kitty, session: Int? = nil, rebuilds: Bool = false,
    isIrrevocable: Bool = false
  ) -> Machine {
    var machine = settled(from)
    let commands = machine.request(request(goal, by: 1, session: session, rebuilds: rebuilds))
    #expect(commands.count == 1 && machine.active?.id == 1)
    if isIrrevocable { machine.pass() }
    return machine
  }

  // MARK: Beginning and ending

  @Test func `refuses requests before it is installed`() {
    var machine = Machine()
    #expect(machine.request(Self.request(.loggedOut, by: 1)) == [.answer([1], .notInstalled)])
    #expect(machine.settledGoal == nil)
  }

  @Test func `installs once`() {
    var machine = Machine()
    machine.beginInstalling()
    #expect(machine.position == .launching)
    #expect(machine.install(Self.kitty) == [])
    #expect(machine.position == .settled(Self.kitty))
    #expect(machine.install(1) == [.answer([1], .unchanged)])
    #expect(machine.install(.loggedOut) == [])
    #expect(machine.position == .settled(Self.kitty))
  }

  @Test func `answers all who install with what becomes of it`() {
    var machine = Machine()
    machine.beginInstalling()
    #expect(machine.install(1) == [])
    #expect(machine.install(2) == [])
    #expect(machine.withdraw(0) == [.answer([0], .cancelled)])
    #expect(machine.install(.loggedOut) == [.answer([1, 2], .completed)])
    var failing = Machine()
    failing.beginInstalling()
    _ = failing.install(1)
    #expect(failing.failInstalling() == [.answer([0, 1], .failed)])
    var stopped = Machine()
    stopped.beginInstalling()
    _ = stopped.withdraw(0)
    #expect(stopped.install(1) == [.answer([1], .notInstalled)])
  }

  @Test func `keeps requests while it is being installed, and begins with the latest`() throws {
    var machine = Machine()
    machine.beginInstalling()
    #expect(machine.request(Self.request(Self.kitty, by: 1)) == [])
    #expect(machine.request(Self.request(.loggedOut, by: 2)) == [.answer([1], .superseded)])
    #expect(machine.request(Self.request(Self.kitty, by: 3, session: 9)) == [.answer([2], .superseded)])
    let commands = machine.install(.loggedOut)
    let operation = try #require(machine.active)
    #expect(commands == [.start(operation)])
    #expect(operation.kind == .transition)
    #expect(operation.request == Self.request(Self.kitty, by: 3, session: 9))
    #expect(machine.pending == nil)
  }

  @Test func `answers what it kept when the installation makes it true or fails`() {
    var machine = Machine()
    machine.beginInstalling()
    _ = machine.request(Self.request(.loggedOut, by: 1))
    #expect(machine.install(.loggedOut) == [.answer([1], .unchanged)])

    var failing = Machine()
    failing.beginInstalling()
    _ = failing.request(Self.request(.loggedOut, by: 1))
    #expect(failing.failInstalling() == [.answer([1], .notInstalled)])
    #expect(failing.position == .uninstalled)
    #expect(failing.install(0) == failing.active.map { [.start($0)] })
  }

  @Test func `gives up what it can when it is terminated`() {
    var preparing = Self.busy()
    _ = preparing.request(Self.request(Self.kitty, by: 2, session: 5))
    #expect(
      preparing.terminate() == [.answer([2], .notInstalled), .answer([1], .cancelled), .stop(operation: 1)]
    )
    #expect(preparing.completeStop() == [])
    #expect(preparing.position == .terminated)
    #expect(preparing.request(Self.request(Self.kitty, by: 3)) == [.answer([3], .notInstalled)])

    var irrevocable = Self.busy(isIrrevocable: true)
    _ = irrevocable.request(Self.request(.loggedOut, by: 2))
    #expect(irrevocable.terminate() == [.answer([2], .notInstalled)])
    irrevocable.commit()
    #expect(irrevocable.position == .terminated)
    #expect(irrevocable.complete() == [.answer([1], .completed)])
  }

  @Test func `ends while it is being installed`() {
    var machine = Machine()
    machine.beginInstalling()
    _ = machine.request(Self.request(.loggedOut, by: 1))
    #expect(machine.terminate() == [.answer([1], .notInstalled), .answer([0], .cancelled), .stop(operation: 0)])
    #expect(machine.completeStop() == [])
    #expect(machine.position == .terminated)
  }

  // MARK: One request

  @Test(arguments: [
    (Machine.Goal.loggedOut, request(kitty, by: 1), Machine.Operation.Kind.transition),
    (kitty, request(.loggedOut, by: 1), .transition), (kitty, request(tiger, by: 1), .transition),
    (kitty, request(kitty, by: 1, session: 4), .sessionUpdate),
    (kitty, request(kitty, by: 1, rebuilds: true), .refresh),
    (kitty, request(kitty, by: 1, session: 4, rebuilds: true), .refresh),
    (.loggedOut, request(.loggedOut, by: 1, rebuilds: true), .refresh),
    (.loggedOut, request(kitty, by: 1, rebuilds: true), .transition),
  ])
  func `starts what leads to the goal`(from: Machine.Goal, request: Machine.Request, kind: Machine.Operation.Kind) {
    var machine = Self.settled(from)
    let operation = Machine.Operation(id: 1, kind: kind, request: request)
    #expect(machine.request(request) == [.start(operation)])
    #expect(machine.active == operation)
    #expect(machine.active?.isStopping == false)
    machine.pass()
    machine.commit()
    #expect(machine.complete() == [.answer([1], .completed)])
    #expect(machine.position == .settled(request.goal))
    #expect(machine.active == nil)
  }

  @Test(arguments: [Machine.Goal.loggedOut, kitty])
  func `answers at once when the goal is reached`(goal: Machine.Goal) {
    var machine = Self.settled(goal)
    #expect(machine.request(Self.request(goal, by: 1)) == [.answer([1], .unchanged)])
    #expect(machine.active == nil)
  }

  @Test func `stays where it is when an operation fails`() {
    var machine = Self.busy()
    #expect(machine.fail() == [.answer([1], .failed)])
    #expect(machine.position == .settled(.loggedOut))
    #expect(machine.fail() == [])
    #expect(machine.ended(1) == [])
  }

  @Test func `ignores every operation but the active one`() {
    var machine = Self.busy()
    #expect(machine.begin(2, hooks: 1) == nil)
    #expect(machine.begin(1, hooks: 1) == .askForVeto(hook: 0))
    #expect(machine.begin(1, hooks: 1) == nil)
    #expect(machine.advance(2, .succeeded) == nil)
    #expect(machine.ended(1) == [])
    #expect(machine.active?.step == .askForVeto(hook: 0))
    #expect(machine.position == .settled(.loggedOut))
  }

  // MARK: Overlap

  @Test(arguments: [false, true])
  func `joins a request for what is under way`(isIrrevocable: Bool) {
    var machine = Self.busy(session: 7, isIrrevocable: isIrrevocable)
    #expect(machine.request(Self.request(Self.kitty, by: 2)) == [])
    #expect(machine.request(Self.request(Self.kitty, by: 3, session: 7)) == [])
    #expect(machine.pending == nil)
    machine.pass()
    machine.commit()
    #expect(machine.complete() == [.answer([1, 2, 3], .completed)])
  }

  @Test(arguments: [false, true])
  func `drops an opposite request when one joins`(isIrrevocable: Bool) {
    var machine = Self.busy(isIrrevocable: true)
    _ = machine.request(Self.request(.loggedOut, by: 2))
    #expect(machine.request(Self.request(Self.kitty, by: 3)) == [.answer([2], .superseded)])
    #expect(machine.pending == nil)
    #expect(machine.complete() == [.answer([1, 3], .completed)])
  }

  @Test func `makes an operation forced when a forced request joins`() {
    var machine = Self.busy(from: Self.kitty, to: .loggedOut)
    #expect(machine.active?.request.isForced == false)
    _ = machine.request(Self.request(.loggedOut, by: 2, isForced: true))
    #expect(machine.active?.request.isForced == true)
  }

  @Test func `stops an operation for another goal before its point of no return`() throws {
    var machine = Self.busy()
    #expect(
      machine.request(Self.request(.loggedOut, by: 2)) == [.answer([1], .superseded), .stop(operation: 1)]
    )
    #expect(machine.active?.isStopping == true)
    #expect(machine.completeStop() == [.answer([2], .unchanged)])
    #expect(machine.position == .settled(.loggedOut))
  }

  @Test func `starts the other goal when what was stopped has returned`() throws {
    var machine = Self.busy()
    _ = machine.request(Self.request(Self.tiger, by: 2, session: 8))
    let next = Machine.Operation(id: 2, kind: .transition, request: Self.request(Self.tiger, by: 2, session: 8))
    #expect(machine.fail() == [.start(next)])
    #expect(machine.active == next)
  }

  @Test func `lets an operation end after its point of no return, and then starts the other goal`() {
    var machine = Self.busy(isIrrevocable: true)
    #expect(machine.request(Self.request(.loggedOut, by: 2)) == [])
    #expect(machine.active?.isStopping == false)
    machine.commit()
    let next = Machine.Operation(id: 2, kind: .transition, request: Self.request(.loggedOut, by: 2))
    #expect(machine.complete() == [.answer([1], .completed), .start(next)])
  }

  @Test func `starts nothing when an operation fails after its point of no return and the other goal is reached`() {
    var machine = Self.busy(from: Self.kitty, to: .loggedOut, isIrrevocable: true)
    _ = machine.request(Self.request(Self.kitty, by: 2))
    #expect(machine.fail() == [.answer([1], .failed), .answer([2], .unchanged)])
  }

  @Test func `merges requests for one goal that have to wait, the latest session first`() throws {
    var machine = Self.busy(from: Self.kitty, to: .loggedOut, isIrrevocable: true)
    _ = machine.request(Self.request(Self.tiger, by: 2, session: 5))
    _ = machine.request(Self.request(Self.tiger, by: 3, session: 6, rebuilds: true))
    _ = machine.request(Self.request(Self.tiger, by: 4, isForced: true))
    let pending = try #require(machine.pending)
    #expect(
      pending == Machine.Request(goal: Self.tiger, isForced: true, rebuilds: true, session: 6, waiters: [2, 3, 4])
    )
  }

  @Test func `replaces a request that waits for another goal`() {
    var machine = Self.busy(isIrrevocable: true)
    _ = machine.request(Self.request(.loggedOut, by: 2))
    #expect(machine.request(Self.request(Self.tiger, by: 3)) == [.answer([2], .superseded)])
    #expect(machine.pending?.waiters == [3])
  }

  @Test func `keeps another session of the subject for afterwards`() {
    var machine = Self.busy(session: 5)
    #expect(machine.request(Self.request(Self.kitty, by: 2, session: 6)) == [])
    machine.pass()
    machine.commit()
    let update = Machine.Operation(id: 2, kind: .sessionUpdate, request: Self.request(Self.kitty, by: 2, session: 6))
    #expect(machine.complete() == [.answer([1], .completed), .start(update)])
  }

  @Test func `joins what waits for the same goal rather than drop it`() {
    var machine = Self.busy(session: 5, isIrrevocable: true)
    _ = machine.request(Self.request(Self.kitty, by: 2, session: 6))
    #expect(machine.request(Self.request(Self.kitty, by: 3)) == [])
    #expect(machine.pending == Machine.Request(goal: Self.kitty, session: 6, waiters: [2, 3]))
  }

  // MARK: Building again

  @Test func `takes an interface that is being prepared for one that is built again`() {
    var machine = Self.busy()
    #expect(machine.request(Self.request(Self.kitty, by: 2, rebuilds: true)) == [])
    #expect(machine.pending == nil)
  }

  @Test(arguments: [false, true])
  func `builds again after an exchange that came too early`(firstRebuilds: Bool) {
    var machine = Self.busy(rebuilds: firstRebuilds, isIrrevocable: true)
    machine.commit()
    #expect(machine.request(Self.request(Self.kitty, by: 2, rebuilds: true)) == [])
    let refresh = Machine.Operation(id: 2, kind: .refresh, request: Self.request(Self.kitty, by: 2, rebuilds: true))
    #expect(machine.complete() == [.answer([1], .completed), .start(refresh)])
  }

  @Test func `builds again after an update of the session`() {
    var machine = Self.busy(from: Self.kitty, session: 5)
    #expect(machine.active?.kind == .sessionUpdate)
    #expect(machine.request(Self.request(Self.kitty, by: 2, rebuilds: true)) == [])
    let refresh = Machine.Operation(id: 2, kind: .refresh, request: Self.request(Self.kitty, by: 2, rebuilds: true))
    #expect(machine.complete() == [.answer([1], .completed), .start(refresh)])
  }

  // MARK: Withdrawing

  @Test func `lets one of several waiters go`() {
    var machine = Self.busy()
    _ = machine.request(Self.request(Self.kitty, by: 2))
    #expect(machine.withdraw(1) == [.answer([1], .cancelled)])
    #expect(machine.active?.isStopping == false)
    #expect(machine.withdraw(1) == [])
    #expect(machine.withdraw(2) == [.answer([2], .cancelled), .stop(operation: 1)])
    #expect(machine.active?.isStopping == true)
    #expect(machine.completeStop() == [])
    #expect(machine.position == .settled(.loggedOut))
  }

  @Test func `tells a waiter the truth after the point of no return`() {
    var machine = Self.busy(isIrrevocable: true)
    #expect(machine.withdraw(1) == [])
    #expect(machine.complete() == [.answer([1], .completed)])
  }

  @Test func `drops a waiting request with its last waiter`() {
    var machine = Self.busy(isIrrevocable: true)
    _ = machine.request(Self.request(.loggedOut, by: 2))
    _ = machine.request(Self.request(.loggedOut, by: 3))
    #expect(machine.withdraw(2) == [.answer([2], .cancelled)])
    #expect(machine.pending?.waiters == [3])
    #expect(machine.withdraw(3) == [.answer([3], .cancelled)])
    #expect(machine.pending == nil)
    #expect(machine.complete() == [.answer([1], .completed)])
  }

  @Test func `begins anew for whoever comes after the last waiter has gone`() {
    var machine = Self.busy()
    _ = machine.withdraw(1)
    #expect(machine.request(Self.request(Self.kitty, by: 2)) == [])
    let again = Machine.Operation(id: 2, kind: .transition, request: Self.request(Self.kitty, by: 2))
    #expect(machine.completeStop() == [.start(again)])
  }

  // MARK: A login without a session

  @Test func `wants whoever is about to be logged in, then whoever is, then nobody in particular`() {
    let anonymous = Machine.Goal.loggedIn(subject: "anonymous")
    #expect(Self.settled().loginRequest(subject: nil, anonymous: "anonymous").goal == anonymous)
    #expect(Self.settled(Self.kitty).loginRequest(subject: nil, anonymous: "anonymous").goal == Self.kitty)
    #expect(Self.settled(Self.kitty).loginRequest(subject: "tiger", anonymous: "anonymous").goal == Self.tiger)
    #expect(Self.busy().loginRequest(subject: nil, anonymous: "anonymous").goal == Self.kitty)
    #expect(
      Self.busy(from: Self.kitty, to: .loggedOut).loginRequest(subject: nil, anonymous: "anonymous").goal == anonymous)

    var waiting = Self.busy(isIrrevocable: true)
    _ = waiting.request(Self.request(Self.tiger, by: 2))
    #expect(waiting.loginRequest(subject: nil, anonymous: "anonymous").goal == Self.tiger)

    var withdrawn = Self.busy()
    _ = withdrawn.withdraw(1)
    #expect(withdrawn.loginRequest(subject: nil, anonymous: "anonymous").goal == anonymous)
  }
}
