package import AppControllerKit

/// An action of the provider's that an interface names, and the node that it comes from.
package struct OfferedAction {
  package let described: ActionDescription
  package let node: InterfaceDescription.Node

  /// How often one action is tried that many nodes name.
  private static let repetitions = 4

  /// The actions that an interface names, in its order.
  package static func all(in interface: InterfaceDescription) -> [OfferedAction] {
    var counts: [String: Int] = [:]
    return interface.allNodes.compactMap { node in
      guard let described = node.action, described.scope == .provider else { return nil }
      counts[described.name, default: 0] += 1
      return counts[described.name, default: 0] > repetitions ? nil : OfferedAction(described: described, node: node)
    }
  }

  /// What is put into the inputs of its screen.
  func filling(_ given: InputValues = [:]) -> Filling { Filling(of: node.screen, given: given) }

  /// What a host sends for it.
  ///
  /// - Parameters:
  ///   - isFilled: Whether the inputs are filled in.
  ///   - given: What is put into inputs, by their names; others are filled with something that fits.
  /// - Returns: The action, of the first revision.
  package func made(isFilled: Bool, given: InputValues = [:]) -> InterfaceAction {
    let filling = filling(given)
    let values = described.sends.map { ($0, filling.value(of: $0, isFilled: isFilled)) }
    return InterfaceAction(
      described.name, nodeID: node.id ?? "", values: Dictionary(values) { first, _ in first },
      payload: described.payload, revision: 1
    )
  }

  /// What a host lets through: with nothing filled in, where no rule of an input is broken by that, and with everything.
  package var attempts: [InterfaceAction] {
    let empty = made(isFilled: false)
    let isRefused =
      described.validates && !Form(of: node.screen).complaints(about: described.sends, empty.values).isEmpty
    return (isRefused ? [] : [empty]) + [made(isFilled: true)]
  }
}
