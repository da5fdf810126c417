import ProviderSDK

/// The example app: sign in, look at kittens, browse a shop, log out.
final class KittyProvider: AppControllerInterfaceProviding {
  private var issuedTokens = 0

  func splashInterface(for controller: ControllerHandle) -> InterfaceDescription? {
    InterfaceDescription("launching", language: "en") {
      Screen("splash", title: "Kitty") {
        Text("🐱 Kitty", style: .title)
        ProgressView("Starting")
      }
      .busy()
    }
  }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-out", language: "en") {
      Screen("sign-in-screen", title: "Welcome to Kitty", initialFocus: "email", primaryAction: "sign-in") {
        Text("🐱 Kitty", style: .title)
        Group("Sign in", style: .form) {
          TextField("email", "Email", content: .email, placeholder: "kitty@example.com")
            .required("Enter your email address")
          SecureField("password", "Password")
            .required("Enter your password")
            .hint("At least four characters")
          Button("sign-in", "Log In", style: .primary, action: Action("sign-in", sends: ["email", "password"]))
            .enabled(when: .filled("email", "password"))
        }
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("logged-in", language: "en") {
      TabView("main", label: "Kitty", selection: "feed") {
        Tab("feed", "Feed") { NavigationStack { feed } }
        Tab("products", "Products") { NavigationStack { products } }
        Tab("profile", "Profile") { profile(of: controller.session) }
      }
    }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) throws -> ActionResponse {
    switch action.name {
    case "sign-in": signIn(email: action["email"] ?? "", password: action["password"] ?? "")
    case "sign-out": .logout
    case "product.open": .push(details(of: try product(action.payload["product"] ?? "")))
    default: throw AppControllerError.unsupported(action.name)
    }
  }
}

// MARK: - Signing in

extension KittyProvider {
  private func signIn(email: String, password: String) -> ActionResponse {
    let name = email.prefix { $0 != "@" }
    var response = ActionResponse.nothing
    if name.isEmpty || name == email || email.hasSuffix("@") {
      response.fieldError("email", "Enter an email address such as kitty@example.com")
    }
    if password.utf8.count < 4 { response.fieldError("password", "Use at least four characters") }
    guard response == .nothing else { return response }
    issuedTokens += 1
    let token = Secret("kitty-token-\(issuedTokens)")
    return .login(Session(subject: email, displayName: String(name), secret: token))
  }
}

// MARK: - Screens

extension KittyProvider {
  private var feed: some InterfaceContent {
    Screen("feed-screen", title: "Feed") {
      List("Kittens") {
        for (number, kitten) in Kitten.all.enumerated() {
          Item("kitten-\(number + 1)", kitten.name) {
            Image("https://example.com/kittens/\(number + 1).jpg", alternative: kitten.picture)
          }
        }
      }
    }
  }

  private var products: some InterfaceContent {
    Screen("products-screen", title: "Products") {
      List("Products") {
        for product in Product.all {
          Item(
            "product-\(product.number)", product.name, text: product.price,
            action: Action("product.open", payload: ["product": "\(product.number)"])
          )
        }
      }
    }
  }

  private func profile(of session: Session?) -> some InterfaceContent {
    Screen("profile-screen", title: "Profile") {
      Text("Hello, \(session?.greetingName ?? "friend")!", style: .heading)
      if let session { Text("Signed in as \(session.subject)") }
      Button("sign-out", "Log Out", style: .destructive, action: "sign-out")
    }
  }

  private func details(of product: Product) -> InterfaceDescription {
    InterfaceDescription("product-\(product.number)", language: "en") {
      Screen("product-\(product.number)-screen", title: product.name) {
        Text(product.name, style: .heading)
        Text(product.price)
        Text(product.summary)
      }
    }
  }

  private func product(_ number: String) throws -> Product {
    guard let product = Product.all.first(where: { "\($0.number)" == number }) else {
      throw UnknownProduct(number: number)
    }
    return product
  }
}

extension Session {
  fileprivate var greetingName: String { displayName.isEmpty ? subject : displayName }
}
