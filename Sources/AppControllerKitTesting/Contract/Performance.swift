import AppControllerKit

/// One action that an interface names, done by a provider that was made for it.
@MainActor
struct Performance {
  let provider: any AppControllerInterfaceProviding
  /// The state whose interface names it.
  let state: AppController.State
  /// The node that it came from.
  let node: InterfaceDescription.Node
  let interface: InterfaceDescription
  let action: InterfaceAction
  /// The secrets that were typed.
  let typed: [String]
  let result: Result<ActionResponse, any Error>

  /// The answer; `nil` when there was an error.
  var response: ActionResponse? { try? result.get() }
  /// The error; `nil` when there was an answer.
  var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The action and where it is, for a report.
  var name: String { "the action \"\(action.name)\" of \(node.path) in the interface \"\(interface.id)\"" }
}

extension Examination {
  /// How often one action is done when many nodes name it.
  private static let repetitions = 4

  /// Does every action that the two interfaces name, once with empty inputs and once with filled ones.
  ///
  /// - Parameter body: Is called with each; a provider is asked about one action only.
  func perform(_ body: (Performance) async -> Void) async {
    for state in Self.states {
      guard let interface = await interface(state, of: makeProvider()) else { continue }
      var counts: [String: Int] = [:]
      for node in interface.allNodes {
        guard let described = node.action, described.scope == .provider else { continue }
        counts[described.name, default: 0] += 1
        if counts[described.name, default: 0] > Self.repetitions { continue }
        for isFilled in [false, true] {
          if isFilled, described.sends.isEmpty { continue }
          await body(await perform(described, of: node, in: interface, state, isFilled: isFilled))
        }
      }
    }
  }

  /// What the host would send for a node.
  func action(_ described: ActionDescription, of node: InterfaceDescription.Node, isFilled: Bool) -> InterfaceAction {
    let filling = Filling(of: node.screen, given: contract.values)
    let values = described.sends.map { ($0, filling.value(of: $0, isFilled: isFilled)) }
    return InterfaceAction(
      described.name, nodeID: node.id ?? "", values: Dictionary(values) { first, _ in first },
      payload: described.payload, revision: 1
    )
  }

  private func perform(
    _ described: ActionDescription, of node: InterfaceDescription.Node, in interface: InterfaceDescription,
    _ state: AppController.State, isFilled: Bool
  ) async -> Performance {
    let action = action(described, of: node, isFilled: isFilled)
    let provider = makeProvider()
    _ = await self.interface(state, of: provider)
    let result: Result<ActionResponse, any Error>
    do {
      result = .success(try await provider.perform(action, for: handle(state)))
    } catch {
      result = .failure(error)
    }
    let typed = Filling(of: node.screen, given: contract.values).secrets(among: isFilled ? described.sends : [])
    return Performance(
      provider: provider, state: state, node: node, interface: interface, action: action, typed: typed, result: result
    )
  }
}
