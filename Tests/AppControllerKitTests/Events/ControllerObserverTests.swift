import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `What observes a controller` {
  /// Writes down what it is told.
  private final class Notebook: ControllerObserver {
    private(set) var lines: [String] = []

    func observe(_ observation: ControllerObservation) {
      switch observation {
      case .requestReceived(let input, let number): lines.append("\(number) asked \(Self.name(of: input))")
      case .requestAnswered(let number, let outcome): lines.append("\(number) answered \(outcome)")
      case .requestWithdrawn(let number): lines.append("\(number) withdrawn")
      case .stepBegan(let step, let operation): lines.append("step \(step) of \(operation)")
      case .operationEnded(let operation): lines.append("end of \(operation)")
      case .eventEmitted(let event): lines.append("event \(String(describing: event.kind).prefix { $0 != "(" })")
      case .hookCalled(let hook): lines.append("calls \(hook.name)")
      case .hookReturned(let hook, let objection):
        lines.append("called \(hook.name)\(objection.map { ": \($0)" } ?? "")")
      case .store(.called(let call, let number)): lines.append("store \(number) \(Self.name(of: call))")
      case .store(.returned(let answer, let number)):
        lines.append("store \(number) has \((try? answer.get().generation).map { "\($0)" } ?? "failed")")
      case .store(.hasChanged(let generation)): lines.append("store tells \(generation.map { "\($0)" } ?? "something")")
      }
    }

    private static func name(of input: Any) -> Substring { "\(input)".prefix { $0 != "(" } }
  }

  @Test func `is told what is asked, each step, each call and each event, in their order`() async throws {
    let fixture = ControllerFixture()
    let (one, two) = (Notebook(), Notebook())
    for observer in [one, two] { fixture.controller.addObserver(observer) }
    fixture.controller.willLoginHandler = { _ in }
    try await fixture.install()
    await fixture.controller.login(.kitty)
    #expect(
      one.lines == [
        "1 asked install", "step showSplash of 0", "event launching", "step loadSession of 0", "store 1 load",
        "store 1 has 0", "step askInitialState of 0", "step describe of 0", "step exchange of 0", "event installed",
        "end of 0", "1 answered done",
        "2 asked login", "event requested", "event began", "step askForVeto(hook: 0) of 1", "step describe of 1",
        "step configure of 1", "event prepared", "step callWill(hook: 0) of 1", "calls will", "called will",
        "step save of 1", "store 2 replace", "store 2 has 1", "step exchange of 1", "event exchanged",
        "step animate of 1", "step callDid(hook: 0) of 1", "step tellProvider of 1", "end of 1", "event completed",
        "2 answered completed",
      ])
    #expect(two.lines == one.lines)
  }

  @Test func `is told what failed, what was withdrawn, and what is shown differently`() async throws {
    let fixture = ControllerFixture()
    let notebook = Notebook()
    try await fixture.install()
    fixture.controller.addObserver(notebook)
    fixture.controller.shouldTransitionHandler = { _ in throw Veto("no") }
    await fixture.controller.login(.kitty)
    #expect(notebook.lines.contains("called should: no") && notebook.lines.last == "1 answered vetoed")
    fixture.provider.failures = [.loggedOutInterface]
    _ = try? await fixture.controller.describe(.loggedOut)
    #expect(notebook.lines.last == "2 answered failed: ACK3002")
    fixture.controller.terminate()
    #expect(notebook.lines.suffix(2) == ["3 asked terminate", "event terminated"])
  }

  /// What a cancelled task asks for is not asked.
  @Test func `is told nothing of a transition that a cancelled task asks for`() async throws {
    let fixture = ControllerFixture()
    let notebook = Notebook()
    try await fixture.install()
    fixture.controller.addObserver(notebook)
    let task = Task { [await fixture.controller.login(.kitty), await fixture.controller.logout(force: true)] }
    task.cancel()
    #expect(await task.value == [.cancelled, .cancelled])
    #expect(notebook.lines == [])
  }
}
