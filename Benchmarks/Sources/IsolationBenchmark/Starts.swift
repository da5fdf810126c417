import AppControllerKit
import Glibc
import Measuring
import Plugins
import ProviderPlugins

/// Measures the time from the start of a process to its first answer, without its end.
@MainActor
struct Starts {
  private let peer: Peer

  init(_ peer: Peer) { self.peer = peer }

  func measure() async throws {
    guard Extent.includes("start") else { return }
    let handle = try await HandleKeeper.handle(nodes: 1)
    var comparison = Comparison(
      "start", "start a provider's process, to its first answer", unit: .milliseconds, rounds: 101,
      [bare(), isolated(handle), spare(handle)] + (try goPlugins()))
    try await comparison.run()
  }

  private func bare() -> Candidate {
    var echo: Echo?
    return Candidate("a bare process", note: "this executable, with the same libraries") {
      echo = nil
      Self.pause()
    } body: {
      echo = try Echo(answerBytes: 64)
      try echo?.roundTrip()
    }
  }

  private func isolated(_ handle: AppController.Handle) -> Candidate {
    var provider: PluginProvider?
    return Candidate("an isolated provider", note: "all the checks of its file, and the sandbox") {
      provider = nil
      Self.pause()
    } body: {
      provider = try ProviderLoader(isolation: .process).load(Plugin.inC.tree)
      _ = try await provider?.configuration(for: handle)
    }
  }

  private func spare(_ handle: AppController.Handle) -> Candidate {
    var loader = ProviderLoader(isolation: .process)
    loader.spares = SpareProcesses()
    return Candidate("an isolated provider, from a spare process", partsElsewhere: 1, note: "with all the checks") {
      [loader] in
      // Until there is one.
      try await Task.sleep(for: .milliseconds(100))
      let start = System.nanoseconds
      let provider = try await loader.loadSuspending(Plugin.inC.tree)
      _ = try await provider.configuration(for: handle)
      return [System.nanoseconds - start]
    }
  }

  private func goPlugins() throws -> [Candidate] {
    try GoPlugin.Transport.allCases.map { transport in
      try peer.candidate(transport.name) { program in
        let host = try GoPlugin(program)
        let end: @MainActor () -> Void = {
          host.end()
          Self.pause()
        }
        return Candidate(transport.name, partsElsewhere: 1, note: "no check, no sandbox", cleanUp: end) {
          try host.start(by: transport)
        }
      }
    }
  }

  /// Waits while the kernel ends a process, which would otherwise slow down the next candidate.
  private static func pause() { usleep(10_000) }
}
