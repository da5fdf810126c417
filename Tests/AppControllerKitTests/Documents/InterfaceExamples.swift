import AppControllerKit

/// The examples of the reference: what stands between the markers is shown there, and this is where it is compiled.
enum InterfaceExamples {
  /// An example by its name.
  struct Example: Sendable {
    let name: String
    let interface: InterfaceDescription
    /// Whether it is a root, and not nodes that stand in a screen.
    let isRoot: Bool
  }

  /// The examples of the kinds, each under the kind's name.
  static let kinds: [Example] = [
    nodes("stack", stack), nodes("grid", grid), nodes("group", group), nodes("list", list), nodes("item", item),
    nodes("divider", divider), nodes("spacer", spacer), root("screen", screen), root("tabs", tabs),
    root("navigation", navigation), root("presented", presented), nodes("text", text), nodes("code", code),
    nodes("image", image), nodes("field", field), nodes("toggle", toggle), nodes("choice", choice),
    nodes("button", button), nodes("link", link), nodes("progress", progress), nodes("banner", banner),
    nodes("table", table), nodes("row", row), nodes("chart", chart), nodes("secret", secret),
  ]

  private static func root(_ name: String, _ content: some InterfaceContent) -> Example {
    Example(name: name, interface: InterfaceDescription("example") { content }, isRoot: true)
  }

  static func nodes(_ name: String, _ content: some InterfaceContent) -> Example {
    let interface = InterfaceDescription("example") { Screen("example", title: "Example") { content } }
    return Example(name: name, interface: interface, isRoot: false)
  }
}

// MARK: - Structure

extension InterfaceExamples {
  @InterfaceContentBuilder private static var stack: some InterfaceContent {
    // example: stack
    HStack {
      Button("previous", "Previous", action: "previous")
      Button("next", "Next", action: "next")
    }
    HStack {
      Text("Assam").weight(3)
      Text("18.50").weight(1)
    }
    // end
  }

  @InterfaceContentBuilder private static var grid: some InterfaceContent {
    // example: grid
    Grid(columns: 4, minColumns: 2) {
      Item("assam", "Assam")
      Item("sencha", "Sencha")
    }
    // end
  }

  @InterfaceContentBuilder private static var group: some InterfaceContent {
    // example: group
    Group("Address", style: .form) {
      TextField("street", "Street")
      TextField("city", "City")
    }
    .hint("Where the parcel goes.")
    DisclosureGroup("bill", "Another address for the bill") {
      TextField("bill-street", "Street")
    }
    // end
  }

  @InterfaceContentBuilder private static var list: some InterfaceContent {
    // example: list
    List("Teas") {
      Item("assam", "Assam")
      Item("sencha", "Sencha")
    }
    // end
  }

  @InterfaceContentBuilder private static var item: some InterfaceContent {
    // example: item
    List("Teas") {
      Item("assam", "Assam", text: "Strong", badge: "new", action: Action("tea.open", payload: ["teaId": "7"])) {
        Image("https://example.com/assam.jpg", alternative: "A cup of dark red tea")
      }
    }
    // end
  }

  @InterfaceContentBuilder private static var divider: some InterfaceContent {
    // example: divider
    Text("Assam, 100 g")
    Divider()
    Text("Sencha, 50 g")
    // end
  }

  @InterfaceContentBuilder private static var spacer: some InterfaceContent {
    // example: spacer
    Text("Your order is on its way.")
    Spacer()
    Button("close", "Close", action: "close")
    // end
  }
}

// MARK: - Controllers

extension InterfaceExamples {
  @InterfaceContentBuilder private static var screen: some InterfaceContent {
    // example: screen
    Screen("door", title: "Tea Room", initialFocus: "member", primaryAction: "enter") {
      TextField("member", "Member number")
      Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["member"]))
    }
    // end
  }

  @InterfaceContentBuilder private static var tabs: some InterfaceContent {
    // example: tabs
    TabView("main", label: "Tea Room", selection: "orders") {
      Tab("menu", "Menu") {
        Screen("menu-screen", title: "Menu") { Text("Assam, Sencha") }
      }
      Tab("orders", "Orders", badge: "2") {
        Screen("orders-screen", title: "Orders") { Text("Two cups of Assam") }
      }
    }
    // end
  }

  @InterfaceContentBuilder private static var navigation: some InterfaceContent {
    // example: navigation
    NavigationStack("teas") {
      Screen("all-teas", title: "Teas") { Text("Assam, Sencha") }
      Screen("one-tea", title: "Assam") { Text("Three minutes.") }
    }
    // end
  }

  @InterfaceContentBuilder private static var presented: some InterfaceContent {
    // example: presented
    Screen("order", title: "Your order") {
      Text("Two cups of Assam")
    }
    .alert("cancel-order", "Cancel the order?") {
      Button("cancel", "Cancel order", style: .destructive, action: "order.cancel")
      Button("keep", "Keep order", style: .cancel, action: .host(.dismiss))
    }
    // end
  }
}

// MARK: - Leaves

extension InterfaceExamples {
  @InterfaceContentBuilder private static var text: some InterfaceContent {
    // example: text
    Text("Assam", style: .title)
    Text("How to make it", style: .heading)
    Text("Boil the water.\nWait for three minutes.")
    Text("Harvested in June", style: .caption)
    // end
  }

  @InterfaceContentBuilder private static var code: some InterfaceContent {
    // example: code
    Code("WDJB-MJHT", label: "Voucher", qrCode: "https://example.com/v?c=WDJB-MJHT")
    // end
  }

  @InterfaceContentBuilder private static var image: some InterfaceContent {
    // example: image
    Image("https://example.com/assam.jpg", alternative: "A cup of dark red tea", aspectRatio: 1.5)
    Image(decorative: "https://example.com/leaves.png")
    Image(asset: "logo", alternative: "The tea house, a red roof over two leaves")
    // end
  }

  @InterfaceContentBuilder private static var field: some InterfaceContent {
    // example: field
    TextField("email", "Email", content: .email, value: "ada@example.com", placeholder: "you@example.com")
      .required("Enter your email address")
      .hint("We send the receipt there.")
    SecureField("pin", "PIN")
    TextField("note", "Note for the kitchen", lines: 3).labelHidden()
    // end
  }

  @InterfaceContentBuilder private static var toggle: some InterfaceContent {
    // example: toggle
    Toggle("milk", "With milk", isOn: true)
    Toggle("terms", "I accept the house rules").required("Accept the house rules first")
    // end
  }

  @InterfaceContentBuilder private static var choice: some InterfaceContent {
    // example: choice
    Picker(
      "size", "Size", options: [.init("s", label: "A cup"), .init("l", label: "A pot")], selection: ["s"]
    )
    .required()
    Picker(
      "extras", "Extras", options: [.init("lemon", label: "Lemon"), .init("honey", label: "Honey")], isMultiple: true,
      selection: ["lemon", "honey"]
    )
    // end
  }

  @InterfaceContentBuilder private static var button: some InterfaceContent {
    // example: button
    Button("order", "Order", style: .primary, action: "order").icon(.cart)
    Button("clear", "Empty the basket", style: .destructive, action: "basket.clear").disabled()
    Button("back", "Back", style: .cancel, action: .host(.pop))
    Button("more", "More teas", action: "teas.more").busy()
    // end
  }

  @InterfaceContentBuilder private static var link: some InterfaceContent {
    // example: link
    Link("rules", "House rules", url: "https://example.com/rules")
    // end
  }

  @InterfaceContentBuilder private static var progress: some InterfaceContent {
    // example: progress
    ProgressView("Heating the water")
    ProgressView("Packing", value: 3, total: 4)
    ProgressView("Waiting for your card", deadline: 90).live(.polite)
    // end
  }

  @InterfaceContentBuilder private static var banner: some InterfaceContent {
    // example: banner
    Banner(.info, "We close at six.")
    Banner(.success, "The order is on its way.")
    Banner(.warning, "Only two cups are left.")
    Banner(.error, "The card was refused.").live(.assertive)
    // end
  }
}

// MARK: - Data

extension InterfaceExamples {
  @InterfaceContentBuilder private static var table: some InterfaceContent {
    // example: table
    Table(
      "Orders", columns: [.init("Order"), .init("Tea", weight: 1), .init("Price", alignment: .end)]
    ) {
      Row {
        Text("#1042"); Text("Assam, 100 g"); Text("18.50")
      }
      Row {
        Text("#0988"); Text("Sencha, 50 g"); Text("10.00")
      }
    }
    // end
  }

  @InterfaceContentBuilder private static var row: some InterfaceContent {
    // example: row
    Table("Orders", columns: [.init("Order"), .init("Price", alignment: .end), .init("Bill")]) {
      Row("o1042", "Order 1042, 18.50", action: Action("order.open", payload: ["order": "1042"])) {
        Text("#1042")
        Text("18.50")
        Link("bill-1042", "Bill of order 1042", url: "https://example.com/bills/1042")
      }
    }
    // end
  }

  @InterfaceContentBuilder private static var chart: some InterfaceContent {
    // example: chart
    Chart("Cups a day: most on Friday", values: [12, 9, 14, 11, 31], labels: ["Mon", "Tue", "Wed", "Thu", "Fri"])
    Chart("Water: 92 to 96 °C, now 95", style: .line, values: [92, 94, 96, 95], unit: "°C")
    // end
  }

  @InterfaceContentBuilder private static var secret: some InterfaceContent {
    // example: secret
    SecretText("recovery", "Recovery code", value: "k3v9-27mq").hint("It opens your account without the phone.")
    // end
  }
}
