// What a provider in a process of its own costs: a question there and back, and the start of the process.
import AppControllerKit
import Glibc
import Measuring
import ProviderPlugins

ProviderChild.runIfRequested()
Echo.runIfRequested()

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: IsolationBenchmark C-PLUGIN") }

let handle = try await HandleKeeper.handle()
let loaded = try ProviderLoader().load(arguments[1])
let isolated = try ProviderLoader(isolation: .process).load(arguments[1])
let echo = try Echo()

try await compareQuestions()
try await compareStarts()

@MainActor
func compareQuestions() async throws {
  var questions = Comparison(
    "a tiny question", unit: .microseconds, rounds: 201, warmUp: 20,
    [
      Candidate("socket pair, there and back", parts: 100) { for _ in 0..<100 { echo.roundTrip() } },
      Candidate("in a process of its own", parts: 100, budget: "<= 1.3") {
        for _ in 0..<100 { _ = try await isolated.configuration(for: handle) }
      },
      Candidate("in this process", parts: 100) {
        for _ in 0..<100 { _ = try await loaded.configuration(for: handle) }
      },
    ]
  )
  try await questions.run()
}

@MainActor
func compareStarts() async throws {
  var starts = Comparison(
    "the start", unit: .milliseconds, rounds: 101, warmUp: 5,
    [
      Candidate("a bare process") { _ = try Echo() },
      Candidate("a provider's, to its first answer", budget: "<= 5 ms") {
        _ = try await ProviderLoader(isolation: .process).load(arguments[1]).configuration(for: handle)
      },
    ]
  )
  try await starts.run()
}

/// Keeps the handle that it is asked with, so that a plugin can be asked without a controller.
final class HandleKeeper: AppControllerInterfaceProviding {
  private(set) var handle: AppController.Handle?

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    handle = controller
    return InterfaceDescription("empty") { Screen("empty", title: "Empty") {} }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    loggedOutInterface(for: controller)
  }

  @MainActor
  static func handle() async throws -> AppController.Handle {
    let keeper = HandleKeeper()
    _ = try await AppController(interfaceProvider: keeper).describe(.loggedOut)
    guard let handle = keeper.handle else { fatalError("nobody asked for the interface") }
    return handle
  }
}
