import AppControllerKit

/// Two descriptions that use every kind of node and nearly every property, for snapshots.
enum EveryKind {
  static let loggedOut = InterfaceDescription(
    "logged-out", language: "en", direction: .leftToRight, fallbackText: "Please update the app."
  ) {
    Screen("welcome", title: "Welcome", initialFocus: "email", primaryAction: "sign-in") {
      Image("https://example.com/kitty.png", alternative: "A sleeping kitty")
      Image(decorative: "https://example.com/line.png")
      Text("Kitty", style: .title)
      Text("Sign in to see\nyour kitties.")
      Banner(.warning, "The service is slow today.").live(.polite)
      Group("Account", style: .form) {
        TextField("email", "Email", content: .email, placeholder: "kitty@example.com")
          .required()
          .rule(.email, "That is no email address")
          .hint("We never share it.")
        SecureField("password", "Password").required().length(min: 4, max: 64)
        SecureField("again", "Password again", content: .newPassword).rule(.sameAs("password"))
        Toggle("stay", "Stay signed in", isOn: true)
        Toggle("terms", "I accept the terms").required("Accept the terms first")
        Picker("plan", "Plan", options: [.init("free", label: "Free"), .init("paid")], selection: ["free"]).required()
        Picker(
          "news", "News", options: [.init("daily"), .init("weekly"), .init("never")], isMultiple: true,
          selection: ["daily", "weekly"]
        )
      }
      Image(asset: "logo", alternative: "Kitty, in a circle", aspectRatio: 1)
      HStack {
        Button(
          "sign-in", "Sign in", style: .primary,
          action: Action(
            "sign-in", sends: ["email", "password"], payload: ["from": "welcome", "a": "b"], deadline: 10
          )
        )
        .enabled(when: .all([.filled("email", "password"), .any([.checked("terms"), .not(.valid("email"))])]))
        Spacer()
        Button("cancel", "Cancel", style: .cancel, action: Action("cancel", validates: false))
        Button("never", "Never", style: .destructive, action: "never").disabled()
      }
      Divider()
      Link("help", "Help", url: "https://example.com/help")
      Text("Not shown").hidden()
    }
  }

  static let loggedIn = InterfaceDescription("logged-in") {
    TabView("main", label: "Sections", selection: "kitties") {
      Tab("kitties", "Kitties", badge: "2") {
        NavigationStack("kitty-stack") {
          Screen("all", title: "All kitties") {
            Text("Two kitties")
          }
          Screen("one", title: "Mia") {
            ProgressView("Loading").busy()
            VStack { Text("Chip", style: .caption).fallback { Text("No chip") } }
            Sheet { Screen("photo", title: "Photo") { Text("A photo") } }
          }
        }
      }
      Tab("me", "Me") {
        Screen("profile", title: "Profile") {
          List("Kitties") {
            Item("mia", "Mia", text: "Asleep", badge: "new", action: Action("open", payload: ["id": "mia"]))
            Item("leo", "Leo") { Text("Away") }
          }
          Grid(columns: 2, minColumns: 1) {
            Code("MIA-1234", label: "Chip")
            ProgressView("Feeding", value: 3, total: 4, deadline: 90)
          }
          Table(
            "Visits",
            columns: [.init("Day"), .init("Kitty", weight: 2), .init("Treats", alignment: .end), .init("Photo")]
          ) {
            Row("visit-1", "Visit of Mia", action: "visit.open") {
              Text("Monday")
              Text("Mia")
              Text("3")
              Link("photo-1", "Photo of Monday", url: "https://example.com/1.jpg")
            }
            .hint("With her brother.")
            Row {
              Text("Tuesday")
              Text("Leo").hint("He sleeps.")
              Text("12")
              Image("https://example.com/2.jpg", alternative: "Leo asleep")
            }
          }
          Chart("Treats a day", values: [3, 12], labels: ["Mon", "Tue"])
          Chart("Weight: 3.9 to 4.2 kg", style: .line, values: [3.9, 4.1, 4.2, 4], unit: "kg").hint("Since May.")
          Code("MIA-1234", label: "Tag", qrCode: "https://example.com/chip?c=MIA-1234")
          SecretText("vault", "Key of the flap", value: "meow-1234").hint("For the sitter.")
          Button("out", "Sign out", action: .host(.logout))
          Button("copy", "Copy", action: .host(.copy, payload: ["text": "MIA-1234"]))
        }
      }
    }
  }
}
