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
  /// Does every action that the two interfaces name, once with empty inputs and once with filled ones.
  ///
  /// - Parameter body: Is called with each; a provider is asked about one action only.
  func perform(_ body: (Performance) async -> Void) async {
    for state in Self.states {
      guard let interface = await interface(state, of: makeProvider()) else { continue }
      for offered in OfferedAction.all(in: interface) {
        for isFilled in offered.described.sends.isEmpty ? [false] : [false, true] {
          await body(await perform(offered, in: interface, state, isFilled: isFilled))
        }
      }
    }
  }

  private func perform(
    _ offered: OfferedAction, in interface: InterfaceDescription, _ state: AppController.State, isFilled: Bool
  ) async -> Performance {
    let action = offered.made(isFilled: isFilled, given: contract.values)
    let provider = makeProvider()
    _ = await self.interface(state, of: provider)
    let result: Result<ActionResponse, any Error>
    do {
      result = .success(try await provider.perform(action, for: handle(state)))
    } catch {
      result = .failure(error)
    }
    let typed = offered.filling(contract.values).secrets(among: isFilled ? offered.described.sends : [])
    return Performance(
      provider: provider, state: state, node: offered.node, interface: interface, action: action, typed: typed,
      result: result
    )
  }
}
