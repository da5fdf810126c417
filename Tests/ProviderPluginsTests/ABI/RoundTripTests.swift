import AppControllerKit
import AppControllerKitTesting
import CProviderABI
import ProviderABI
import TestSupport
import Testing

/// The conversion of the kit's values into the header's structs, and back.
@Suite struct `Across the ABI` {
  typealias Configuration = AppController.Configuration

  @Test(arguments: [
    Configuration(), Configuration(transitionDuration: .zero, style: .none),
    Configuration(
      transitionDuration: .milliseconds(250), transitionDelay: .milliseconds(1),
      dismissesPresentedInterfaceOnTransition: false, style: .slideUp),
    Configuration(transitionDuration: .seconds(60), transitionDelay: .seconds(60)),
    Configuration(transitionDuration: .milliseconds(333), transitionDelay: .milliseconds(59_999)),
  ])
  func `a configuration stays the same`(_ configuration: Configuration) throws {
    #expect(try Configuration(abi: ack_configuration(configuration)) == configuration)
  }

  @Test func `the default configuration is the header's`() {
    let configuration = ack_configuration(Configuration())
    #expect(configuration.duration == 600)
    #expect(configuration.delay == 0)
    #expect(configuration.dismisses_presented == 1)
    #expect(configuration.style == ACK_STYLE_CROSS_DISSOLVE)
  }

  @Test(arguments: Configuration.Style.allCases)
  func `every style has its number`(_ style: Configuration.Style) throws {
    let numbers = [
      ACK_STYLE_CROSS_DISSOLVE, ACK_STYLE_NONE, ACK_STYLE_FADE, ACK_STYLE_SLIDE_LEADING, ACK_STYLE_SLIDE_TRAILING,
      ACK_STYLE_SLIDE_UP, ACK_STYLE_SLIDE_DOWN,
    ]
    let configuration = Configuration(style: style)
    #expect(ack_configuration(configuration).style == numbers[Configuration.Style.allCases.firstIndex(of: style) ?? -1])
    #expect(try Configuration(abi: ack_configuration(configuration)).style == style)
  }

  @Test(arguments: [-1, 60_001, .max, .min])
  func `a time that is impossible is refused`(_ time: Int64) {
    for (name, member) in [("duration", \ack_configuration.duration), ("delay", \.delay)] {
      var configuration = ack_configuration(Configuration())
      configuration[keyPath: member] = time
      let refusal = #expect(throws: ProviderReply.Refusal.self) { try Configuration(abi: configuration) }
      #expect(refusal == .value(name: name, value: "\(time) ms", allowed: "0 to 60000 ms"))
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64.max)])
  func `a time of any length crosses, and is refused`(_ time: Duration) {
    let lent = ack_configuration(Configuration(transitionDuration: time))
    #expect(throws: ProviderReply.Refusal.self) { try Configuration(abi: lent) }
  }

  @Test(arguments: [(Int32(0), UInt32(1), "style"), (-1, 0, "style"), (1, 2, "dismisses_presented")])
  func `a style or a boolean that is impossible is refused`(_ style: Int32, _ flag: UInt32, _ name: String) {
    var configuration = ack_configuration(Configuration())
    (configuration.style, configuration.dismisses_presented) = (style, flag)
    let refusal = #expect(throws: ProviderReply.Refusal.self) { try Configuration(abi: configuration) }
    guard case .value(name, _, _)? = refusal else {
      Issue.record("\(String(describing: refusal)) is of something else")
      return
    }
  }

  @Test(arguments: [
    Session(subject: "a"),
    Session(
      subject: "kitty@example.com", displayName: "Kitty 🐱", secret: Secret("token"), expiresAt: 4_000_000_000,
      attributes: ["b": "2", "a": "", "ü": "é"]),
  ])
  func `a session stays the same`(_ session: Session) throws {
    let copy = try lending { try unsafe Session(abi: session.lent(by: $0)) }
    #expect(copy == session)
  }

  @Test func `an action stays the same, and all of its values are kept as secrets`() throws {
    let action = InterfaceAction(
      "save", nodeID: "form",
      values: [
        "name": .text("Kitty"), "kinds": .plain(["a", "b", "c"]), "password": .secret(Secret("meow")), "no": .text(""),
      ],
      payload: ["id": "7", "empty": ""], revision: 9
    )
    let copy = try #require(lending { unsafe InterfaceAction(abi: action.lent(by: $0), revision: 9) })
    #expect(copy.name == "save")
    #expect(copy.nodeID == "form")
    #expect(copy.revision == 9)
    #expect(copy.payload == action.payload)
    #expect(copy.values.keys.sorted() == action.values.keys.sorted())
    #expect(copy.values["kinds"] == .plain(["a", "b", "c"]))
    for name in ["name", "password", "no"] { #expect(copy[name] == action[name]) }
    #expect(copy.secret("name") == Secret("Kitty"))
    #expect(copy.secret("kinds") == nil)
  }

  @Test func `traits stay the same`() {
    var traits = TraitCollection()
    (traits.columns, traits.rows) = (80, 24)
    (traits.idiom, traits.color, traits.motion, traits.direction) = (.terminal, .dark, .reduced, .rightToLeft)
    (traits.languages, traits.timeZone) = (["ar", "de-AT"], "Europe/Vienna")
    (traits.place, traits.abilities) = (.remote, [.opensLinks, .updates])
    for traits in [traits, TraitCollection()] {
      let handle = HandleRecorder().handle(.loggedIn, traits: traits)
      let action = InterfaceAction("go", nodeID: "go", revision: 6)
      lending { memory in
        let context = unsafe ProviderCall(.perform(action), sequence: 5, for: handle).lent(by: memory)
        #expect(unsafe TraitCollection(abi: context.pointee.traits) == traits)
        #expect(unsafe context.pointee.sequence == 5)
        #expect(unsafe context.pointee.revision == 6)
        #expect(unsafe context.pointee.session == nil)
      }
    }
  }

  @Test(arguments: [
    (AppController.State.uninstalled, ACK_LOGGED_OUT), (.launching, ACK_LAUNCHING), (.loggedOut, ACK_LOGGED_OUT),
    (.loggedIn, ACK_LOGGED_IN), (.terminated, ACK_LOGGED_OUT),
  ])
  func `every state has its target`(_ state: AppController.State, _ target: Int32) {
    lending { memory in
      let context = unsafe ProviderCall(.configuration, sequence: 1, for: .test(state)).lent(by: memory)
      #expect(unsafe context.pointee.target == target)
    }
  }
}
