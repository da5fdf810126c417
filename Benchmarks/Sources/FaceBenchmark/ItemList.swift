import AppControllerKit

/// A screen with a field and a list below it, whose items can be pressed or not.
final class ItemList: AppControllerInterfaceProviding {
  static let field = "query"

  private let nodes: Int
  private let arePressable: Bool

  /// Makes an interface with a number of nodes.
  init(nodes: Int, arePressable: Bool) {
    self.nodes = nodes
    self.arePressable = arePressable
  }

  func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(transitionDuration: .zero, style: .none)
  }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }

  private var interface: InterfaceDescription {
    // The screen, the field and the list are nodes too.
    InterfaceDescription("items") {
      Screen("items", title: "Items", initialFocus: Self.field) {
        TextField(Self.field, "Search")
        List("Results") {
          for number in 0..<nodes - 3 {
            Item("item-\(number)", "Item \(number)", text: "More about it", action: arePressable ? "open" : nil)
          }
        }
      }
    }
  }
}
