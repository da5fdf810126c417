import ProviderSDK

/// The example app: sign in, look at kittens, browse a shop, log out.
final class KittyProvider: AppControllerInterfaceProviding {
  private var issuedTokens = 0

  func splashInterface(for controller: ControllerHandle) -> InterfaceDescription? {
    let words = Words(for: controller.traits)
    return InterfaceDescription("launching", language: words.language) {
      Screen("splash", title: "Kitty") {
        Text("🐱 Kitty", style: .title)
        ProgressView(words("Starting"))
      }
      .busy()
    }
  }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    let words = Words(for: controller.traits)
    return InterfaceDescription("logged-out", language: words.language) {
      Screen("sign-in-screen", title: words("Welcome to Kitty"), initialFocus: "email", primaryAction: "sign-in") {
        Text("🐱 Kitty", style: .title)
        Group(words("Sign in"), style: .form) {
          TextField("email", words("Email"), content: .email, placeholder: "kitty@example.com")
            .required(words("Enter your email address"))
          SecureField("password", words("Password"))
            .required(words("Enter your password"))
            .hint(words("At least four characters"))
          Button(
            "sign-in", words("Log In"), style: .primary, action: Action("sign-in", sends: ["email", "password"])
          )
          .enabled(when: .filled("email", "password"))
        }
      }
    }
  }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    let words = Words(for: controller.traits)
    return InterfaceDescription("logged-in", language: words.language) {
      TabView("main", label: "Kitty", selection: "feed") {
        Tab("feed", words("Feed")) { NavigationStack { feed(words) } }
        Tab("products", words("Products")) { NavigationStack { products(words) } }
        Tab("profile", words("Profile")) { profile(of: controller.session, words) }
      }
    }
  }

  /// Describes a product whose address somebody opens.
  func screenInterface(_ id: String, for controller: ControllerHandle) -> InterfaceDescription? {
    let product = Product.all.first { $0.screen == id }
    return controller.state == .loggedIn ? product.map { details(of: $0, Words(for: controller.traits)) } : nil
  }

  func asset(_ name: String, for controller: ControllerHandle) -> [UInt8]? {
    Kitten.all.indices.first { name == "kitten-\($0 + 1)" }.map { Kitten.pictures[$0] }
  }

  func perform(_ action: InterfaceAction, for controller: ControllerHandle) throws -> ActionResponse {
    let words = Words(for: controller.traits)
    switch action.name {
    case "sign-in": return signIn(email: action["email"] ?? "", password: action["password"] ?? "", words)
    case "sign-out": return .logout
    case "product.open": return .push(details(of: try product(action.payload["product"] ?? ""), words))
    default: throw AppControllerError.unsupported(action.name)
    }
  }
}

// MARK: - Signing in

extension KittyProvider {
  private func signIn(email: String, password: String, _ words: Words) -> ActionResponse {
    let name = email.prefix { $0 != "@" }
    var response = ActionResponse.nothing
    if name.isEmpty || name == email || email.hasSuffix("@") {
      response.fieldError("email", words("Enter an email address such as kitty@example.com"))
    }
    if password.utf8.count < 4 { response.fieldError("password", words("Use at least four characters")) }
    guard response == .nothing else { return response }
    issuedTokens += 1
    let token = Secret("kitty-token-\(issuedTokens)")
    return .login(Session(subject: email, displayName: String(name), secret: token))
  }
}

// MARK: - Screens

extension KittyProvider {
  private func feed(_ words: Words) -> some InterfaceContent {
    Screen("feed-screen", title: words("Feed")) {
      List(words("Kittens")) {
        for (number, kitten) in Kitten.all.enumerated() {
          Item("kitten-\(number + 1)", kitten.name) {
            Image(asset: "kitten-\(number + 1)", alternative: words(kitten.picture), aspectRatio: 16 / 9)
          }
        }
      }
    }
  }

  private func products(_ words: Words) -> some InterfaceContent {
    Screen("products-screen", title: words("Products")) {
      List(words("Products")) {
        for product in Product.all {
          Item(
            "product-\(product.number)", words(product.name), text: words(product.price),
            action: Action("product.open", payload: ["product": "\(product.number)"])
          )
        }
      }
    }
  }

  private func profile(of session: Session?, _ words: Words) -> some InterfaceContent {
    Screen("profile-screen", title: words("Profile")) {
      Text(words("Hello, …!", session?.greetingName ?? words("friend")), style: .heading)
      if let session { Text(words("Signed in as …", session.subject)) }
      Button("sign-out", words("Log Out"), style: .destructive, action: "sign-out")
    }
  }

  private func details(of product: Product, _ words: Words) -> InterfaceDescription {
    InterfaceDescription("product-\(product.number)", language: words.language) {
      Screen(product.screen, title: words(product.name)) {
        Text(words(product.name), style: .heading)
        Text(words(product.price))
        Text(words(product.summary))
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
