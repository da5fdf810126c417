import AppControllerKit

/// A screen with one input of every kind.
let signInForm = InterfaceDescription("form", language: "en") {
  Screen("sign-in", title: "Sign in", primaryAction: "go") {
    Text("Welcome")
    TextField("email", "Email", content: .email).required()
    SecureField("password", "Password").required()
    Toggle("stay", "Stay signed in")
    Picker("role", "Role", options: [.init("cat", label: "Cat"), .init("dog", label: "Dog")])
    Picker("toys", "Toys", options: [.init("ball"), .init("string")], isMultiple: true)
    Button("go", "Log In", style: .primary, action: Action("go", sends: ["email", "password"]))
      .enabled(when: .filled("email", "password"))
    Link("help", "Help", url: "https://example.com/help")
  }
}

/// A tab bar, with a screen to go back from.
let tabbedApp = InterfaceDescription("app", language: "en") {
  TabView("main", label: "Kitty", selection: "products") {
    Tab("feed", "Feed") { Screen("feed-screen", title: "Feed") { Text("Nothing") } }
    Tab("products", "Products") {
      NavigationStack {
        Screen("list", title: "All") { Text("Much") }
        Screen("product", title: "Ball") { Button("buy", "Buy", action: "buy") }
      }
    }
  }
}
