import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

/// Calls of a provider that no transition makes: each has its deadline all the same.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A call beside a transition` {
  private let clock = ManualClock()
  private let fixture: ControllerFixture
  private let gate = Gate()
  private var controller: AppController { fixture.controller }

  init() {
    fixture = ControllerFixture(clock: clock)
    fixture.passAnimations(of: clock)
  }

  private func hang(at question: RecordedQuestion.Kind) {
    fixture.provider.steps[question] = { [gate] in await gate.waitIgnoringCancellation() }
  }

  private func passTime() async {
    await gate.arrived()
    await clock.sleeperArrived()
    clock.advance(by: .seconds(30))
  }

  private static let details = InterfaceDescription("details") {
    Screen("details", title: "Details") { Button("back", "Back", action: "back") }
  }

  @Test func `keeps no order waiting for the news that a screen was left`() async throws {
    try await fixture.install()
    await controller.login(.kitty)
    fixture.provider.answers = [
      "open": .push(Self.details),
      "back": ActionResponse {
        $0.pop(); $0.message(.info, "left")
      },
    ]
    _ = try await controller.perform(nodeID: "open")
    var log: [String] = []
    controller.logHandler = { log.append("\($0): \($1)") }
    hang(at: "notify did-pop")
    let outcome = try await controller.perform(nodeID: "back")
    #expect(outcome.response.effects.count == 2)
    #expect(controller.rootContainer.visibleScreen?.id == "first")
    #expect(await controller.logout(force: true).isCompleted)
    await passTime()
    await reached { !log.isEmpty }
    #expect(log == ["warning: the provider has not returned from the event did-pop within 30.0 seconds [ACK3009]"])
    gate.open()
  }

  @Test(arguments: [RecordedQuestion.Kind("logged-out"), "configuration", "initial"])
  func `is given up on when it takes too long`(_ question: RecordedQuestion.Kind) async throws {
    hang(at: question)
    let call = Task {
      switch question {
      case "logged-out": _ = try await controller.describe(.loggedOut)
      case "configuration": _ = try await controller.configuration(of: .loggedOut)
      default: _ = try await controller.initialState()
      }
    }
    await passTime()
    let error = await #expect(throws: AppControllerError.self) { try await call.value }
    #expect(error?.code == .timedOut)
    let late = await #expect(throws: AppControllerError.self) { try await controller.describe(.loggedOut) }
    #expect(late?.code == .providerBusy)
    gate.open()
    await reached { !controller.questions.isAsking }
  }

  @Test func `is made by one type alone`() throws {
    let names =
      "isInitiallyLoggedIn|configuration|loggedOutInterface|loggedInInterface|splashInterface|screenInterface"
      + "|perform|asset|sessionEnded|refresh|notify|screenDidChange|answerCall"
    let call = try Regex("await [^/]*\\.(\(names))\\(([^)]*, )?for: ")
    let root = try #require(#filePath.firstRange(of: "/Tests/").map { #filePath[..<$0.lowerBound] })
    var callers: [String: Int] = [:]
    for module in ["AppControllerKit", "AppControllerWeb", "AppControllerTerminal", "appctl"] {
      let folder = "\(root)/Sources/\(module)"
      let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
      for file in files where file.hasSuffix(".swift") {
        let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
        let count = lines.count { $0.contains(call) }
        if count > 0 { callers["\(module)/\(file)"] = count }
      }
    }
    #expect(callers.keys.sorted() == ["AppControllerKit/Transition/ProviderQuestions.swift"])
    #expect(callers.values.max() ?? 0 >= 12, "the pattern finds the calls that there are")
  }
}
