// What a provider in a process of its own costs: a question there and back, and the start of the process.
import AppControllerKit
import Glibc
import Measuring
import ProviderPlugins

ProviderChild.runIfRequested()
Echo.runIfRequested()

let arguments = CommandLine.arguments
guard (2...3).contains(arguments.count) else { fatalError("usage: IsolationBenchmark C-PLUGIN [PEER]") }

let handle = try await HandleKeeper.handle()
let isolating = ProviderLoader(isolation: .process)
let peer = try arguments.dropFirst(2).first.map { try Peer($0) }

try await compareQuestions()
try await compareStarts()

@MainActor
func compareQuestions() async throws {
  let echo = try Echo()
  let loaded = try ProviderLoader().load(arguments[1])
  let isolated = try isolating.load(arguments[1])
  var suspending = isolating
  suspending.child.patience = .zero
  let suspended = try suspending.load(arguments[1])
  func question(_ name: String, to provider: PluginProvider, budget: String = "") -> Candidate {
    Candidate(name, parts: 100, budget: budget) {
      for _ in 0..<100 { _ = try await provider.configuration(for: handle) }
    }
  }
  var candidates = [
    Candidate("socket pair, there and back", parts: 100) { for _ in 0..<100 { echo.roundTrip() } },
    question("in a process of its own, the thread waits", to: isolated, budget: "<= 1.3"),
    question("in a process of its own, the task waits", to: suspended, budget: "<= 3"),
    question("in this process", to: loaded),
  ]
  if let peer {
    for transport in Peer.Transport.allCases {
      candidates.append(Candidate("go-plugin, \(transport.name)", parts: 100) { peer.ask(100, by: transport) })
    }
  }
  var questions = Comparison("a tiny question", unit: .microseconds, rounds: 201, warmUp: 20, candidates)
  try await questions.run()
}

@MainActor
func compareStarts() async throws {
  var echo: Echo?
  var provider: PluginProvider?
  // The kernel takes its time to end a process; without a pause the next candidate would pay for it.
  let pause: @MainActor () -> Void = { usleep(10_000) }
  var candidates = [
    Candidate("a bare process's, to its first answer") {
      echo = nil
      pause()
    } body: {
      echo = try Echo()
      echo?.roundTrip()
    },
    Candidate("a provider's, to its first answer", budget: "<= 5 ms") {
      provider = nil
      pause()
    } body: {
      provider = try isolating.load(arguments[1])
      _ = try await provider?.configuration(for: handle)
    },
  ]
  if let peer {
    for transport in Peer.Transport.allCases {
      let end: @MainActor () -> Void = {
        peer.end()
        pause()
      }
      candidates.append(
        Candidate("go-plugin's, \(transport.name), to its first answer", cleanUp: end) { peer.start(by: transport) })
    }
  }
  var starts = Comparison("the start", unit: .milliseconds, rounds: 101, warmUp: 5, candidates)
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
