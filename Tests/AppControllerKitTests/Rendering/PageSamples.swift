import AppControllerKit
import InterfaceGallery

/// What the tests of pages have in common: interfaces with what a user has done to them.
enum PageSamples {
  /// Every input filled or wrong.
  static let filled = PresentationState(
    values: [
      "email": .text("mia@example.com"), "password": .secret(Secret("hunter2")), "terms": .text("true"),
      "plan": .text("paid"), "news": .plain(["never"]),
    ],
    fieldErrors: ["again": "Does not match"]
  )

  /// What few interfaces have: nothing in things, many tabs, things that cannot be used, a language from right to left.
  static let odd = InterfaceDescription("odd", language: "he", direction: .rightToLeft) {
    TabView("many", selection: "tab-3") {
      for number in 1...9 {
        Tab("tab-\(number)", "\(number)", badge: "\(number * number)") {
          Screen("screen-\(number)", title: "شاشة \(number)") {
            if number == 3 {
              List("Nothing") {}
              Grid("Nothing in columns", columns: 9) {}
              Group("Nobody", style: .main) {}.hint("Nobody is here").busy()
              Group { Text("") }
              Link("nowhere", "Nowhere", url: "https://example.com/?a=1&b=2").hint("Not yet").enabled(
                when: .filled("n"))
              TextField("n", "Number", content: .number, value: "x").hint("How many").disabled()
              TextField("d", "Digits", content: .search).rule(.digits)
              Picker("c", "Some", options: [.init("1"), .init("2")], isMultiple: true).required().busy()
              Picker("r", "One", options: [.init("1"), .init("2")]).required().disabled()
              Grid {
                Item("i", "Item", badge: "!") { Text("In it") }; Text("Beside it", style: .heading)
              }
              Item("loose", "Loose")
              Image(Self.dot, alternative: "A dot")
              Image(decorative: Self.dot)
              Banner(.success, "Saved").live(.off)
              Sheet("Layer") { Screen("layer", title: "In the layer") { ProgressView("Soon", value: 1) }.busy() }
            }
          }
        }
        .busy()
      }
    }
  }

  /// A picture of one pixel.
  private static let dot = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="

  /// Interfaces and states: the gallery, every kind, and what was typed, chosen and told.
  static let all: [(name: String, interface: InterfaceDescription, state: PresentationState)] =
    Gallery.screens.map { ($0.name, $0.interface, .init()) } + [
      ("every-kind-logged-out", EveryKind.loggedOut, .init()),
      ("every-kind-logged-in", EveryKind.loggedIn, .init()),
      ("every-kind-logged-out-filled", EveryKind.loggedOut, filled),
      ("odd", odd, .init(fieldErrors: ["c": "Choose <some> & \"more\"", "d": "Wrong"])),
      ("every-kind-logged-in-second-tab", EveryKind.loggedIn, .init(selectedItems: ["main": "me"])),
    ]
}

extension String {
  /// A page without its style sheets, which every page has, and without their hashes.
  var withoutStyle: String {
    replacing(/<style>[^<]*<\/style>\n/, with: "").replacing(/'sha256-[^']*'/, with: "'sha256-…'")
  }
}
