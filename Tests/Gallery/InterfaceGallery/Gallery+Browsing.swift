import AppControllerKit

// Inside: what somebody who is signed in walks through.
extension Gallery {
  static let feed = InterfaceDescription("feed", language: "en") {
    TabView("kitty", label: "Kitty", selection: "feed-tab") {
      Tab("feed-tab", "Feed") {
        NavigationStack {
          Screen("feed-screen", title: "Feed") {
            Grid(columns: 2) {
              kitten("mittens", "Mittens", alternative: "A grey tabby asleep in a shoe box")
              kitten("biscuit", "Biscuit", alternative: "A ginger kitten with one white paw")
              kitten("pepper", "Pepper", alternative: "A black kitten on a red cushion")
              kitten("clover", "Clover", alternative: "A calico kitten in tall grass").busy()
            }
          }
        }
      }
      Tab("favourites-tab", "Favourites") {
        NavigationStack {
          Screen("favourites-screen", title: "Favourites") {
            Text("Choose a kitten in the feed to keep it here.")
          }
        }
      }
    }
  }

  private static func kitten(_ id: String, _ name: String, alternative: String) -> Item<Image> {
    Item(id, name, action: Action("kitten.open", payload: ["kittenId": id])) {
      Image("https://example.com/kittens/\(id).jpg", alternative: alternative)
    }
  }

  static let profile = InterfaceDescription("profile", language: "en") {
    Screen("profile-screen", title: "Profile") {
      Image("https://example.com/people/ada.jpg", alternative: "Ada Kowalska, laughing, with a kitten on her shoulder")
      Text("Ada Kowalska", style: .heading)
      Text("ada@example.com", style: .caption)
      Divider()
      Button("edit", "Edit profile", action: "profile.edit")
      Spacer()
      Button("log-out", "Log out", style: .destructive, action: .host(.logout))
    }
  }

  static let products = InterfaceDescription("products", language: "en") {
    NavigationStack("shop") {
      Screen("products-screen", title: "Products") {
        List("Toys") {
          toy("42", "Feather wand", price: "€6.50")
          toy("43", "Cardboard castle", price: "€24.00", badge: "new")
          toy("44", "Catnip mouse", price: "€4.20")
        }
      }
    }
  }

  private static func toy(_ number: String, _ name: String, price: String, badge: String? = nil) -> Item<EmptyContent> {
    Item(
      "item-\(number)", name, text: price, badge: badge,
      action: Action("product.open", payload: ["productId": number])
    )
  }

  static let product = InterfaceDescription("product", language: "en") {
    Screen("product-42", title: "Feather wand", primaryAction: "add") {
      Image(asset: "feather-wand", alternative: "A kitten leaping at three feathers on a rod")
      Text("€6.50", style: .heading)
      Text("Three feathers on a springy rod, for a kitten that likes to leap.\nThe feathers can be replaced.")
      Button("add", "Add to basket", style: .primary, action: Action("basket.add", payload: ["productId": "42"]))
    }
  }

  static let orders = InterfaceDescription("orders", language: "en") {
    Screen("orders-screen", title: "Orders") {
      Table(
        "Your orders", columns: [.init("Order"), .init("Toy", weight: 1), .init("Price", alignment: .end)]
      ) {
        order("1042", "Feather wand", price: "€6.50")
        order("0988", "Cardboard castle", price: "€24.00")
        order("0731", "Catnip mouse", price: "€4.20")
      }
      Chart("Orders a month: 2 to 11, now 3", style: .line, values: [2, 4, 7, 11, 3])
      Chart("Spent since May", values: [6.5, 24, 4.2], labels: ["May", "June", "July"], unit: "€")
    }
  }

  private static func order(_ number: String, _ name: String, price: String) -> some InterfaceContent {
    Row("order-\(number)", "Order \(number), \(name)", action: Action("order.open", payload: ["orderId": number])) {
      Text("#\(number)")
      Text(name)
      Text(price)
    }
  }

  static let recovery = InterfaceDescription("recovery", language: "en") {
    Screen("recovery-screen", title: "Your recovery code") {
      Text("It opens your account when your phone is lost. Keep it where only you find it.")
      SecretText("recovery-code", "Recovery code", value: "k3v9-27mq-x8td").hint("We cannot show it again.")
      Button("kept", "I have kept it", style: .primary, action: "recovery.kept")
    }
  }

  static let tabBar = InterfaceDescription("tab-bar", language: "en") {
    TabView("mail", label: "Mail", selection: "inbox") {
      Tab("inbox", "Inbox", badge: "2") {
        NavigationStack("inbox-stack") {
          Screen("inbox-screen", title: "Inbox") {
            List("Messages") {
              letter("1", from: "Grace", about: "Lunch on Friday?", badge: "new")
              letter("2", from: "The library", about: "Two books are due", badge: "new")
              letter("3", from: "Edsger", about: "Notes from the meeting")
            }
          }
        }
      }
      Tab("settings", "Settings") {
        NavigationStack("settings-stack") {
          Screen("settings-screen", title: "Settings") {
            Toggle("notify", "Tell me about new mail", isOn: true)
            Button("save", "Save", style: .primary, action: Action("settings.save", sends: ["notify"]))
            Link("help", "Help", url: "https://example.com/help/mail")
          }
        }
      }
    }
  }

  private static func letter(
    _ number: String, from sender: String, about subject: String, badge: String? = nil
  ) -> Item<EmptyContent> {
    Item(
      "letter-\(number)", sender, text: subject, badge: badge,
      action: Action("letter.open", payload: ["letterId": number])
    )
  }
}
