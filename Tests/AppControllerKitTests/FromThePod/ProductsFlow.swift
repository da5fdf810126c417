import AppControllerKit

/// The article's flow: it owns a stack, and its screens ask it for the next one.
final class ProductsFlow: InterfaceController {
  private let navigation: NavigationContainer

  init(_ products: [String]) throws(AppControllerError) {
    let list = try ProductList(products)
    navigation = NavigationContainer(root: list)
    super.init()
    list.flow = self
    add(navigation)
  }

  func startDetails(for product: String) throws(AppControllerError) {
    navigation.push(try ProductDetails(product))
  }
}

final class ProductList: ScreenController {
  weak var flow: ProductsFlow?

  init(_ products: [String]) throws(AppControllerError) {
    try super.init(
      InterfaceDescription("products") {
        Screen("products", title: "Products") {
          for product in products { Button(product, product, action: "details") }
        }
      })
  }

  override func answer(to action: InterfaceAction) async throws -> ActionResponse? {
    guard action.name == "details" else { return nil }
    try flow?.startDetails(for: action.nodeID)
    return .nothing
  }
}

final class ProductDetails: ScreenController {
  init(_ product: String) throws(AppControllerError) {
    try super.init(
      InterfaceDescription("product") {
        Screen("details", title: product) { Button("order", "Order", action: "order") }
      })
  }
}
