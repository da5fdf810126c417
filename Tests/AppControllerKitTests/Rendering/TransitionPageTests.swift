import AppControllerKit
import Testing

@Suite struct `The page of a transition` {
  private typealias Configuration = AppController.Configuration

  private func render(_ configuration: AppController.Configuration = .init(), traits: TraitCollection = .init())
    -> String
  {
    HTMLRenderer().renderTransition(
      from: (EveryKind.loggedOut, PageSamples.filled), to: (EveryKind.loggedIn, .init()), configuration: configuration,
      traits: traits
    )
  }

  private func style(_ configuration: AppController.Configuration) throws -> String {
    try #require(try StrictPage.read(render(configuration)).all.last { $0.name == "style" }?.text)
  }

  @Test func `says what the new interface says, and has a picture of the old one`() throws {
    let page = render()
    #expect(try PageReader.read(page) == EveryKind.loggedIn.accessibleElements())
    let old = try #require(try StrictPage.read(page).first { $0.isA("old") })
    #expect(old.attributes["aria-hidden"] == "true" && old.attributes["lang"] == "en")
    #expect(old.text.contains("Sign in to see\nyour kitties."))
  }

  @Test func `lets nobody use what is left of the old interface`() throws {
    let old = try #require(try StrictPage.read(render()).first { $0.isA("old") })
    let controls = old.all.filter { ["input", "button", "a"].contains($0.name) }
    #expect(controls.count == 14)
    for control in controls {
      #expect(control.name == "a" ? !control.has("href") : control.has("disabled"))
      #expect(!control.has("form") && !control.has("autofocus"))
    }
    #expect(!old.all.contains { $0.name == "form" })
  }

  @Test(arguments: [
    (Configuration(), "leave 600ms linear 0ms both;"),
    (
      Configuration(transitionDuration: .milliseconds(1), transitionDelay: .seconds(2)), "leave 1ms linear 2000ms both;"
    ),
    (Configuration(transitionDuration: .seconds(-1), transitionDelay: .seconds(90)), "leave 0ms linear 60000ms both;"),
    (Configuration(transitionDuration: .seconds(60), style: .slideUp), "leave 60000ms ease-in-out 0ms both;"),
  ])
  func `takes as long as the configuration says`(configuration: AppController.Configuration, rule: String) throws {
    #expect(try style(configuration).contains(rule))
  }

  @Test(arguments: [
    (Configuration.Style.crossDissolve, "leave { to { opacity: 0; } to", "arrive {  }"),
    (.fade, "leave { 50%, to { opacity: 0; } to", "arrive { from, 50% { opacity: 0; } }"),
    (
      .slideLeading, "leave { to { transform: translateX(calc(var(--forward) * -100%)); }",
      "(var(--forward) * 100%)); } }"
    ),
    (
      .slideTrailing, "leave { to { transform: translateX(calc(var(--forward) * 100%)); }",
      "(var(--forward) * -100%)); } }"
    ),
    (.slideUp, "leave { to { transform: translateY(-100%); }", "arrive { from { transform: translateY(100vh); } }"),
    (.slideDown, "leave { to { transform: translateY(100%); }", "arrive { from { transform: translateY(-100vh); } }"),
  ])
  func `moves as the configuration says`(style: AppController.Configuration.Style, leave: String, arrive: String) throws
  {
    let text = try self.style(Configuration(style: style))
    #expect(text.contains(leave) && text.contains(arrive))
    // What moves is inside the question whether anything may, and the rest of the sheet moves nothing.
    let parts = text.split(separator: "@media (prefers-reduced-motion: no-preference) {")
    #expect(parts.count == 2 && !parts[0].contains("animation"))
    #expect(!HTMLRenderer().render(EveryKind.loggedIn).contains("animation"))
  }

  @Test func `is the new interface where nothing moves`() {
    let still = HTMLRenderer().render(EveryKind.loggedIn)
    #expect(render(.init(style: .none)) == still)
    #expect(render(.init(transitionDuration: .zero)) == still)
    for (motion, moves) in [
      (TraitCollection.Motion.none, false), (.reduced, false), (.full, true), (.unspecified, true),
    ] {
      var traits = TraitCollection()
      traits.motion = motion
      #expect((render(traits: traits) != still) == moves)
    }
  }
}
