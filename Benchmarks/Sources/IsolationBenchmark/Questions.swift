import AppControllerKit
import Measuring
import Plugins
import ProviderPlugins
import Trees

/// Asks a provider and waits for the answer: the configuration of a transition, and trees of two sizes.
@MainActor
struct Questions {
  private static let calls = 100

  private let peer: Peer

  init(_ peer: Peer) { self.peer = peer }

  func measure() async throws {
    let growth = Growth(
      "question", "a question to a provider", unit: .microseconds, over: [0, 50, 1000], of: "nodes", isPerPart: false,
      showsRate: true)
    try await growth.run(rounds: { $0 < 1000 ? 201 : 51 }, warmUp: 10, candidates)
  }

  private func candidates(_ nodes: Int) async throws -> [Candidate] {
    let handle = try await HandleKeeper.handle(nodes: max(1, nodes))
    let bytes = nodes == 0 ? 64 : JSONRenderer().render(Tree.description("logged-in", count: nodes)).utf8.count
    let isolating = ProviderLoader(isolation: .process)
    var suspending = isolating
    suspending.child.patience = .zero
    func question(_ name: String, to loader: ProviderLoader, note: String) -> Candidate {
      let provider = Lazy {
        let provider = try loader.load(Plugin.inC.tree)
        guard nodes > 0 else { return provider }
        let tree = try await provider.loggedInInterface(for: handle)
        guard tree == Tree.description("logged-in", count: nodes) else { throw OtherTree() }
        return provider
      }
      return Candidate(name, calls: Self.calls, note: note) {
        let provider = try await provider()
        if nodes == 0 {
          _ = try await provider.configuration(for: handle)
        } else {
          keep(try await provider.loggedInInterface(for: handle))
        }
      }
    }
    let echo = Lazy { try Echo(answerBytes: bytes) }
    return [
      Candidate("socket pair", calls: Self.calls, note: "a bare process sends as many bytes as the answer's JSON has") {
        try await echo().roundTrip()
      },
      question(
        "isolated, the thread waits", to: isolating, note: "what an app gets, with the sandbox and a plugin in C"),
      question("isolated, the task waits", to: suspending, note: "as if the answer took long"),
      question("in this process", to: ProviderLoader(), note: "the same plugin, loaded"),
    ] + (try goPlugins(answerBytes: bytes))
  }

  private func goPlugins(answerBytes bytes: Int) throws -> [Candidate] {
    try GoPlugin.Transport.allCases.map { transport in
      try peer.candidate(transport.name) { program in
        let host = try GoPlugin(program)
        return Candidate(transport.name, partsElsewhere: 1, note: "a text of as many bytes; no sandbox") {
          try host.ask(Self.calls, answerBytes: bytes, by: transport)
        }
      }
    }
  }
}

/// The error of a plugin's tree that differs from the native one.
struct OtherTree: Error {}
