import AppControllerKit
import Measuring
import ProviderPlugins
import Trees

/// Logs in and out, zero duration, two interfaces of fifty nodes, with validation and a store in memory.
@MainActor
func measureCycles(_ plugins: Plugins, memoryCycles: Int) async throws {
  let swap = Swap()
  let native = try await Cycle(TreeProvider())
  let inC = try await Cycle(plugins.inC)
  let inSwift = try await Cycle(plugins.inSwift)
  let batch = 100

  var comparison = Comparison(
    "login and logout, per cycle", unit: .microseconds, rounds: 301,
    [
      Candidate("closure swap", parts: batch) { for _ in 0..<batch { swap.run() } },
      Candidate("Swift object", parts: batch, budget: "<= 10 us") { for _ in 0..<batch { try await native.run() } },
      Candidate("C plugin", parts: batch, budget: "<= 15 us") { for _ in 0..<batch { try await inC.run() } },
      Candidate("Swift plugin", parts: batch, budget: "<= 30 us") { for _ in 0..<batch { try await inSwift.run() } },
    ]
  )
  try await comparison.run()

  print("\nresident memory over \(memoryCycles) cycles (budget: flat)")
  for (name, cycle) in [("Swift object", native), ("C plugin", inC), ("Swift plugin", inSwift)] {
    let before = System.residentBytes
    for _ in 0..<memoryCycles { try await cycle.run() }
    let after = System.residentBytes
    print("  \(name): \(before >> 10) KiB before, \(after >> 10) KiB after, \((after - before) >> 10) KiB more")
  }
}

/// A controller that is installed and logs in and out.
@MainActor
private final class Cycle {
  private let controller: AppController
  private let window = InterfaceWindow()
  private let session = Session(
    subject: "\(Tree.cycleCount)", displayName: "Kitty", secret: Secret("a-token-of-some-length")
  )

  init(_ provider: any AppControllerInterfaceProviding) async throws {
    controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
  }

  func run() async throws {
    guard case .completed = await controller.login(session), case .completed = await controller.logout() else {
      throw CycleFailure()
    }
  }
}

private struct CycleFailure: Error {}

/// What an app would do without a controller: two closures that make an interface, and a variable that holds it.
@MainActor
private final class Swap {
  private var installed: InterfaceDescription?
  private let makeLoggedIn: () -> InterfaceDescription = { Tree.description("logged-in", count: Tree.cycleCount) }
  private let makeLoggedOut: () -> InterfaceDescription = { Tree.description("logged-out", count: Tree.cycleCount) }

  func run() {
    installed = makeLoggedIn()
    keep(installed)
    installed = makeLoggedOut()
    keep(installed)
  }
}
